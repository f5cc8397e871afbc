package loomwatch.tell.publish;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import loomwatch.judge.thresholds.Thresholds.Inconclusive;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Scenario;
import loomwatch.results.Subject;
import loomwatch.results.files.RecordException;
import loomwatch.tell.text.Text;

/**
 * A run and what this checkout's policy makes of it.
 *
 * @param record what was measured, as whoever measured it says
 * @param verdict judged here, by this checkout's rules and thresholds: a verdict that came with the
 *     record is not read
 * @param inconclusive what the policy makes of one that could not tell
 */
public record JudgedRun(MeasurementRecord record, Verdict verdict, Inconclusive inconclusive) {
  /** What was measured as head. */
  public Subject head() {
    return subject(Arm.HEAD);
  }

  /**
   * Makes sure that it speaks of that commit and of nothing else.
   *
   * @param sha 40 hexadecimal digits
   * @throws RecordException when head was another commit, or had local changes, or was compared
   *     with itself as if it were two
   */
  public void requireOf(String sha) {
    requireCommit(Arm.HEAD, "--sha", sha);
    Comparison comparison = record.comparison();
    if (comparison != null && !comparison.sameSubject() && head().equals(subject(Arm.BASE))) {
      throw refused(Arm.BASE, "must be another subject than head, was the same");
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
      throw refused(Arm.BASE, "must be --base " + base + ", was missing");
    }
    requireCommit(Arm.BASE, "--base", base);
    if (comparison.sameSubject() != base.equals(sha)) {
      throw refused(
          Arm.BASE, "must be another subject than head where --base is another than --sha");
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
   * Makes sure that each block was measured whole: a launch that failed is among them, so one that
   * is missing was taken out.
   *
   * @param modes all that each scenario has
   * @throws RecordException when base or head was not measured in each block in all of them
   */
  public void requireModes(Collection<Mode> modes) {
    int blocks = record.launches().stream().mapToInt(Launch::block).max().orElse(0);
    for (Scenario scenario : record.scenarios()) {
      for (Arm arm : List.of(Arm.BASE, Arm.HEAD)) {
        for (Mode mode : modes) {
          requireBlocks(blocks, scenario.name(), arm, mode);
        }
      }
    }
  }

  private void requireBlocks(int blocks, String scenario, Arm arm, Mode mode) {
    long there =
        record.launches().stream()
            .filter(launch ->
                launch.isOf(arm) && launch.mode() == mode && launch.scenario().equals(scenario))
            .mapToInt(Launch::block)
            .distinct()
            .count();
    if (there != blocks) {
      throw refused(
          "launches of %s %s in %s mode must be of %d blocks, were of %d"
              .formatted(arm.label(), scenario, mode.label(), blocks, there));
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
      case INCONCLUSIVE, INVALID ->
          Optional.of(
              switch (inconclusive) {
                case NEUTRAL ->
                    Text.strong("This merge is not guarded")
                        .and(
                            ": the measurement could not tell, and thresholds.yaml lets that pass (")
                        .and(Text.code("inconclusive: neutral"))
                        .and(").");
                case FAIL ->
                    Text.strong("This blocks the merge")
                        .and(
                            ": the measurement could not tell, and thresholds.yaml makes that a"
                                + " failure (")
                        .and(Text.code("inconclusive: fail"))
                        .and(").");
              });
    };
  }

  private void requireCommit(Arm arm, String option, String sha) {
    Subject subject = subject(arm);
    if (!subject.revision().equals(sha)) {
      throw refused(
          arm, "must be " + option + " " + sha + ", was " + Clipped.quoted(subject.revision()));
    }
    if (subject.dirty()) {
      throw refused(arm, "must be that commit as it is, had local changes");
    }
    if (subject.handicap() != null) {
      throw refused(arm, "must be without a handicap, had " + Clipped.quoted(subject.handicap()));
    }
  }

  private Subject subject(Arm arm) {
    return Objects.requireNonNull(record.subject(arm), arm.label());
  }

  private static RecordException refused(Arm arm, String rule) {
    return refused(arm.label() + " " + rule);
  }

  private static RecordException refused(String rule) {
    return new RecordException("the record's " + rule + ": measure the commit and publish that");
  }
}
