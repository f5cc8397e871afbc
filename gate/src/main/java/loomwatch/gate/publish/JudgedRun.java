package loomwatch.gate.publish;

import loomwatch.gate.verdict.Verdict;
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
  private static final String HEAD = "head";

  /** What was measured as head. */
  public Subject head() {
    Subject head = record.subjects().get(HEAD);
    if (head == null) {
      throw new IllegalStateException("cannot happen: every record has a head");
    }
    return head;
  }

  /**
   * Makes sure that it speaks of that commit and of nothing else.
   *
   * @param sha 40 hexadecimal digits
   * @throws RecordException when head was another commit, or had local changes
   */
  public void requireOf(String sha) {
    Subject head = head();
    if (!head.revision().equals(sha)) {
      throw refused("must be --sha " + sha + ", was " + Clipped.quoted(head.revision()));
    }
    if (head.dirty()) {
      throw refused("must be that commit as it is, had local changes");
    }
    if (head.handicap() != null) {
      throw refused("must be without a handicap, had " + Clipped.quoted(head.handicap()));
    }
  }

  private static RecordException refused(String rule) {
    return new RecordException(
        "the record's head " + rule + ": measure the commit and publish that");
  }
}
