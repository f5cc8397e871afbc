package loomwatch.reporting.publish;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
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
 * A run and what the verdict by this checkout's thresholds.
 *
 * @param record what was measured, as whoever measured it says
 * @param verdict judged here, by this checkout's rules and thresholds: a verdict that came with the
 *     record is not read
 * @param inconclusive what the thresholds say of an inconclusive one
 */
public record JudgedRun(MeasurementRecord record, Verdict verdict, Inconclusive inconclusive) {
  public Variant head() {
    return variant(Side.HEAD);
  }

  /**
   * Makes sure that it speaks of that commit and of nothing else.
   *
   * @param sha 40 hexadecimal digits
   * @throws RecordException when head was another commit, or had local changes, or was compared
   *     with itself as if it were two
   */
  public void requireOf(String sha) {
    requireCommit(Side.HEAD, "--sha", sha);
    Comparison comparison = record.comparison();
    if (comparison != null && !comparison.sameService() && head().equals(variant(Side.BASE))) {
      throw refused(Side.BASE, "must be another variant than head, was the same");
    }
  }

  /**
   * The same, compared with that commit and no other.
   *
   * @param base 40 hexadecimal digits; the same as sha where the machine's noise was asked for
   */
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

  /**
   * Makes sure that it took the time that was asked for.
   *
   * @param profile its name
   * @throws RecordException when it is of another profile
   */
  public void requireProfile(String profile) {
    if (!record.profile().equals(profile)) {
      throw refused("profile must be " + profile + ", was " + Clipped.quoted(record.profile()));
    }
  }

  /**
   * Makes sure that nothing was left out of what was asked for, which would be judged by nothing.
   *
   * @param names of all scenarios; the record's were checked to be known
   * @throws RecordException when it is of others
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
   * Makes sure that each round was measured whole: a launch that failed is among them, so one that
   * is missing was taken out.
   *
   * @param modes all that each scenario has
   * @throws RecordException when base or head was not measured in each round in all of them
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
   * Whether it compares no servers, as where both are the same once built: only the machine that
   * measured says so.
   */
  public boolean saysServersAreAlike() {
    return record.comparison() != null && record.scenarios().isEmpty();
  }

  /** What it means for the merge that the measurement could not tell; empty where it could. */
  Optional<Text> unguarded() {
    return switch (verdict.verdict()) {
      case PASS, IMPROVED, REGRESSED -> Optional.empty();
      case INCONCLUSIVE, INVALID -> Optional.of(couldNotTell());
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
