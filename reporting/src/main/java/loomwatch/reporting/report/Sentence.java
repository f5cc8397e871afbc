package loomwatch.reporting.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.reporting.report.ScenarioView.Difference;
import loomwatch.reporting.report.ScenarioView.Row;
import loomwatch.reporting.text.Ratio;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Metric.MetricGroup;
import loomwatch.results.Metric.Percentile;

/**
 * Says in words which mode serves a scenario better and at what cost. Only a ratio whose whole
 * interval lies on one side of 1 is called a difference; of the others it says what they may be.
 */
final class Sentence {
  /** How well it serves: what the slowest requests see first. */
  private static final List<Metric> SERVING =
      headlines(Sentence::isOfServing).stream()
          .sorted(Comparator.comparingDouble(Sentence::rank).reversed())
          .toList();

  private static final List<Metric> NEEDING = headlines(metric -> !isOfServing(metric));

  private static final List<Metric> TOLD = headlines(metric -> true);

  private final ScenarioView scenario;
  private final Notes notes;
  private final List<String> sentences = new ArrayList<>();

  private Sentence(ScenarioView scenario, Notes notes) {
    this.scenario = scenario;
    this.notes = notes;
  }

  /** One to four short sentences. */
  static String of(ScenarioView scenario, Notes notes) {
    return new Sentence(scenario, notes).text();
  }

  private String text() {
    Set<Difference> differences = EnumSet.noneOf(Difference.class);
    TOLD.stream()
        .map(scenario::row)
        .flatMap(Optional::stream)
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
    return "Measured in " + (platform ? "platform" : "virtual") + " mode only: nothing to compare.";
  }

  private void serving() {
    List<Row> better = rows(SERVING, Difference.BETTER);
    List<Row> worse = rows(SERVING, Difference.WORSE);
    boolean benchmark = scenario.isBenchmark();
    if (!better.isEmpty() && !worse.isEmpty()) {
      add("Mixed: virtual threads are better in ", list(better, Sentence::inBrackets), "");
      add("Worse in ", list(worse, Sentence::inBrackets), "");
    } else if (!better.isEmpty()) {
      String lead =
          benchmark ? "Virtual threads are faster: " : "Virtual threads serve it better: ";
      add(lead, list(better, Sentence::plainly), "");
    } else if (!worse.isEmpty()) {
      String lead = benchmark ? "Platform threads are faster" : "Platform threads serve it better";
      add(lead + ": with virtual threads ", list(worse, Sentence::plainly), "");
    } else {
      even(benchmark ? "time" : "latency");
      return;
    }
    undecided(SERVING);
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
      add("Virtual threads take more: ", list(more, Sentence::inBrackets), rest);
    } else if (!less.isEmpty()) {
      add("Virtual threads take less: ", list(less, Sentence::inBrackets), "");
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

  /** {@code p99 52.9 ms against 811 ms (÷ 15.3)}: virtual against platform. */
  private static String plainly(Row row) {
    return name(row) + " " + against(row) + " (" + row.change() + ")";
  }

  private static String inBrackets(Row row) {
    return name(row) + " (" + against(row) + ", " + row.change() + ")";
  }

  /** What the difference may be. */
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
