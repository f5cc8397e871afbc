package loomwatch.tell.publish;

import java.util.Locale;
import loomwatch.judge.verdict.Outcome;
import loomwatch.tell.report.Brief;
import loomwatch.tell.report.MarkdownReport;
import org.jspecify.annotations.Nullable;

/**
 * What a check run on a commit says.
 *
 * @param conclusion what branch protection goes by
 * @param title one plain line
 * @param summary Markdown, below GitHub's limit
 */
public record CheckReport(Conclusion conclusion, String title, String summary) {
  /** The check's name; branch protection requires it by this. */
  public static final String NAME = "Loomwatch";

  private static final int LONGEST_TITLE = 140;

  /** GitHub's limit is 65,535 characters. */
  private static final int ROOM = 65_000;

  /** GitHub's words for how a check ended; it knows more. */
  public enum Conclusion {
    SUCCESS,
    FAILURE,
    /** Does not block a merge: the measurement could not tell, or there is none. */
    NEUTRAL
  }

  /**
   * Of that run.
   *
   * @param details where its logs are, or null
   */
  public static CheckReport of(JudgedRun run, @Nullable DetailsUrl details) {
    String ending = DetailsUrl.ending(details);
    Outcome outcome = run.verdict().verdict();
    Brief brief = Brief.of(run.verdict(), run.record());
    String word = brief.word();
    return new CheckReport(
        conclusion(outcome),
        Clipped.to(
            LONGEST_TITLE,
            word.substring(0, 1).toUpperCase(Locale.ROOT)
                + word.substring(1)
                + ": "
                + withoutFigures(brief.sentences().getFirst())),
        Fitted.to(ROOM - Fitted.bytes(ending), MarkdownReport.render(run.verdict(), run.record()))
            + ending);
  }

  /** The sentence without what it says in brackets at its end, if it does. */
  private static String withoutFigures(String sentence) {
    int bracket = sentence.lastIndexOf(" (");
    return sentence.endsWith(").") && bracket > 0 ? sentence.substring(0, bracket) : sentence;
  }

  private static Conclusion conclusion(Outcome outcome) {
    return switch (outcome) {
      case PASS, IMPROVED -> Conclusion.SUCCESS;
      case REGRESSED -> Conclusion.FAILURE;
      case INCONCLUSIVE, INVALID -> Conclusion.NEUTRAL;
    };
  }
}
