package loomwatch.tell.publish;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.verdict.Verdict;
import loomwatch.tell.report.CauseSentences;
import loomwatch.tell.report.Brief;
import loomwatch.tell.report.MarkdownReport;
import org.jspecify.annotations.Nullable;

/**
 * The one comment on a pull request: the verdict in a sentence, a table of what decides or moved,
 * and the whole report folded below.
 *
 * @param body Markdown that begins with the hidden marker
 * @param occasion whether it is worth a new comment
 */
public record PullRequestComment(String body, Occasion occasion) {
  /** GitHub's limit is 65,536 characters. */
  private static final int ROOM = 65_000;

  private static final String TITLE = "### Loomwatch: ";
  private static final int MOST_SENTENCES = 3;
  private static final int LONGEST_SENTENCE = 400;

  /** Whether a comment is written where there is none. */
  public enum Occasion {
    /** Something is shown to have changed, or nothing could be shown. */
    CHANGE,
    /** Nothing changed; but a comment about an earlier commit must not go on saying otherwise. */
    NO_CHANGE
  }

  /**
   * Of that run.
   *
   * @param detailsUrl where its logs are, or null
   */
  public static PullRequestComment of(JudgedRun run, @Nullable DetailsUrl detailsUrl) {
    Brief brief = Brief.aboveTable(run.verdict(), run.record());
    List<String> lines = new ArrayList<>();
    lines.add(Marker.comment(ServiceFolder.ROOT));
    lines.add(TITLE + brief.mark());
    lines.add("");
    lines.addAll(sentences(brief));
    run.unguarded().ifPresent(said -> lines.addAll(List.of("", said)));
    CauseSentences.of(run.verdict())
        .forEach(why -> lines.add("- " + escape(Clipped.to(LONGEST_SENTENCE, why))));
    lines.addAll(Brief.table(run.verdict()).lines().toList());
    lines.add("");
    lines.add(footer(run, detailsUrl));
    lines.add("");
    lines.add("<details><summary>The whole report</summary>");
    lines.add("");
    lines.add(MarkdownReport.render(run.verdict(), run.record()));
    lines.add("</details>");
    return new PullRequestComment(
        Fitted.to(ROOM, String.join("\n", lines) + "\n"), occasion(run.verdict()));
  }

  /** The same about that service of several. */
  public PullRequestComment about(ServiceFolder service) {
    String marker = Marker.comment(ServiceFolder.ROOT);
    return new PullRequestComment(
        Marker.comment(service)
            + body.substring(marker.length()).replaceFirst(TITLE, TITLE + service.prefix()),
        occasion);
  }

  /** The first in bold, the others as a list. */
  static List<String> sentences(Brief brief) {
    List<String> all = brief.sentences();
    List<String> lines = new ArrayList<>();
    lines.add("**" + escape(Clipped.to(LONGEST_SENTENCE, all.getFirst())) + "**");
    if (all.size() > 1) {
      lines.add("");
    }
    all.stream()
        .skip(1)
        .limit(MOST_SENTENCES)
        .map(sentence -> "- " + escape(Clipped.to(LONGEST_SENTENCE, sentence)))
        .forEach(lines::add);
    return lines;
  }

  private static String footer(JudgedRun run, @Nullable DetailsUrl detailsUrl) {
    return "Commit "
        + escape(Clipped.to(40, run.head().revision()))
        + ", record "
        + escape(run.record().id())
        + (detailsUrl == null ? "" : ", [the run](" + detailsUrl + ")")
        + ".";
  }

  private static Occasion occasion(Verdict verdict) {
    return switch (verdict.verdict()) {
      case REGRESSED, IMPROVED, INCONCLUSIVE, INVALID -> Occasion.CHANGE;
      case PASS -> Occasion.NO_CHANGE;
    };
  }
}
