package loomwatch.reporting.publish;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.CauseSentences;
import loomwatch.reporting.report.Report;
import loomwatch.reporting.report.ReviewTables;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Markdown;
import loomwatch.reporting.text.Text;
import org.jspecify.annotations.Nullable;

/**
 * A judged run for those who review the pull request: what happened and where, whether it blocks
 * the merge, the likely cause, and how to see it again. The comment and the check show the same.
 *
 * @param title the decision with its figure, in one plain line
 * @param markdown what follows it, with the whole report folded at its end
 */
record Review(String title, String markdown) {
  private static final int LONGEST_TITLE = 140;
  private static final int LONGEST_SENTENCE = 400;
  private static final int MOST_SENTENCES = 3;

  /**
   * Returns the review of a run, with the address of its logs if known.
   *
   * @param recent other pull requests, of which an inconclusive one tells
   * @param room for its Markdown, in bytes of UTF-8
   */
  static Review of(JudgedRun run, @Nullable DetailsUrl details, RecentChecks recent, int room) {
    Verdict verdict = run.verdict();
    Report report = new Report(verdict, run.record());
    ReviewTables tables = new ReviewTables(verdict, run.record());
    List<String> sentences = report.sentencesAboveTable();
    String title = Clipped.to(LONGEST_TITLE, title(run, sentences.getFirst()));
    Document document = new Document();
    Section section = document.section("the decision").text(run.decision());
    tables.behindTheVerdict(section);
    // The table has the figures of a sentence that the title has without them.
    Stream<String> more =
        sentences.stream()
            .skip(
                title.endsWith(sentences.getFirst()) || tables.decide() && !run.isOfItself()
                    ? 1
                    : 0);
    more.limit(MOST_SENTENCES).forEach(sentence -> section.item(clipped(sentence)));
    if (verdict.verdict() == Outcome.INCONCLUSIVE) {
      recent.advice().ifPresent(section::item);
    }
    CauseSentences.of(verdict).forEach(why -> section.item(clipped(why)));
    if (verdict.verdict() == Outcome.REGRESSED && !run.isOfItself()) {
      tables
          .command()
          .ifPresent(
              command -> section.item(Text.of("To measure it yourself: ").and(Text.code(command))));
      section.item(
          Text.of("If it is meant: ")
              .and(Text.code("/perf accept REASON"))
              .and(" as a comment, by somebody with write access, makes the check pass."));
    }
    section.text(origin(run, tables.effort(), details));
    tables.others(document);
    String said = Markdown.render(document);
    int left = room - said.getBytes(StandardCharsets.UTF_8).length;
    return new Review(title, said + Markdown.folded("The whole report", report.markdown(left)));
  }

  private static String title(JudgedRun run, String sentence) {
    Outcome outcome = run.verdict().verdict();
    if (run.isOfItself()) {
      return outcome == Outcome.PASS
          ? "First measurement: this can be measured here"
          : "First measurement: this machine is too noisy for these limits";
    }
    return word(outcome) + withoutFigures(sentence);
  }

  /** Returns what the title of a verdict begins with, such as {@code Pass: }. */
  static String word(Outcome outcome) {
    String word = outcome.label();
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) + ": ";
  }

  private static String clipped(String sentence) {
    return Clipped.to(LONGEST_SENTENCE, sentence);
  }

  /** Returns the sentence without what follows a semicolon, or the brackets at its end. */
  private static String withoutFigures(String sentence) {
    String part = sentence.replaceFirst("; .*", "");
    int bracket = part.lastIndexOf(" (");
    return sentence.endsWith(").") && bracket > 0 ? part.substring(0, bracket) : part;
  }

  private static Text origin(JudgedRun run, String effort, @Nullable DetailsUrl details) {
    Text commit =
        Text.of(
            "%s Commit %s, record %s"
                .formatted(effort, Clipped.to(40, run.head().revision()), run.record().id()));
    return details == null
        ? commit.and(".")
        : commit.and(", ").and(Text.link("the run", details.url())).and(".");
  }
}
