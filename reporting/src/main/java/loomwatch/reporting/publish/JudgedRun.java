package loomwatch.reporting.publish;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import loomwatch.judge.thresholds.Thresholds.Inconclusive;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Text;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import loomwatch.results.files.RecordException;

/**
 * A run and its verdict.
 *
 * @param record as the measuring machine wrote it
 * @param verdict judged here, by this checkout's rules and thresholds; a verdict that came with the
 *     record is not read
 * @param inconclusive how the thresholds treat an inconclusive verdict
 * @param ofBenchmarksAlone whether this checkout has benchmarks and no server to measure
 */
public record JudgedRun(
    MeasurementRecord record,
    Verdict verdict,
    Inconclusive inconclusive,
    boolean ofBenchmarksAlone) {

  /** Creates one of servers. */
  public JudgedRun(MeasurementRecord record, Verdict verdict, Inconclusive inconclusive) {
    this(record, verdict, inconclusive, false);
  }

  public Variant head() {
    return variant(Side.HEAD);
  }

  /**
   * Requires the record to be of that commit.
   *
   * @param sha 40 hexadecimal digits
   * @throws RecordException when head is another commit or has local changes, or when base and head
   *     are the same variant without being declared so
   */
  public void requireOf(String sha) {
    requireCommit(Side.HEAD, "--sha", sha);
    Comparison comparison = record.comparison();
    if (comparison != null && !comparison.sameService() && head().equals(variant(Side.BASE))) {
      throw refused(Side.BASE, "must be another variant than head, was the same");
    }
  }

  /** Requires the record to compare that commit with that base, which may be the same commit. */
  public void requireOf(String sha, String base) {
    requireOf(sha);
    Comparison comparison = record.comparison();
    if (comparison == null) {
      throw refused(Side.BASE, "must be --base " + base + ", was missing");
    }
    requireCommit(Side.BASE, "--base", base);
    if (comparison.sameService() != base.equals(sha)) {
      throw refused(
          Side.BASE, "must be another variant than head where --base is another than --sha");
    }
  }

  /** Requires the record to be of that profile; throws {@link RecordException} otherwise. */
  public void requireProfile(String profile) {
    if (!record.profile().equals(profile)) {
      throw refused("profile must be " + profile + ", was " + Clipped.quoted(record.profile()));
    }
  }

  /**
   * Requires the record to have exactly the scenarios asked for, as a missing one would not be
   * judged.
   *
   * @param names of all scenarios
   * @throws RecordException when the record's differ
   */
  public void requireScenarios(Collection<String> names) {
    List<String> asked = names.stream().sorted().toList();
    List<String> there = record.scenarios().stream().map(Scenario::name).sorted().toList();
    if (!there.equals(asked)) {
      throw refused(
          "scenarios must be %s, were %s"
              .formatted(
                  String.join(", ", asked), there.isEmpty() ? "none" : String.join(", ", there)));
    }
  }

  /**
   * Requires each round to be complete. A failed launch is recorded too, so a missing one was
   * removed.
   *
   * @param modes of each scenario
   * @throws RecordException when base or head lacks a launch of any round in any of these modes
   */
  public void requireModes(Collection<Mode> modes) {
    int rounds = record.launches().stream().mapToInt(Launch::round).max().orElse(0);
    for (Scenario scenario : record.scenarios()) {
      for (Side variant : List.of(Side.BASE, Side.HEAD)) {
        for (Mode mode : modes) {
          requireRounds(rounds, scenario.name(), variant, mode);
        }
      }
    }
  }

  private void requireRounds(int rounds, String scenario, Side variant, Mode mode) {
    long there =
        record.launches().stream()
            .filter(launch ->
                launch.isOf(variant) && launch.mode() == mode && launch.scenario().equals(scenario))
            .mapToInt(Launch::round)
            .distinct()
            .count();
    if (there != rounds) {
      throw refused(
          "launches of %s %s in %s mode must be of %d rounds, were of %d"
              .formatted(variant.label(), scenario, mode.label(), rounds, there));
    }
  }

  /**
   * Returns whether the record compares no servers because both builds are the same, which only the
   * measuring machine reports.
   */
  public boolean saysServersAreAlike() {
    return !ofBenchmarksAlone && record.comparison() != null && record.scenarios().isEmpty();
  }

  /** Returns whether head is compared with itself, of which no difference counts. */
  boolean isOfItself() {
    Comparison comparison = record.comparison();
    return comparison != null && comparison.sameService();
  }

  /** Returns in a sentence whether the check fails, which is what blocks a merge. */
  Text decision() {
    if (saysServersAreAlike()) {
      return Text.strong("Not measured")
          .and(": only the machine says that the servers are alike, so this is no success.");
    }
    if (isOfItself()) {
      return Text.strong("This is the first measurement")
          .and(
              ": head is compared with itself, as where it branched off nothing says what to measure."
                  + " Any change is the machine's noise. It does not block the merge.");
    }
    return switch (verdict.verdict()) {
      case PASS, IMPROVED -> Text.strong("This does not block the merge").and(".");
      case REGRESSED ->
          Text.strong("This blocks the merge")
              .and(" where the check ")
              .and(Text.code(CheckReport.NAME))
              .and(" is required.");
      case INCONCLUSIVE, INVALID -> couldNotTell();
    };
  }

  private Text couldNotTell() {
    boolean fails = inconclusive == Inconclusive.FAIL;
    return Text.strong(fails ? "This blocks the merge" : "This merge is not guarded")
        .and(": the measurement could not tell, and thresholds.yaml ")
        .and(fails ? "makes that a failure (" : "lets that pass (")
        .and(Text.code("inconclusive: " + inconclusive.name().toLowerCase(Locale.ROOT)))
        .and(").");
  }

  private void requireCommit(Side side, String option, String sha) {
    Variant variant = variant(side);
    if (!variant.revision().equals(sha)) {
      throw refused(
          side, "must be " + option + " " + sha + ", was " + Clipped.quoted(variant.revision()));
    }
    if (variant.dirty()) {
      throw refused(side, "must be that commit as it is, had local changes");
    }
    if (variant.fault() != null) {
      throw refused(side, "must be without a fault, had " + Clipped.quoted(variant.fault()));
    }
  }

  private Variant variant(Side variant) {
    return Objects.requireNonNull(record.variant(variant), variant.label());
  }

  private static RecordException refused(Side variant, String rule) {
    return refused(variant.label() + " " + rule);
  }

  private static RecordException refused(String rule) {
    return new RecordException("the record's " + rule + ": measure the commit and publish that");
  }
}
