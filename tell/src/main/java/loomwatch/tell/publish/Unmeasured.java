package loomwatch.tell.publish;

import java.util.Locale;
import loomwatch.tell.publish.CheckReport.Conclusion;
import org.jspecify.annotations.Nullable;

/** Why a commit has no measurement. */
public enum Unmeasured {
  /** By the names of the files it differs in, which GitHub tells. */
  NOTHING_MOVED(
      Conclusion.SUCCESS,
      "Nothing moved that is measured",
      "Neither the server nor what it is built from differs from the commit before, so there is"
          + " nothing to compare."),
  /**
   * By what was built of both. Neutral, as only the machine says so that ran their code: a success
   * would be one that measured code can award itself.
   */
  ALIKE(
      Conclusion.NEUTRAL,
      "Base and head are alike once built",
      "The machine that was to measure them found the same server and the same suite in both, so"
          + " there is nothing to compare. It ran their code, and nobody else has seen it."),
  /** Its base has no file yet that says what is measured, as GitHub tells. Nobody is to blame. */
  NOT_YET(
      Conclusion.NEUTRAL,
      "Branched off before this was measured",
      "Where it branched off there is no loomwatch.yaml yet, which says what is measured. Merge the"
          + " default branch into it to have it measured."),
  /** It should have been, and that failed. */
  FAILED(
      Conclusion.FAILURE,
      "Could not be measured",
      "There is no record of this commit, and so neither a verdict nor a point in history. A"
          + " service's pull request is built, started and loaded as loomwatch.yaml of the commit it"
          + " branched off says.");

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
    return new CheckReport(conclusion, title, summary + DetailsUrl.ending(details));
  }
}
