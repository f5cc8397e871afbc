package loomwatch.tell.study;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.study.StudyVerdict.CellFinding;
import loomwatch.judge.study.StudyVerdict.ClaimFinding;
import loomwatch.judge.study.StudyVerdict.ClaimOutcome;
import loomwatch.judge.study.StudyVerdict.Value;
import loomwatch.judge.verdict.Plural;
import loomwatch.results.Host;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyRecord;
import loomwatch.tell.text.MarkdownPage;
import loomwatch.tell.text.MarkdownText;

/** Findings of studies as a page of Markdown: claims first, then what they rest on. */
public final class StudyMarkdown {
  private static final double GIB = 1L << 30;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ROOT).withZone(ZoneOffset.UTC);

  private StudyMarkdown() {}

  /** All of these, one after another. */
  public static String render(List<StudyVerdict> verdicts) {
    MarkdownPage page = new MarkdownPage();
    page.heading(1, "Studies");
    page.paragraph(
        "Which claims hold on one machine, and which do not. Figures in brackets are 90 % intervals"
            + " over launches. A claim *holds* when the whole interval keeps to it, and *does not"
            + " hold* when none of it does.");
    page.paragraph(
        "In an *open loop* a request's latency counts from when it was due, whatever became of those"
            + " before. In a *closed loop* a user asks again only when answered: the time that"
            + " others would have waited meanwhile is in no figure.");
    page.paragraph(
        "This page is made of records in `docs/studies`, by `./loomwatch study --all --show --markdown"
            + " --records docs/studies`."
            + " `./loomwatch study --help` says more.");
    page.table(
        List.of("study", "of what", "hold:", "do not:", "cannot be told:"),
        verdicts.stream().map(StudyMarkdown::overview).toList());
    for (StudyVerdict verdict : verdicts) {
      study(page, verdict);
    }
    return page.toString();
  }

  private static List<String> overview(StudyVerdict verdict) {
    String name = MarkdownText.escape(verdict.record().design().name());
    return List.of(
        "[" + name + "](#" + name + ")",
        MarkdownText.escape(verdict.record().design().title()),
        Long.toString(verdict.count(ClaimOutcome.HOLDS)),
        Long.toString(verdict.count(ClaimOutcome.DOES_NOT_HOLD)),
        Long.toString(verdict.count(ClaimOutcome.CANNOT_TELL)));
  }

  private static void study(MarkdownPage page, StudyVerdict verdict) {
    StudyRecord record = verdict.record();
    StudyDesign design = record.design();
    page.heading(2, MarkdownText.escape(design.name()));
    page.paragraph(MarkdownText.escape(capital(design.title())) + ".");
    page.paragraph(measured(record));
    if (!verdict.claims().isEmpty()) {
      page.table(
          List.of("claim", "source", "published:", "here:", "claimed", "verdict"),
          verdict.claims().stream().map(StudyMarkdown::claim).toList());
    }
    List<String> quantities = StudyWords.quantities(verdict);
    List<String> columns = new ArrayList<>();
    design.factors().forEach(factor -> columns.add(MarkdownText.escape(factor.name())));
    quantities.forEach(name -> columns.add(StudyWords.title(name) + ":"));
    List<List<String>> cells =
        verdict.cells().stream().map(cell -> cell(design, cell, quantities)).toList();
    page.details(Plural.count(cells.size(), "cell"), () -> page.table(columns, cells));
    List<String> notes = StudyWords.notes(verdict);
    if (!notes.isEmpty()) {
      page.list(notes.stream().map(MarkdownText::escape).toList());
    }
  }

  private static List<String> claim(ClaimFinding finding) {
    String source = finding.claim().source();
    return List.of(
        MarkdownText.escape(finding.claim().says()),
        source == null ? StudyWords.NOTHING : MarkdownText.escape(source),
        StudyWords.published(finding.claim()),
        MarkdownText.escape(StudyWords.figure(finding)),
        StudyWords.bound(finding.claim()),
        StudyWords.shape(finding.holding()) + " " + StudyWords.of(finding.holding()));
  }

  private static List<String> cell(StudyDesign design, CellFinding cell, List<String> quantities) {
    List<String> row = new ArrayList<>();
    StudyWords.levels(design, cell).forEach(level -> row.add(MarkdownText.escape(level)));
    for (String name : quantities) {
      Value value = cell.values().get(name);
      row.add(value == null ? StudyWords.NOTHING : StudyWords.value(name, value));
    }
    return row;
  }

  private static String measured(StudyRecord record) {
    Host host = record.host();
    return MarkdownText.escape(
        String.format(
            Locale.ROOT,
            "%s; %d launches of each cell, on %s with %d CPUs and %.0f GiB, Linux %s, on %s.",
            capital(StudyWords.loopInShort(record)),
            record.blocksDone(),
            host.cpuModel(),
            host.cores(),
            host.memoryBytes() / GIB,
            host.kernel(),
            DATE.format(record.createdAt())));
  }

  private static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
