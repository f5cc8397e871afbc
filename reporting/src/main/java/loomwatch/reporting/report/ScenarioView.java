package loomwatch.reporting.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Ink;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Ratio;
import loomwatch.reporting.text.Text;
import loomwatch.results.JmhResults;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Metric.MetricGroup;
import loomwatch.results.Metric.Percentile;
import loomwatch.results.Sample;

/** The metrics of one scenario, as reports show them. */
record ScenarioView(String name, List<Row> rows) {
  private static final String NOTHING = "–";

  ScenarioView {
    rows = List.copyOf(rows);
  }

  static List<ScenarioView> of(Verdict verdict) {
    Map<String, Map<Metric, Map<JudgedMode, MetricVerdict>>> byScenario = new LinkedHashMap<>();
    for (MetricVerdict metric : verdict.metrics()) {
      byScenario
          .computeIfAbsent(metric.scenario(), key -> new LinkedHashMap<>())
          .computeIfAbsent(metric.metric(), key -> new LinkedHashMap<>())
          .put(metric.mode(), metric);
    }
    List<ScenarioView> views = new ArrayList<>();
    byScenario.forEach((name, metrics) -> {
      List<Row> rows = new ArrayList<>();
      metrics.forEach((metric, cells) -> rows.add(new Row(metric, cells)));
      views.add(new ScenarioView(name, rows));
    });
    return views;
  }

  ScenarioView only(Predicate<Row> some) {
    return new ScenarioView(name, rows.stream().filter(some).toList());
  }

  Stream<MetricVerdict> lines() {
    return rows.stream()
        .flatMap(row -> Stream.of(JudgedMode.values()).flatMap(mode -> row.cell(mode).stream()));
  }

  Optional<Row> row(Metric metric) {
    return rows.stream().filter(row -> row.metric() == metric).findFirst();
  }

  boolean isBenchmark() {
    return rows.stream().anyMatch(row -> row.metric().unit().isPerOperation());
  }

  /** Returns whether it has threading modes, as most benchmarks of a team have none. */
  boolean hasModes() {
    return !JmhResults.isTeams(name) || measured(JudgedMode.VIRTUAL);
  }

  boolean measured(JudgedMode mode) {
    return rows.stream().anyMatch(row -> row.measured(mode));
  }

  /** Returns the number of launches of each mean, if it is the same for all. */
  OptionalInt launches() {
    int[] counts =
        rows.stream()
            .flatMap(row -> row.cells().values().stream())
            .filter(cell -> cell.value() != null)
            .mapToInt(MetricVerdict::launches)
            .distinct()
            .toArray();
    return counts.length == 1 ? OptionalInt.of(counts[0]) : OptionalInt.empty();
  }

  /** Returns {@code 52.9 ± 2.1 ms}, or for a ratio {@code 0.065 [0.058, 0.073]}. */
  static String withInterval(MetricVerdict cell) {
    Double value = cell.value();
    if (value == null) {
      return NOTHING;
    }
    return cell.mode() == JudgedMode.RATIO
        ? Ratio.withInterval(value, cell.interval())
        : Quantity.withInterval(value, cell.unit(), cell.interval());
  }

  /** One metric in both modes and their ratio. */
  record Row(Metric metric, Map<JudgedMode, MetricVerdict> cells) {
    Row {
      cells = Map.copyOf(cells);
    }

    Optional<MetricVerdict> cell(JudgedMode mode) {
      return Optional.ofNullable(cells.get(mode));
    }

    boolean measured() {
      return measured(JudgedMode.PLATFORM) || measured(JudgedMode.VIRTUAL);
    }

    boolean measured(JudgedMode mode) {
      return cell(mode).filter(cell -> cell.value() != null).isPresent();
    }

    boolean isHeadline() {
      return metric.isHeadline() && measured();
    }

    /** Returns whether the metric is important, or its limit is not shown to hold. */
    boolean isKey() {
      boolean inDoubt =
          cells.values().stream()
              .map(MetricVerdict::verdict)
              .anyMatch(outcome -> outcome != null && outcome != Outcome.PASS);
      return measured() && (metric.isKey() || inDoubt);
    }

    Difference difference() {
      return cell(JudgedMode.RATIO).map(Difference::of).orElse(Difference.NONE);
    }

    String withInterval(JudgedMode mode) {
      return cell(mode).map(ScenarioView::withInterval).orElse(NOTHING);
    }

    /**
     * Returns a mode's value with three digits. Virtual's is platform's times the paired ratio, so
     * that the two values agree with the ratio shown.
     */
    String inWords(JudgedMode mode) {
      MetricVerdict cell = cells.get(mode);
      Double platform = cell(JudgedMode.PLATFORM).map(MetricVerdict::value).orElse(null);
      Double ratio = cell(JudgedMode.RATIO).map(MetricVerdict::value).orElse(null);
      if (cell == null || cell.value() == null) {
        return NOTHING;
      }
      if (platform == null || ratio == null) {
        return Quantity.inWords(cell.value(), cell.unit(), cell.interval());
      }
      double times = platform * ratio;
      boolean paired = mode == JudgedMode.VIRTUAL && Sample.isValue(times);
      return Quantity.inWords(paired ? times : cell.value(), cell.unit(), null);
    }

    /** Returns virtual ÷ platform: {@code ÷ 14.2}, {@code +8 %}. */
    String change() {
      MetricVerdict ratio = cells.get(JudgedMode.RATIO);
      return ratio == null || ratio.value() == null
          ? NOTHING
          : Ratio.change(ratio.value(), ratio.interval());
    }

    /** Returns the number of launches of each mode and of pairs: {@code 3/3/2}. */
    String launches() {
      StringBuilder counts = new StringBuilder();
      for (JudgedMode mode : JudgedMode.values()) {
        int count = measured(mode) ? cell(mode).map(MetricVerdict::launches).orElse(0) : 0;
        counts.append(counts.isEmpty() ? "" : "/").append(count);
      }
      return counts.toString();
    }
  }

  /** The difference between virtual and platform threads that a ratio shows. */
  enum Difference {
    /** The whole interval lies within 2 % of 1, so any difference is too small to matter. */
    ALIKE("="),
    BETTER("▼"),
    WORSE("▲"),
    NOT_SHOWN("~"),
    /** The ratio has no interval, as there was one round, or is of too few requests. */
    UNKNOWN("?"),
    NONE("");

    /** The smallest change that histories report, too: 2 %. */
    private static final double MATTERS = 1.02;

    static final String LEGEND =
        "▼ virtual better, ▲ worse, = alike within 2 %, ~ no difference shown, ? too little to tell";

    private final String mark;

    Difference(String mark) {
      this.mark = mark;
    }

    /** Returns the text after the mark, in its colour. */
    Text marked(String text) {
      Ink ink =
          switch (this) {
            case BETTER -> Ink.GOOD;
            case WORSE -> Ink.BAD;
            case ALIKE, NOT_SHOWN, UNKNOWN, NONE -> Ink.PLAIN;
          };
      return Text.of((mark + " " + text).strip(), ink);
    }

    boolean shown() {
      return this == BETTER || this == WORSE;
    }

    static Difference of(MetricVerdict ratio) {
      Interval interval = ratio.interval();
      if (ratio.value() == null) {
        return NONE;
      }
      if (interval == null) {
        return UNKNOWN;
      }
      if (interval.low() >= 1 / MATTERS && interval.high() <= MATTERS) {
        return ALIKE;
      }
      boolean below = interval.high() < 1;
      if (!below && interval.low() <= 1) {
        return NOT_SHOWN;
      }
      if (ratio.isOfFewRequests()) {
        return UNKNOWN;
      }
      return below == (ratio.direction() == Direction.LOWER_IS_BETTER) ? BETTER : WORSE;
    }
  }

  /** The doubts about the numbers shown, each once, numbered from 1 in order of appearance. */
  static final class Notes {
    private static final String ONE_LAUNCH =
        "one launch: there is no interval, and no difference can be shown";

    private final Map<String, Map<String, Set<JudgedMode>>> about = new LinkedHashMap<>();

    static Notes of(List<MetricVerdict> shown) {
      Notes notes = new Notes();
      for (MetricVerdict line : shown) {
        for (String doubt : doubts(line)) {
          notes
              .about
              .computeIfAbsent(doubt, key -> new LinkedHashMap<>())
              .computeIfAbsent(line.scenario(), key -> EnumSet.noneOf(JudgedMode.class))
              .add(line.mode());
        }
      }
      return notes;
    }

    private static Set<String> doubts(MetricVerdict cell) {
      Set<String> doubts = new LinkedHashSet<>(cell.doubts());
      if (cell.launches() == 1 && cell.value() != null) {
        doubts.add(ONE_LAUNCH);
      }
      return doubts;
    }

    /** Returns the numbers of a row's notes: {@code 1,3}; empty when there is none. */
    String marks(Row row) {
      return marks(row.cells().values().stream());
    }

    String marks(Stream<MetricVerdict> cells) {
      List<String> order = List.copyOf(about.keySet());
      return cells
          .flatMap(cell -> doubts(cell).stream())
          .distinct()
          .map(doubt -> order.indexOf(doubt) + 1)
          .filter(number -> number > 0)
          .sorted()
          .map(String::valueOf)
          .collect(Collectors.joining(","));
    }

    /** Returns each doubt with its scenarios and modes, in the order of the numbers. */
    List<String> texts() {
      return about.entrySet().stream()
          .map(note -> note.getKey() + " (" + scope(note.getValue()) + ")")
          .toList();
    }

    private static String scope(Map<String, Set<JudgedMode>> where) {
      return where.entrySet().stream()
          .map(entry -> entry.getKey() + modes(entry.getValue()))
          .collect(Collectors.joining(", "));
    }

    /** Omits the ratio where other modes are named, as it shares their doubts. */
    private static String modes(Set<JudgedMode> modes) {
      Set<JudgedMode> own = EnumSet.copyOf(modes);
      if (own.size() > 1) {
        own.remove(JudgedMode.RATIO);
      }
      return own.size() > 1
          ? ""
          : " " + own.stream().map(JudgedMode::label).collect(Collectors.joining());
    }
  }

  /**
   * States which mode serves a scenario better and at what cost. Only a ratio whose whole interval
   * lies on one side of 1 is called a difference; for the others the possible range is given.
   */
  static final class Sentence {
    /** The metrics that callers notice, the highest percentiles first. */
    private static final List<Metric> SERVING =
        headlines(Sentence::isOfServing).stream()
            .sorted(Comparator.comparingDouble(Sentence::rank).reversed())
            .toList();

    private static final List<Metric> NEEDING = headlines(metric -> !isOfServing(metric));

    /** Launches from which on a difference is stated rather than supposed. */
    private static final int SEVERAL = 3;

    private final ScenarioView scenario;
    private final Notes notes;
    private final List<String> sentences = new ArrayList<>();

    Sentence(ScenarioView scenario, Notes notes) {
      this.scenario = scenario;
      this.notes = notes;
    }

    /** Returns one to four short sentences. */
    String text() {
      Set<Difference> differences = EnumSet.noneOf(Difference.class);
      scenario.rows().stream()
          .filter(row -> row.metric().isHeadline())
          .forEach(row -> differences.add(row.difference()));
      differences.remove(Difference.NONE);
      if (differences.isEmpty()) {
        return nothingToCompare();
      }
      if (differences.equals(EnumSet.of(Difference.UNKNOWN))) {
        return "One round gives no interval, and so do too few requests: no difference can be shown.";
      }
      serving();
      needing();
      undecided(NEEDING);
      return String.join(" ", sentences);
    }

    private String nothingToCompare() {
      boolean platform = scenario.measured(JudgedMode.PLATFORM);
      boolean virtual = scenario.measured(JudgedMode.VIRTUAL);
      if (platform && virtual) {
        return "No pair of launches to compare the modes by.";
      }
      if (!platform && !virtual) {
        return "Nothing valid was measured.";
      }
      if (!scenario.hasModes()) {
        return "";
      }
      return "Measured in "
          + (platform ? "platform" : "virtual")
          + " mode only: nothing to compare.";
    }

    private void serving() {
      List<Row> better = rows(SERVING, Difference.BETTER);
      List<Row> worse = rows(SERVING, Difference.WORSE);
      boolean benchmark = scenario.isBenchmark();
      if (!better.isEmpty() && !worse.isEmpty()) {
        add(
            "Mixed: virtual threads " + said("are", "seem") + " better in ",
            list(better, Sentence::inBrackets),
            "");
        add("Worse in ", list(worse, Sentence::inBrackets), "");
      } else if (!better.isEmpty()) {
        add("Virtual threads " + serves(benchmark) + ": ", list(better, Sentence::plainly), "");
      } else if (!worse.isEmpty()) {
        add(
            "Platform threads " + serves(benchmark) + ": with virtual threads ",
            list(worse, Sentence::plainly),
            "");
      } else {
        even(benchmark ? "time" : "latency");
        return;
      }
      undecided(SERVING);
    }

    private String serves(boolean benchmark) {
      return benchmark
          ? said("are", "seem") + " faster"
          : said("serve", "seem to serve") + " it better";
    }

    /** Chooses the more careful words where two launches are all there is. */
    private String said(String plainly, String carefully) {
      return scenario.launches().orElse(SEVERAL) < SEVERAL ? carefully : plainly;
    }

    private void even(String what) {
      List<Row> alike = rows(SERVING, Difference.ALIKE);
      List<Row> rows = new ArrayList<>(alike);
      rows.addAll(rows(SERVING, Difference.NOT_SHOWN));
      if (rows.size() > alike.size()) {
        boolean timesAlone =
            rows.stream().allMatch(row -> row.metric().group() == MetricGroup.LATENCY);
        String all = timesAlone ? what : "what is served";
        add("No difference in " + all + " shown: ", list(rows, Sentence::open), "");
      } else if (!alike.isEmpty()) {
        add("The modes are alike within 2 % in ", list(alike, Sentence::name), "");
      }
    }

    private void needing() {
      List<Row> more = rows(NEEDING, Difference.WORSE);
      List<Row> less = rows(NEEDING, Difference.BETTER);
      if (!more.isEmpty()) {
        String rest = less.isEmpty() ? "" : "; less: " + list(less, Sentence::inBrackets);
        add(
            "Virtual threads " + said("take", "seem to take") + " more: ",
            list(more, Sentence::inBrackets),
            rest);
      } else if (!less.isEmpty()) {
        add(
            "Virtual threads " + said("take", "seem to take") + " less: ",
            list(less, Sentence::inBrackets),
            "");
      }
    }

    private void undecided(List<Metric> metrics) {
      List<Row> alike = rows(metrics, Difference.ALIKE);
      if (!alike.isEmpty()) {
        add("Alike within 2 %: ", list(alike, Sentence::name), "");
      }
      List<Row> open = rows(metrics, Difference.NOT_SHOWN);
      if (!open.isEmpty()) {
        add("No difference shown in ", list(open, Sentence::open), "");
      }
    }

    private void add(String before, String list, String after) {
      sentences.add(before + list + after + ".");
    }

    private List<Row> rows(List<Metric> metrics, Difference difference) {
      return metrics.stream()
          .map(scenario::row)
          .flatMap(Optional::stream)
          .filter(row -> row.difference() == difference)
          .toList();
    }

    private String list(List<Row> rows, Function<Row, String> clause) {
      return rows.stream()
          .map(row ->
              clause.apply(row) + (notes.marks(row).isEmpty() ? "" : " [" + notes.marks(row) + "]"))
          .collect(joining(", "));
    }

    /** Returns virtual against platform: {@code p99 52.9 ms against 811 ms (÷ 15.3)}. */
    private static String plainly(Row row) {
      return name(row) + " " + against(row) + " (" + row.change() + ")";
    }

    private static String inBrackets(Row row) {
      return name(row) + " (" + against(row) + ", " + row.change() + ")";
    }

    private static String open(Row row) {
      return name(row)
          + row.cell(JudgedMode.RATIO)
              .map(MetricVerdict::interval)
              .map(interval -> " (" + Ratio.range(interval) + ")")
              .orElse("");
    }

    private static String against(Row row) {
      return row.inWords(JudgedMode.VIRTUAL) + " against " + row.inWords(JudgedMode.PLATFORM);
    }

    private static List<Metric> headlines(Predicate<Metric> some) {
      return Stream.of(Metric.values()).filter(Metric::isHeadline).filter(some).toList();
    }

    private static boolean isOfServing(Metric metric) {
      return metric.group() == MetricGroup.LATENCY
          || metric.direction() == Direction.HIGHER_IS_BETTER;
    }

    private static double rank(Metric metric) {
      return metric.percentile().map(Percentile::rank).orElse(0.0);
    }

    private static String name(Row row) {
      return row.metric().wording().name();
    }
  }
}
