package loomwatch.reporting.publish;

import java.nio.charset.StandardCharsets;
import java.util.List;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.CauseSentences;
import loomwatch.reporting.report.Report;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Markdown;
import loomwatch.reporting.text.Text;
import org.jspecify.annotations.Nullable;

/**
 * The comment on a pull request: the verdict in a sentence, a table of the blocking metrics and
 * other changes, and the whole report folded below.
 *
 * @param body Markdown that begins with the hidden marker
 * @param occasion whether it is worth a new comment
 */
public record PullRequestComment(String body, Occasion occasion) {
  /** In bytes; GitHub's limit is 65,536 characters, and the report is folded. */
  private static final int ROOM = 64_000;

  private static final String TITLE = "### Loomwatch: ";
  private static final int MOST_SENTENCES = 3;
  private static final int LONGEST_SENTENCE = 400;

  /** Whether a comment is created where there is none. */
  public enum Occasion {
    /** A change is shown, or the run is inconclusive or invalid. */
    CHANGE,
    /** Nothing changed, so only an existing comment about an earlier commit is updated. */
    NO_CHANGE
  }

  /** Returns the comment on that run, with the address of its logs if known. */
  public static PullRequestComment of(JudgedRun run, @Nullable DetailsUrl detailsUrl) {
    Report report = new Report(run.verdict(), run.record());
    Document document = new Document();
    List<String> sentences = report.sentencesAboveTable();
    Section section =
        document
            .section("the verdict in words")
            .text(Text.strong(Clipped.to(LONGEST_SENTENCE, sentences.getFirst())));
    sentences.stream()
        .skip(1)
        .limit(MOST_SENTENCES)
        .forEach(sentence -> section.item(Clipped.to(LONGEST_SENTENCE, sentence)));
    run.unguarded().ifPresent(section::text);
    CauseSentences.of(run.verdict())
        .forEach(why -> section.item(Clipped.to(LONGEST_SENTENCE, why)));
    report.decisive(section);
    section.text(footer(run, detailsUrl));
    String head =
        ServiceFolder.ROOT.commentMarker()
            + "\n"
            + TITLE
            + report.mark()
            + "\n\n"
            + Markdown.render(document);
    int left = ROOM - head.getBytes(StandardCharsets.UTF_8).length;
    return new PullRequestComment(
        head + Markdown.folded("The whole report", report.markdown(left)), occasion(run.verdict()));
  }

  /** Returns this comment for one of several services. */
  public PullRequestComment about(ServiceFolder service) {
    String marker = ServiceFolder.ROOT.commentMarker();
    return new PullRequestComment(
        service.commentMarker()
            + body.substring(marker.length()).replaceFirst(TITLE, TITLE + service.prefix()),
        occasion);
  }

  private static Text footer(JudgedRun run, @Nullable DetailsUrl detailsUrl) {
    Text commit =
        Text.of(
            "Commit %s, record %s"
                .formatted(Clipped.to(40, run.head().revision()), run.record().id()));
    return detailsUrl == null
        ? commit.and(".")
        : commit.and(", ").and(Text.link("the run", detailsUrl.url())).and(".");
  }

  private static Occasion occasion(Verdict verdict) {
    return switch (verdict.verdict()) {
      case REGRESSED, IMPROVED, INCONCLUSIVE, INVALID -> Occasion.CHANGE;
      case PASS -> Occasion.NO_CHANGE;
    };
  }
}
