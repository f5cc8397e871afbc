package loomwatch.tell.report;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.text.Mark;
import loomwatch.tell.text.MarkdownPage;
import loomwatch.tell.text.MarkdownText;

/**
 * A comparison as GitHub's Markdown: a pull request's comment and a job's summary. GitHub refuses a
 * comment of more than 65,536 characters, so what matters less and does not fit is left out.
 */
public final class ComparisonMarkdown {
  /** In bytes; leaves room for what a workflow writes around it. */
  static final int ROOM = 60_000;

  /** For saying what was left out. */
  private static final int RESERVE = 1_000;

  private static final int MOST_NAMED = 5;
  private static final int LONGEST_NAME = 60;

  private final Verdict verdict;
  private final Compared compared;
  private final MeasurementRecord record;
  private final MarkdownPage page = new MarkdownPage(ROOM - RESERVE);

  private ComparisonMarkdown(Verdict verdict, Compared compared, MeasurementRecord record) {
    this.verdict = verdict;
    this.compared = compared;
    this.record = record;
  }

  public static String render(Verdict verdict, Compared compared, MeasurementRecord record) {
    ComparisonMarkdown report = new ComparisonMarkdown(verdict, compared, record);
    report.print();
    return report.page.toString();
  }

  private void print() {
    List<ChangeView> views = ChangeView.of(verdict);
    List<ScenarioView> alone = ScenarioView.of(verdict);
    Notes notes = Notes.of(alone);
    MarkdownChanges changes = new MarkdownChanges(page, notes);
    heading();
    page.part("what was compared", this::arms);
    page.part("the overview", () -> overview(ChangeOverview.of(views)));
    views.forEach(view ->
        page.part(
            "changes of " + view.name(), () -> changes.judged(view, record, compared.alpha())));
    page.part(
        "limits",
        () -> {
          page.heading(2, "Absolute limits");
          MarkdownLimits.print(page, verdict);
        });
    page.part("how far to trust this", () -> trust(views, notes));
    MarkdownEvidence.machine(page, verdict, record);
    views.forEach(changes::others);
    page.details("Head alone: virtual ÷ platform threads", () -> alone(alone, notes));
    MarkdownEvidence.launches(page, record);
    leftOut();
  }

  private void heading() {
    page.heading(1, "Loomwatch: " + Mark.of(verdict.verdict()));
    List<String> sentences = Headline.of(verdict, record);
    page.part(
        "the verdict in words", () -> page.paragraph("**" + escape(sentences.getFirst()) + "**"));
    if (sentences.size() > 1) {
      page.part(
          "the rest of the verdict",
          () -> page.list(sentences.stream().skip(1).map(MarkdownText::escape).toList()));
    }
    List<String> causes = CauseSentences.of(verdict);
    if (!causes.isEmpty()) {
      page.part("why", () -> page.list(causes.stream().map(MarkdownText::escape).toList()));
    }
  }

  private void arms() {
    ArmNames names = ArmNames.of(compared, record);
    page.table(
        List.of("", "as asked for", "only here"),
        List.of(
            List.of("base", escape(names.base().spec()), escape(names.base().apart())),
            List.of("head", escape(names.head().spec()), escape(names.head().apart()))));
    List<String> lines = new ArrayList<>();
    Stream.of(
            names.shared(),
            ReachedLook.of(verdict, record),
            Basis.launches(record),
            Basis.retakes(record),
            Summary.conditions(record))
        .filter(text -> !text.isEmpty())
        .forEach(lines::add);
    compared.leftOut().forEach(left -> lines.add("Left out: " + left));
    page.list(lines.stream().map(MarkdownText::escape).toList());
  }

  private void overview(ChangeOverview overview) {
    if (overview.worthwhile()) {
      page.heading(2, "Changes: " + ChangeOverview.LEGEND);
      page.table(
          MarkdownPage.cells("", overview.columns()),
          overview.views().stream()
              .map(view ->
                  MarkdownPage.cells(
                      escape(view.name()),
                      overview.line(view, ChangeOverview.Cells.FIGURES).stream()
                          .map(MarkdownText::escape)
                          .toList()))
              .toList());
    }
  }

  private void alone(List<ScenarioView> alone, Notes notes) {
    for (ScenarioView scenario : alone.stream().map(ScenarioView::key).toList()) {
      page.paragraph(
          "**"
              + escape(scenario.name() + ": " + Sentence.of(scenario, notes))
              + escape(Loads.shortfall(record, scenario.name()))
              + "**");
      MarkdownNumbers.of(page, scenario, notes);
    }
  }

  private void trust(List<ChangeView> views, Notes notes) {
    page.heading(2, "How far to trust this");
    page.list(
        Trust.lines(verdict, record, views, notes).stream().map(MarkdownText::escape).toList());
  }

  private void leftOut() {
    List<String> leftOut = page.leftOut();
    if (leftOut.isEmpty()) {
      return;
    }
    List<String> named =
        leftOut.stream()
            .limit(MOST_NAMED)
            .map(name -> name.codePointCount(0, name.length()) > LONGEST_NAME ? cut(name) : name)
            .toList();
    page.paragraph(
        escape(
            "Left out to fit a comment: "
                + String.join("; ", named)
                + (leftOut.size() > MOST_NAMED
                    ? "; and " + (leftOut.size() - MOST_NAMED) + " more"
                    : "")
                + ". The run's record.json has everything."));
  }

  private static String cut(String name) {
    return name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME)) + "…";
  }
}
