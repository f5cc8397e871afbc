package loomwatch.gate.publish;

import java.util.Locale;
import loomwatch.gate.publish.CheckReport.Conclusion;
import org.jspecify.annotations.Nullable;

/** Why a commit has no measurement. */
public enum Unmeasured {
  /** It is alike in all that is measured to the commit it would be compared with. */
  NOTHING_MOVED(
      Conclusion.SUCCESS,
      "Nothing moved that is measured",
      "Neither the server nor what it is built from differs from the commit before, so there is"
          + " nothing to compare."),
  /** It should have been, and that failed. */
  FAILED(
      Conclusion.FAILURE,
      "Could not be measured",
      "There is no record of this commit, and so neither a verdict nor a point in history.");

  private final Conclusion conclusion;
  private final String title;
  private final String summary;

  Unmeasured(Conclusion conclusion, String title, String summary) {
    this.conclusion = conclusion;
    this.title = title;
    this.summary = summary;
  }

  /** The name on a command line: lower case with hyphens. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What the check says in a verdict's place. */
  public CheckReport report(@Nullable DetailsUrl details) {
    return new CheckReport(
        conclusion,
        title,
        details == null ? summary : summary + "\n\nThe log is at " + details.url() + "\n");
  }
}
