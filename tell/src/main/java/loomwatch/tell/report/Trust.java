package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;

/** How the figures of a comparison came about, and what speaks against them. */
final class Trust {
  private Trust() {}

  /** A line for each thing to know, the method first. */
  static List<String> lines(
      Verdict verdict, MeasurementRecord record, List<ChangeView> views, Notes notes) {
    List<String> lines = new ArrayList<>(method(verdict));
    String mismatch = Summary.mismatch(verdict, record);
    if (!mismatch.isEmpty()) {
      lines.add("! " + mismatch);
    }
    List<String> controls = ChangeRemarks.control(views);
    if (!controls.isEmpty()) {
      lines.add(
          "Control, the same work on the server's CPUs: " + String.join(", ", controls) + ".");
    }
    verdict.invalid().forEach(invalid -> lines.add("⊘ discarded: " + invalid));
    verdict.warnings().forEach(warning -> lines.add("! " + warning));
    List<String> texts = notes.texts();
    for (int i = 0; i < texts.size(); i++) {
      lines.add("(" + (i + 1) + ") " + texts.get(i));
    }
    return lines;
  }

  private static List<String> method(Verdict verdict) {
    return List.of(
        "Changes are of head relative to base, positive is worse. They are paired within blocks of"
            + " launches, and p50, CPU and allocation there slice by slice, so that they need not be"
            + " the ratio of the values beside them. Intervals are 90 % over pairs, never over"
            + " requests; digits they do not support are left out.",
        "p is one-sided, in the direction of the change, and adjusted for all changes of its"
            + " family: what gates is one, all others with a tolerance are the other. The chance of"
            + " a false positive in any of a family is at most the look's α. The MDE is"
            + " the smallest effect told from none with about 90 % power; regressed it is called from"
            + " the tolerance on.",
        verdict.inputs().calibration() == null
            ? "This host was not calibrated for this profile: its noise floor and false-alarm rate"
                + " are not known; ./loomwatch calibrate measures them."
            : "The floor is what 95 % of this host's comparisons of one subject with itself differ"
                + " by at most, either way.");
  }
}
