package loomwatch.tell.publish;

import java.util.Objects;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Arm;
import loomwatch.results.Comparison;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.RecordException;
import loomwatch.results.Subject;

/**
 * A run and what this checkout's policy makes of it.
 *
 * @param record what was measured, as whoever measured it says
 * @param verdict judged here, by this checkout's rules and thresholds: a verdict that came with the
 *     record is not read
 */
public record JudgedRun(MeasurementRecord record, Verdict verdict) {
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
    return new RecordException(
        "the record's " + arm.label() + " " + rule + ": measure the commit and publish that");
  }
}
