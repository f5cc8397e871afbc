package loomwatch.reporting.publish;

import loomwatch.judge.verdict.MethodChange;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Markdown;
import org.jspecify.annotations.Nullable;

/**
 * The comment on a pull request.
 *
 * @param body Markdown that begins with the hidden marker
 * @param occasion whether it is worth a new comment
 */
public record PullRequestComment(String body, Occasion occasion) {
  /** For the review, in bytes; GitHub's limit is 65,536 characters. */
  private static final int ROOM = 64_000;

  private static final String TITLE = "### Loomwatch: ";

  /** Whether a comment is created where there is none. */
  public enum Occasion {
    /** A change is shown, or the run is inconclusive or invalid. */
    CHANGE,
    /** Nothing changed, so only an existing comment about an earlier commit is updated. */
    NO_CHANGE
  }

  /** Returns the comment on that run, with the address of its logs if known. */
  public static PullRequestComment of(
      JudgedRun run, @Nullable DetailsUrl detailsUrl, RecentChecks recent) {
    String head =
        ServiceFolder.ROOT.commentMarker()
            + "\n"
            + TITLE
            + Mark.shape(run.verdict().verdict())
            + " ";
    Review review = Review.of(run, detailsUrl, recent, ROOM);
    return new PullRequestComment(
        head + Markdown.escape(review.title()) + "\n\n" + review.markdown(),
        occasion(run.verdict()));
  }

  /** Returns this comment for one of several services. */
  public PullRequestComment about(ServiceFolder service) {
    String marker = ServiceFolder.ROOT.commentMarker();
    return new PullRequestComment(
        service.commentMarker()
            + body.substring(marker.length()).replaceFirst(TITLE, TITLE + service.prefix()),
        occasion);
  }

  private static Occasion occasion(Verdict verdict) {
    return switch (verdict.verdict()) {
      case REGRESSED, IMPROVED, INCONCLUSIVE, INVALID -> Occasion.CHANGE;
      case PASS ->
          verdict.methods().stream().anyMatch(MethodChange::found)
              ? Occasion.CHANGE
              : Occasion.NO_CHANGE;
    };
  }
}
