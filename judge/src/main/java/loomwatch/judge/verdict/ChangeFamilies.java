package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.statistics.PairedDifferences;
import loomwatch.judge.statistics.PairedDifferences.Difference;
import loomwatch.judge.thresholds.Terms.Scope;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Tolerance;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/** Finds what changed where, and what is judged together, without judging it. */
final class ChangeFamilies {
  private final ArmLaunches base;
  private final ArmLaunches head;
  private final Thresholds thresholds;
  private final List<PairedChange> modes = new ArrayList<>();

  ChangeFamilies(ArmLaunches base, ArmLaunches head, Thresholds thresholds) {
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
  List<PairedChange> ofModes() {
    return List.copyOf(modes);
  }

  /** Of how much more virtual changed than platform. */
  List<PairedChange> ofContrasts() {
    List<PairedChange> contrasts = new ArrayList<>();
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
  List<PairedChange> thatCanFail() {
    return modes.stream().filter(PairedChange::canFail).toList();
  }

  /** The family of all others with a tolerance, which inform. */
  List<PairedChange> informing() {
    return modes.stream().filter(row -> !row.canFail() && row.tolerance().isPresent()).toList();
  }

  /** Those that the policy is silent about, in no family. */
  List<PairedChange> withoutTolerance() {
    return modes.stream().filter(row -> row.tolerance().isEmpty()).toList();
  }

  /** How many are judged together with one that has a tolerance, itself included. */
  int familyOf(PairedChange row) {
    return (row.canFail() ? thatCanFail() : informing()).size();
  }

  /** The launches behind a row of one mode. */
  ArmPairs pairs(PairedChange row) {
    return pairs(row.key().scenario(), row.mode(), row.key().metric());
  }

  /** A row for each mode that was compared, or whose tolerance asks for it. */
  private List<PairedChange> ofModes(String scenario, Metric metric) {
    List<PairedChange> rows = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      ArmPairs pairs = pairs(scenario, mode, metric);
      Optional<Tolerance> tolerance = thresholds.tolerance(scenario, mode, metric);
      if (!pairs.isEmpty()
          || tolerance.filter(limit -> mustBeMeasured(limit, mode)).isPresent()
              && head.ran(scenario, mode)) {
        rows.add(PairedChange.of(ChangeKey.of(scenario, mode, metric), pairs, tolerance));
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
  private Optional<PairedChange> ofContrast(String scenario, Metric metric) {
    ArmPairs platform = pairs(scenario, Mode.PLATFORM, metric);
    ArmPairs virtual = pairs(scenario, Mode.VIRTUAL, metric);
    Optional<PairedDifferences> ofPlatform = platform.logRatios();
    Optional<PairedDifferences> ofVirtual = virtual.logRatios();
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
        new PairedChange(
            new ChangeKey(scenario, JudgedMode.CONTRAST, metric),
            Optional.of(ratios(platform, virtual)),
            new PairedDifferences(more),
            Optional.empty(),
            false,
            Optional.empty(),
            List.copyOf(doubts)));
  }

  private static PairedChange.Means ratios(ArmPairs platform, ArmPairs virtual) {
    return new PairedChange.Means(
        LaunchValues.level(virtual.baseValues()) / LaunchValues.level(platform.baseValues()),
        LaunchValues.level(virtual.headValues()) / LaunchValues.level(platform.headValues()));
  }

  private ArmPairs pairs(String scenario, Mode mode, Metric metric) {
    return ArmPairs.of(base, head, scenario, mode, metric);
  }
}
