package loomwatch.reporting.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.judge.verdict.Verdict.Compared;
import loomwatch.reporting.report.ChangeView.Decisive;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.reporting.report.ComparisonBasis.VariantNames;
import loomwatch.reporting.report.ScenarioView.Notes;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Effect;
import loomwatch.reporting.text.Ink;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Text;
import loomwatch.results.JmhResults;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;

/**
 * The report of a comparison: what changed, what was compared, each scenario's changes, the
 * absolute limits on head, and how far to trust the results.
 */
final class ComparisonReport {
  private static final String NOT_CALIBRATED =
      "! this host's false positives are not known: ./loomwatch calibrate measures them, in a night";

  private static final List<String> METHOD =
      List.of(
          "Changes are of head relative to base, positive is worse. They are paired within rounds of"
              + " launches, and p50, CPU and allocation there window by window, so that they need not"
              + " be the ratio of the values beside them. Intervals are 90 % over pairs, never over"
              + " requests; digits they do not support are left out.",
          "p is one-sided, in the direction of the change, and adjusted for all changes of its"
              + " family: what gates is one, all others with a tolerance are the other. The chance"
              + " of a false positive in any of a family is at most the interim analysis' α. The MDE is the"
              + " smallest effect detected with about 90 % power; regressed it is called from"
              + " the tolerance on.");

  private final Verdict verdict;
  private final Compared compared;
  private final MeasurementRecord record;
  private final List<ChangeView> views;
  private final Document document = new Document();

  private ComparisonReport(Verdict verdict, Compared compared, MeasurementRecord record) {
    this.verdict = verdict;
    this.compared = compared;
    this.record = record;
    this.views = ChangeView.of(verdict);
  }

  static Document full(Verdict verdict, Compared compared, MeasurementRecord record) {
    ComparisonReport report = new ComparisonReport(verdict, compared, record);
    List<ScenarioView> alone =
        ScenarioView.of(verdict).stream()
            .filter(scenario -> !JmhResults.isTeams(scenario.name()))
            .toList();
    Notes notes = Notes.of(verdict.metrics());
    report.headline(Headline.of(verdict, record));
    report.variants();
    if (report.ofSeveral()) {
      report.overview();
    }
    report.views.forEach(view -> {
      new ChangeSection(view, notes)
          .write(report.document, Summary.load(record, view.name()), compared.alpha());
      CountSection.write(report.document, record, view.name());
    });
    MethodSection.write(report.document, verdict);
    Limits.of(verdict).write(report.document, "Absolute limits, on head alone");
    if (!alone.isEmpty()) {
      Section virtual = report.document.folded("Head alone: virtual ÷ platform threads");
      alone.forEach(scenario -> RunReport.alone(virtual, record, scenario, notes));
    }
    report.trust(notes);
    Evidence.write(report.document, verdict, record);
    return report.document;
  }

  /** Returns a report for one screen: the important changes, and the doubts about them. */
  static Document inShort(Verdict verdict, Compared compared, MeasurementRecord record) {
    ComparisonReport report = new ComparisonReport(verdict, compared, record);
    Decisive all = Decisive.of(report.views);
    boolean many = report.ofSeveral() && all.left() > 0;
    Decisive shown = many ? all.worst() : all;
    report.headline(Headline.aboveTable(verdict, record));
    report.variantsInShort();
    if (many) {
      report.overview();
    }
    report.decisive(shown);
    report.doubts(shown);
    return report.document;
  }

  private void headline(List<String> sentences) {
    Section section =
        document
            .section("the verdict in words")
            .title(
                Text.strong(Mark.of(verdict.verdict()), Ink.of(verdict.verdict())),
                ": ",
                sentences.getFirst());
    sentences.stream().skip(1).forEach(section::item);
    CauseSentences.of(verdict).forEach(section::item);
  }

  private void variants() {
    VariantNames names = VariantNames.of(compared, record);
    Section section = named(names);
    Stream.of(
            names.shared(),
            ComparisonBasis.look(verdict, record),
            ComparisonBasis.launches(record),
            ComparisonBasis.retakes(record),
            Summary.conditions(record))
        .forEach(section::item);
    leftOut(section);
  }

  private void variantsInShort() {
    VariantNames names = VariantNames.of(compared, record);
    Section section =
        named(names)
            .item(names.sameService() ? names.shared() : "")
            .item(ComparisonBasis.lookInShort(verdict, record).strip());
    if (record.scenarios().isEmpty()) { // of benchmarks, most may be left out
      leftOut(section);
    }
  }

  private void leftOut(Section section) {
    compared.leftOut().forEach(left -> section.item("Left out: " + left));
  }

  private Section named(VariantNames names) {
    return document
        .section("what was compared")
        .item(Text.strong("base").and(" " + names.base().line()))
        .item(Text.strong("head").and(" " + names.head().line()));
  }

  private boolean ofSeveral() {
    return judged().size() > 1;
  }

  private List<ChangeView> judged() {
    return views.stream().filter(view -> !view.judged().isEmpty()).toList();
  }

  /** Writes a table of all scenarios, with figures in the cells where they fit. */
  private void overview() {
    Section marks = Section.form();
    overviewTable(marks, row -> row.mark());
    Section figures = Section.form();
    overviewTable(figures, row -> row.mark().and(" " + Effect.change(row.line())));
    document
        .section("the overview")
        .heading("Changes", hasModes() ? "platform / virtual" : "")
        .firstFitting(figures, marks);
  }

  private boolean hasModes() {
    return judged().stream()
        .flatMap(view -> view.judged().stream())
        .anyMatch(row -> !row.modeLabel().isEmpty());
  }

  private void overviewTable(Section section, Function<Row, Text> cell) {
    Set<Metric> metrics = new LinkedHashSet<>();
    views.forEach(view -> view.judged().forEach(row -> metrics.add(row.metric())));
    List<Column<ChangeView>> columns = new ArrayList<>(List.of(Column.key("", ChangeView::name)));
    for (Metric metric : metrics) {
      columns.add(
          new Column<>(
              metric.wording().column(),
              Document.Side.LEFT,
              view ->
                  view.judged().stream()
                      .filter(row -> row.metric() == metric)
                      .map(cell)
                      .reduce((one, other) -> one.and(" / ").and(other))
                      .orElse(Text.EMPTY)));
    }
    section.table(judged(), columns);
  }

  private void decisive(Decisive decisive) {
    if (decisive.rows().isEmpty()) {
      return;
    }
    Section inWords = Section.form();
    decisive.rows().forEach(row -> inWords.item(inWords(row)));
    Section section =
        document
            .section("the changes that decide")
            .firstFitting(
                Section.form()
                    .drawing(width -> IntervalPlot.withFigures(decisive, width))
                    .text(IntervalPlot.LEGEND),
                inWords);
    ChangeSection.left(section, decisive);
  }

  private static Text inWords(Row row) {
    return row.mark()
        .and(
            " %s, %s: %s, %s, tolerance %s"
                .formatted(
                    row.service(),
                    row.name(),
                    row.baseToHead(),
                    Effect.withInterval(row.line()),
                    Effect.tolerance(row.change())));
  }

  private void doubts(Decisive shown) {
    Section section =
        document.section("limits and doubts").text(ChangeSection.ratios(views, compared.alpha()));
    limitsInShort(section);
    if (verdict.inputs().calibration() == null
        && Summary.hasServers(record)
        && !isOfCountsAlone()) {
      section.text(NOT_CALIBRATED);
    }
    Notes notes = Notes.of(shown.rows().stream().map(Row::line).toList());
    RunReport.doubts(section, verdict, record, notes);
    section.text(RunReport.MORE);
  }

  private boolean isOfCountsAlone() {
    return record.launches().stream()
        .allMatch(launch -> launch.windows().isEmpty() && launch.counts() != null);
  }

  private void limitsInShort(Section section) {
    Limits limits = Limits.of(verdict);
    if (!limits.all().isEmpty() && limits.allHold()) {
      section.text("Absolute limits: %1$s of %1$s pass.".formatted(limits.all().size()));
      return;
    }
    List<MetricVerdict> unmentioned = limits.open().stream().filter(this::unmentioned).toList();
    if (!unmentioned.isEmpty()) {
      section.text("Absolute limits:");
      Limits.inShort(section, unmentioned);
    }
  }

  /**
   * Returns whether the sentences above omit this limit: they have the blocking limits with the
   * verdict's own outcome, and regressed limits that base violates too.
   */
  private boolean unmentioned(MetricVerdict limit) {
    return limit.gate()
        ? limit.verdict() != verdict.verdict()
        : limit.verdict() == Outcome.REGRESSED && !limit.limitIsInherited();
  }

  private void trust(Notes notes) {
    Section section =
        document.section("how far to trust this").heading("How far to trust this", "");
    METHOD.forEach(section::item);
    if (Summary.hasServers(record)) {
      section.item(calibration());
    }
    String control = control();
    section.item(
        control.isEmpty() ? "" : "Control, the same work on the server's CPUs: " + control + ".");
    RunReport.weaknesses(section, verdict, record, notes);
  }

  private String calibration() {
    return verdict.inputs().calibration() == null
        ? "This host was not calibrated for this profile: its noise floor and false-alarm rate"
            + " are not known; ./loomwatch calibrate measures them."
        : "The floor is what 95 % of this host's comparisons of one service with itself differ"
            + " by at most, either way.";
  }

  /** Returns the change of the control work, which should be none; empty when not measured. */
  private String control() {
    return views.stream()
        .flatMap(view -> view.others().stream())
        .filter(row -> row.metric() == Metric.CONTROL && row.change().ratio().isPresent())
        .map(row ->
            "%s beside %s with %s threads"
                .formatted(
                    Effect.withInterval(row.line()), row.line().scenario(), row.mode().label()))
        .collect(joining(", "));
  }
}
