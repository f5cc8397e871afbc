package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ScenarioView.Difference;
import loomwatch.reporting.report.ScenarioView.Notes;
import loomwatch.reporting.report.ScenarioView.Row;
import loomwatch.reporting.report.ScenarioView.Sentence;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Ink;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Text;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.files.Plain;

/**
 * The report of a run of one variant: its limits, both modes at a glance, each scenario's numbers,
 * and how far to trust them.
 */
final class RunReport {
  /** The last line of every short report. */
  static final String MORE =
      "./loomwatch report --all shows every metric, limit and launch discarded, and the method.";

  private static final int MOST_DOUBTS = 5;

  private final Verdict verdict;
  private final MeasurementRecord record;
  private final List<ScenarioView> scenarios;
  private final Document document = new Document();

  private RunReport(Verdict verdict, MeasurementRecord record) {
    this.verdict = verdict;
    this.record = record;
    this.scenarios = ScenarioView.of(verdict);
  }

  static Document full(Verdict verdict, MeasurementRecord record) {
    RunReport report = new RunReport(verdict, record);
    report.summary(Summary.setting(record));
    report.modes();
    Notes notes = Notes.of(verdict.metrics());
    report.scenarios.forEach(scenario -> {
      report.scenario(scenario, notes);
      CountSection.write(report.document, record, scenario.name());
    });
    Limits.of(verdict).write(report.document, "Limits of thresholds.yaml");
    report.trust(notes);
    Evidence.write(report.document, verdict, record);
    return report.document;
  }

  /** Returns a report for one screen: the limits, both modes, and the doubts about them. */
  static Document inShort(Verdict verdict, MeasurementRecord record) {
    RunReport report = new RunReport(verdict, record);
    report.summary(Summary.settingInShort(record));
    report.modes();
    Section section = report.document.section("limits and doubts");
    Limits.inShort(section, Limits.of(verdict).open());
    doubts(
        section,
        verdict,
        record,
        Notes.of(report.headlines().stream().flatMap(ScenarioView::lines).toList()));
    section.text(MORE);
    return report.document;
  }

  private void summary(String setting) {
    document
        .section("summary")
        .title(
            Text.strong(Mark.of(verdict.verdict()), Ink.of(verdict.verdict())),
            ". ",
            Summary.of(verdict))
        .text(Summary.basis(record))
        .text(setting);
  }

  private List<ScenarioView> headlines() {
    return scenarios.stream()
        .map(scenario -> scenario.only(Row::isHeadline))
        .filter(scenario -> !scenario.rows().isEmpty())
        .toList();
  }

  /** Writes both modes side by side, servers and benchmarks apart, then what has no modes. */
  private void modes() {
    List<ScenarioView> headlines = headlines();
    if (headlines.isEmpty()) {
      return;
    }
    Section section = document.section("both modes at a glance");
    List<ScenarioView> both = headlines.stream().filter(ScenarioView::hasModes).toList();
    for (boolean benchmarks : new boolean[] {false, true}) {
      List<ScenarioView> some =
          both.stream().filter(scenario -> scenario.isBenchmark() == benchmarks).toList();
      section.tableInParts(
          metrics(some),
          Stream.concat(
                  Stream.of(
                      Column.<Metric>key(
                          "platform / virtual", metric -> metric.wording().column())),
                  some.stream().map(RunReport::column))
              .toList());
    }
    withoutModes(section, headlines.stream().filter(each -> !each.hasModes()).toList());
    section.text(both.isEmpty() ? "" : Difference.LEGEND);
    for (ScenarioView scenario : headlines) {
      String shortfall = Summary.shortfall(record, scenario.name());
      section.text(shortfall.isEmpty() ? "" : scenario.name() + ":" + shortfall);
    }
  }

  /** Writes a row for each benchmark, as there may be hundreds with long names. */
  private static void withoutModes(Section section, List<ScenarioView> benchmarks) {
    List<Column<ScenarioView>> columns =
        new ArrayList<>(List.of(Column.key("", ScenarioView::name)));
    for (Metric metric : metrics(benchmarks)) {
      columns.add(
          Column.right(
              metric.wording().column(),
              benchmark ->
                  benchmark.row(metric).map(row -> row.inWords(JudgedMode.PLATFORM)).orElse("")));
    }
    section.table(benchmarks, columns);
  }

  private static List<Metric> metrics(List<ScenarioView> some) {
    return Stream.of(Metric.values())
        .filter(metric -> some.stream().anyMatch(each -> each.row(metric).isPresent()))
        .toList();
  }

  private static Column<Metric> column(ScenarioView scenario) {
    return new Column<>(
        scenario.name(),
        Document.Side.LEFT,
        metric -> scenario.row(metric).map(RunReport::cell).orElse(Text.EMPTY));
  }

  private static Text cell(Row row) {
    Difference difference = row.difference();
    String levels =
        Quantity.both(row.inWords(JudgedMode.PLATFORM), " / ", row.inWords(JudgedMode.VIRTUAL));
    return Text.of(levels + " ").and(difference.marked(difference.shown() ? row.change() : ""));
  }

  private void scenario(ScenarioView scenario, Notes notes) {
    Section section =
        document
            .section(scenario.name())
            .heading(scenario.name(), Summary.load(record, scenario.name()))
            .text(
                Text.strong(
                    new Sentence(scenario, notes).text()
                        + Summary.shortfall(record, scenario.name()),
                    Ink.PLAIN));
    section.gap();
    numbers(section, scenario.only(Row::isKey), notes);
    section.gap().drawing(width -> LatencyLadder.of(record, scenario.name(), width));
    Section further = document.folded(scenario.name() + ": further metrics");
    Predicate<Row> key = Row::isKey;
    numbers(further, scenario.only(key.negate()), notes);
    RequestRows.write(further, record, scenario.name());
  }

  /** Writes one scenario of a comparison's head: a sentence, and every metric in both modes. */
  static void alone(Section section, MeasurementRecord record, ScenarioView scenario, Notes notes) {
    section.text(
        Text.strong(scenario.name() + ":")
            .and(
                " "
                    + new Sentence(scenario, notes).text()
                    + Summary.shortfall(record, scenario.name())));
    numbers(section, scenario, notes);
    RequestRows.write(section, record, scenario.name());
    section.gap().drawing(width -> LatencyLadder.of(record, scenario.name(), width));
  }

  /** Writes a row for each metric; with shorter names where they do not fit. */
  private static void numbers(Section section, ScenarioView scenario, Notes notes) {
    if (scenario.rows().isEmpty()) {
      return;
    }
    Column<Row> label = Column.key("metric", row -> row.metric().label());
    Column<Row> column = Column.key("metric", row -> row.metric().wording().column());
    section.firstFitting(
        Section.form().table(scenario.rows(), columns(label, scenario, notes)),
        Section.form().table(scenario.rows(), columns(column, scenario, notes)));
    scenario
        .launches()
        .ifPresent(count ->
            section.text(
                "each over " + Plural.count(count, scenario.isBenchmark() ? "fork" : "launch")));
  }

  private static List<Column<Row>> columns(Column<Row> name, ScenarioView scenario, Notes notes) {
    boolean counted = scenario.launches().isEmpty();
    if (!scenario.hasModes()) {
      return List.of(
          name,
          Column.right("value", row -> row.withInterval(JudgedMode.PLATFORM)),
          Column.left("notes", notes::marks));
    }
    return List.of(
        new Column<>("", Document.Side.KEY, row -> row.difference().marked("")),
        name,
        Column.right("platform", row -> row.withInterval(JudgedMode.PLATFORM)),
        Column.right("virtual", row -> row.withInterval(JudgedMode.VIRTUAL)),
        Column.right("virtual ÷ platform", row -> row.withInterval(JudgedMode.RATIO)),
        Column.left("launches", row -> counted ? row.launches() : ""),
        Column.left("notes", notes::marks));
  }

  private void trust(Notes notes) {
    boolean benchmarksAlone =
        !scenarios.isEmpty() && scenarios.stream().noneMatch(ScenarioView::hasModes);
    Section section =
        document
            .section("how far to trust this")
            .heading("How far to trust this", "")
            .item(
                benchmarksAlone
                    ? "± is a 90 % confidence interval over forks, never over iterations; digits it does"
                        + " not support are left out."
                    : "± and [ ] are 90 % confidence intervals over launches, never over requests; digits"
                        + " they do not support are left out. Where that of a ratio includes 1, no difference is"
                        + " shown. Launches: platform/virtual/pairs.");
    weaknesses(section, verdict, record, notes);
  }

  /** Writes every doubt about the figures, and the notes by number. */
  static void weaknesses(Section section, Verdict verdict, MeasurementRecord record, Notes notes) {
    Text bang = Text.strong("!", Ink.DOUBTFUL).and(" ");
    String mismatch = Summary.mismatch(verdict, record);
    if (!mismatch.isEmpty()) {
      section.item(bang.and(mismatch));
    }
    verdict.invalid().forEach(invalid -> section.item("⊘ discarded: " + invalid));
    verdict.warnings().forEach(warning -> section.item(bang.and(warning)));
    List<String> texts = notes.texts();
    for (int i = 0; i < texts.size(); i++) {
      section.item("(" + (i + 1) + ") " + texts.get(i));
    }
  }

  static void doubts(Section section, Verdict verdict, MeasurementRecord record, Notes notes) {
    List<String> doubts = new ArrayList<>();
    String mismatch = Summary.mismatch(verdict, record);
    if (!mismatch.isEmpty()) {
      doubts.add(mismatch);
    }
    doubts.addAll(verdict.warnings());
    doubts.addAll(notes.texts());
    doubts.stream()
        .limit(MOST_DOUBTS)
        .forEach(doubt -> section.item(Text.of("! ", Ink.DOUBTFUL).and(doubt)));
    if (doubts.size() > MOST_DOUBTS) {
      section.item("! and " + Plural.count(doubts.size() - MOST_DOUBTS, "more doubt"));
    }
    List<String> invalid = verdict.invalid();
    if (!invalid.isEmpty()) {
      String more = invalid.size() == 1 ? "" : "; and " + (invalid.size() - 1) + " more";
      section.item(Text.of("⊘", Ink.VOID).and(" discarded: " + invalid.getFirst() + more));
    }
  }

  /**
   * The requests of a mix in each mode, pooled over the valid launches of head and thus without
   * intervals. They show which request causes a scenario's latency.
   */
  private static final class RequestRows {
    private static final String CAPTION = "Each request of the mix by itself; launches pooled:";

    private static final List<Column<RequestRow>> COLUMNS =
        List.of(
            Column.key("request", RequestRow::request),
            Column.key("threads", row -> row.mode().label()),
            Column.right("answered", row -> count(row.answered())),
            Column.right("failed", row -> count(row.failed())),
            Column.right("p50", row -> percentile(row.latency(), 50)),
            Column.right("p99", row -> percentile(row.latency(), 99)));

    private static final double NANOS = 1e9;
    private static final int LONGEST = 40;

    /** Minimum number of pooled samples beyond a percentile that is shown. */
    private static final double FEWEST_BEYOND = 10;

    private RequestRows() {}

    private record RequestRow(
        String request, Mode mode, long answered, long failed, LatencyHistogram latency) {}

    /** One request of a mix; {@code occurrence} counts equal methods and paths, from 1. */
    private record Which(String request, int occurrence) {
      String shown() {
        String name = shortened(Plain.text(request));
        return occurrence == 1 ? name : "%s (%s)".formatted(name, occurrence);
      }
    }

    /** Writes the table, unless all requests are the same. */
    static void write(Section section, MeasurementRecord record, String scenario) {
      List<RequestRow> rows = rows(record, scenario);
      if (!rows.isEmpty()) {
        section.gap().text(CAPTION).table(rows, COLUMNS);
      }
    }

    private static List<RequestRow> rows(MeasurementRecord record, String scenario) {
      Map<Which, List<RequestRow>> byRequest = new LinkedHashMap<>();
      for (Mode mode : Mode.values()) {
        Map<Which, List<RequestLoad>> loads = new LinkedHashMap<>();
        launches(record, scenario, mode).forEach(launch -> add(launch, loads));
        loads.forEach((which, pooled) ->
            byRequest
                .computeIfAbsent(which, any -> new ArrayList<>())
                .add(row(which, mode, pooled)));
      }
      return byRequest.values().stream().flatMap(List::stream).toList();
    }

    private static void add(List<RequestLoad> launch, Map<Which, List<RequestLoad>> loads) {
      Map<String, Integer> seen = new HashMap<>();
      for (RequestLoad load : launch) {
        int before = seen.getOrDefault(load.request(), 0);
        seen.put(load.request(), before + 1);
        loads
            .computeIfAbsent(new Which(load.request(), before + 1), any -> new ArrayList<>())
            .add(load);
      }
    }

    private static Stream<List<RequestLoad>> launches(
        MeasurementRecord record, String scenario, Mode mode) {
      return record.launches().stream()
          .filter(launch -> launch.isOf(Side.HEAD) && launch.valid())
          .filter(launch -> launch.scenario().equals(scenario) && launch.mode() == mode)
          .map(Launch::load)
          .filter(Objects::nonNull)
          .map(LoadResult::requests)
          .filter(Objects::nonNull);
    }

    private static RequestRow row(Which which, Mode mode, List<RequestLoad> pooled) {
      return new RequestRow(
          which.shown(),
          mode,
          pooled.stream().mapToLong(RequestLoad::completed).sum(),
          pooled.stream().mapToLong(RequestLoad::errors).sum(),
          LatencyHistogram.merged(
              pooled.stream().map(RequestLoad::latency).filter(Objects::nonNull).toList()));
    }

    private static String percentile(LatencyHistogram latency, double percentile) {
      return latency.count() == 0 || latency.samplesBeyond(percentile) < FEWEST_BEYOND
          ? "–"
          : Quantity.of(latency.nanosAt(percentile) / NANOS, "s", null);
    }

    private static String count(long number) {
      return String.format(Locale.ROOT, "%,d", number);
    }

    private static String shortened(String request) {
      return request.codePointCount(0, request.length()) <= LONGEST
          ? request
          : request.substring(0, request.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }
  }
}
