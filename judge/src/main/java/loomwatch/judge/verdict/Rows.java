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
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/** Finds what changed where, and what is judged together, without judging it. */
final class Rows {
  private final ArmLaunches base;
  private final ArmLaunches head;
  private final Thresholds thresholds;
  private final List<ChangeRow> modes = new ArrayList<>();

  Rows(ArmLaunches base, ArmLaunches head, Thresholds thresholds) {
    this.base = base;
    this.head = head;
    this.thresholds = thresholds;
    for (String scenario : head.scenarios()) {
      for (Metric metric : Metric.values()) {
        modes.addAll(ofModes(scenario, metric));
      }
    }
  }

  /** Those of one mode each, in the order of reports. */
  List<ChangeRow> ofModes() {
    return List.copyOf(modes);
  }

  /** Of how much more virtual changed than platform. */
  List<ChangeRow> ofContrasts() {
    List<ChangeRow> contrasts = new ArrayList<>();
    for (String scenario : head.scenarios()) {
      for (Metric metric : Metric.values()) {
        ofContrast(scenario, metric).ifPresent(contrasts::add);
      }
    }
    return contrasts;
  }

  /** The family of those that gate. */
  List<ChangeRow> gating() {
    return modes.stream().filter(ChangeRow::gates).toList();
  }

  /** The family of all others with a tolerance. */
  List<ChangeRow> notGating() {
    return modes.stream().filter(row -> !row.gates() && row.tolerance().isPresent()).toList();
  }

  /** Those that the policy is silent about, in no family. */
  List<ChangeRow> withoutTolerance() {
    return modes.stream().filter(row -> row.tolerance().isEmpty()).toList();
  }

  /** How many are judged together with one that has a tolerance, itself included. */
  int familyOf(ChangeRow row) {
    return (row.gates() ? gating() : notGating()).size();
  }

  /** The launches behind a row of one mode. */
  ArmPairs pairs(ChangeRow row) {
    return pairs(row.key().scenario(), row.mode(), row.key().metric());
  }

  /** A row for each mode that was compared, or whose tolerance asks for it. */
  private List<ChangeRow> ofModes(String scenario, Metric metric) {
    List<ChangeRow> rows = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      ArmPairs pairs = pairs(scenario, mode, metric);
      Optional<Tolerance> tolerance = thresholds.tolerance(scenario, mode, metric);
      if (!pairs.isEmpty()
          || tolerance.filter(limit -> mustBeMeasured(limit, mode)).isPresent()
              && head.ran(scenario, mode)) {
        rows.add(ChangeRow.of(ChangeKey.of(scenario, mode, metric), pairs, tolerance));
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
  private Optional<ChangeRow> ofContrast(String scenario, Metric metric) {
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
            new ChangeKey(scenario, JudgedMode.CONTRAST, metric),
            Optional.of(ratios(platform.without(apart), virtual.without(apart))),
            logs.drawnIn(),
            Optional.empty(),
            Effect.INFORM,
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
