package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.statistics.BlockDifferences;
import loomwatch.judge.thresholds.Terms.Effect;
import loomwatch.judge.thresholds.Terms.Scope;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.judge.verdict.ChangeRow.Key;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/** Finds what changed where, without judging it. */
final class Rows {
  private final ArmLaunches base;
  private final ArmLaunches head;
  private final Thresholds thresholds;

  Rows(ArmLaunches base, ArmLaunches head, Thresholds thresholds) {
    this.base = base;
    this.head = head;
    this.thresholds = thresholds;
  }

  /** A row for each mode that was compared, or whose tolerance asks for it. */
  List<ChangeRow> ofModes(String scenario, Metric metric) {
    List<ChangeRow> rows = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      ArmPairs pairs = pairs(scenario, mode, metric);
      Optional<Tolerance> tolerance = thresholds.tolerance(scenario, mode, metric);
      if (!pairs.isEmpty()
          || tolerance.filter(limit -> mustBeMeasured(limit, mode)).isPresent()
              && head.ran(scenario, mode)) {
        rows.add(ChangeRow.of(new Key(scenario, JudgedMode.of(mode), metric), pairs, tolerance));
      }
    }
    return rows;
  }

  /** What is limited everywhere is judged where a program tells of it. */
  private boolean mustBeMeasured(Tolerance tolerance, Mode mode) {
    String scenario = tolerance.terms().scenario();
    Metric metric = tolerance.terms().metric();
    return tolerance.terms().scope() == Scope.NAMED
            && !(base.wasNotAskedFor(metric) && head.wasNotAskedFor(metric))
        || head.couldMeasure(scenario, metric)
            && !(base.cannotTell(scenario, mode, metric)
                && head.cannotTell(scenario, mode, metric));
  }

  /**
   * How much more virtual changed than platform: the difference of their log ratios, in the blocks
   * that have all four launches. Of what is next to nothing, or may be more than is known, there is
   * no virtual ÷ platform.
   */
  Optional<ChangeRow> ofContrast(String scenario, Metric metric) {
    ArmPairs platform = pairs(scenario, Mode.PLATFORM, metric);
    ArmPairs virtual = pairs(scenario, Mode.VIRTUAL, metric);
    Optional<BlockDifferences> ofPlatform = platform.logRatios();
    Optional<BlockDifferences> ofVirtual = virtual.logRatios();
    if (ofPlatform.isEmpty()
        || ofVirtual.isEmpty()
        || metric.beside() > 0
        || platform.anyBound()
        || virtual.anyBound()) {
      return Optional.empty();
    }
    Map<Integer, Double> platforms = byBlock(platform, ofPlatform.get());
    Map<Integer, Double> virtuals = byBlock(virtual, ofVirtual.get());
    List<Integer> shared = platform.blocks().stream().filter(virtuals::containsKey).toList();
    if (shared.isEmpty()) {
      return Optional.empty();
    }
    double[] differences =
        shared.stream()
            .mapToDouble(
                block -> virtuals.getOrDefault(block, 0.0) - platforms.getOrDefault(block, 0.0))
            .toArray();
    BlockDifferences logs =
        BlockDifferences.of(shared.stream().mapToInt(Integer::intValue).toArray(), differences);
    List<Integer> apart = logs.standingOut();
    Set<String> doubts = new LinkedHashSet<>(platform.doubts());
    doubts.addAll(virtual.doubts());
    if (!apart.isEmpty()) {
      doubts.add(ChangeRow.standingOut(metric, apart));
    }
    return Optional.of(
        new ChangeRow(
            new Key(scenario, JudgedMode.CONTRAST, metric),
            Optional.of(ratios(platform.without(apart), virtual.without(apart))),
            logs.drawnIn(),
            Optional.empty(),
            Effect.INFORM,
            true,
            0,
            Optional.empty(),
            List.copyOf(doubts)));
  }

  private static ChangeRow.Means ratios(ArmPairs platform, ArmPairs virtual) {
    return new ChangeRow.Means(
        Values.mean(virtual.baseValues()) / Values.mean(platform.baseValues()),
        Values.mean(virtual.headValues()) / Values.mean(platform.headValues()));
  }

  private ArmPairs pairs(String scenario, Mode mode, Metric metric) {
    return ArmPairs.of(base, head, scenario, mode, metric);
  }

  private static Map<Integer, Double> byBlock(ArmPairs pairs, BlockDifferences differences) {
    Map<Integer, Double> byBlock = new HashMap<>();
    double[] values = differences.values();
    for (int i = 0; i < values.length; i++) {
      byBlock.put(pairs.blocks().get(i), values[i]);
    }
    return byBlock;
  }
}
