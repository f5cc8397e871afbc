package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.statistics.Differences;
import loomwatch.judge.statistics.Differences.Difference;
import loomwatch.judge.thresholds.Limit.Terms.Scope;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;

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
        if (!metric.isCounted()) {
          modes.addAll(ofModes(scenario, metric));
        }
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
        if (!metric.isCounted()) {
          ofContrast(scenario, metric).ifPresent(contrasts::add);
        }
      }
    }
    return contrasts;
  }

  /** The family of those that can fail a build. */
  List<ChangeRow> thatCanFail() {
    return modes.stream().filter(ChangeRow::canFail).toList();
  }

  /** The family of all others with a tolerance, which inform. */
  List<ChangeRow> informing() {
    return modes.stream().filter(row -> !row.canFail() && row.tolerance().isPresent()).toList();
  }

  /** Those that the policy is silent about, in no family. */
  List<ChangeRow> withoutTolerance() {
    return modes.stream().filter(row -> row.tolerance().isEmpty()).toList();
  }

  /** How many are judged together with one that has a tolerance, itself included. */
  int familyOf(ChangeRow row) {
    return (row.canFail() ? thatCanFail() : informing()).size();
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
    Optional<Differences> ofPlatform = platform.logRatios();
    Optional<Differences> ofVirtual = virtual.logRatios();
    if (ofPlatform.isEmpty()
        || ofVirtual.isEmpty()
        || metric.beside() > 0
        || platform.anyBound()
        || virtual.anyBound()) {
      return Optional.empty();
    }
    List<Difference> more = new ArrayList<>();
    for (Difference ofBlock : ofVirtual.get().all()) {
      ofPlatform.get().all().stream()
          .filter(other -> other.block() == ofBlock.block())
          .forEach(other -> more.add(ofBlock.minus(other)));
    }
    if (more.isEmpty()) {
      return Optional.empty();
    }
    Set<String> doubts = new LinkedHashSet<>(platform.doubts());
    doubts.addAll(virtual.doubts());
    return Optional.of(
        new ChangeRow(
            new ChangeKey(scenario, JudgedMode.CONTRAST, metric),
            Optional.of(ratios(platform, virtual)),
            new Differences(more),
            Optional.empty(),
            false,
            Optional.empty(),
            List.copyOf(doubts)));
  }

  private static ChangeRow.Means ratios(ArmPairs platform, ArmPairs virtual) {
    return new ChangeRow.Means(
        Values.level(virtual.baseValues()) / Values.level(platform.baseValues()),
        Values.level(virtual.headValues()) / Values.level(platform.headValues()));
  }

  private ArmPairs pairs(String scenario, Mode mode, Metric metric) {
    return ArmPairs.of(base, head, scenario, mode, metric);
  }
}
