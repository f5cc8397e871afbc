package loomwatch.reporting.publish;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.RatioLimit;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Metric.Unit;
import loomwatch.results.StrictJson;
import loomwatch.results.history.DataJs;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Kind;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.jspecify.annotations.Nullable;

/**
 * Exports series for github-action-benchmark. Its page draws a chart for each series, so only
 * series with a blocking limit are exported; the site has all of them. Names and units must never
 * change, as each name is a chart.
 *
 * <p>There are two ways: the input files of the action for one run, and a whole {@code data.js}
 * from history. Both have one file or suite for each direction, as the action takes one direction
 * for a file. The action reads a missing value as 0 and fails on an empty array; so a series
 * without a value is omitted, and a file without entries is not written.
 */
public final class ChartExport {
  static final int MOST = 30;

  private static final Comparator<SeriesName> BY_NAME = Comparator.comparing(SeriesName::scenario);

  private static final int LONGEST = 300;
  private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");

  private ChartExport() {}

  private record Bench(
      String name, double value, String unit, @Nullable String range, @Nullable String extra) {}

  private record Suites(long lastUpdate, String repoUrl, Map<String, List<Measured>> entries) {}

  private record Measured(Commit commit, long date, String tool, List<Bench> benches) {}

  private record Commit(
      Person author,
      Person committer,
      String id,
      String message,
      @Nullable Instant timestamp,
      String url) {}

  private record Person(String name) {}

  /**
   * Returns the action's input files for that run by name: {@code smaller-is-better.json} and
   * {@code bigger-is-better.json}, each a JSON array in its {@code custom…IsBetter} format.
   */
  public static Map<String, String> inputs(
      JudgedRun run, Thresholds thresholds, @Nullable DetailsUrl detailsUrl) {
    Map<SeriesName, MetricVerdict> measured = new HashMap<>();
    for (MetricVerdict line : run.verdict().metrics()) {
      if (line.value() != null && Double.isFinite(line.value()) && line.launches() >= 1) {
        measured.put(name(line), line);
      }
    }
    Map<String, String> files = new LinkedHashMap<>();
    for (Direction direction : Direction.values()) {
      List<Bench> entries =
          charted(thresholds, measured.keySet()).stream()
              .flatMap(name -> Stream.ofNullable(measured.get(name)))
              .filter(line -> line.direction() == direction)
              .map(line -> bench(line, run, detailsUrl))
              .toList();
      if (!entries.isEmpty()) {
        boolean smaller = direction == Direction.LOWER_IS_BETTER;
        files.put(
            smaller ? "smaller-is-better.json" : "bigger-is-better.json", json(entries) + "\n");
      }
    }
    return files;
  }

  /** Returns those of the series that have a blocking limit, in the order of thresholds.yaml. */
  static List<SeriesName> charted(Thresholds thresholds, Set<SeriesName> there) {
    return thresholds.limits().stream()
        .filter(ChartExport::decides)
        .flatMap(limit -> there.stream().filter(series -> isOn(limit, series)).sorted(BY_NAME))
        .distinct()
        .limit(MOST)
        .toList();
  }

  /**
   * Returns whether the limit gets a chart: it is blocking, its metric is no count, and a tolerance
   * is on a metric that repeats well enough.
   */
  private static boolean decides(Limit limit) {
    return limit.gates()
        && !limit.terms().metric().isCounted()
        && !(limit instanceof Tolerance && !limit.terms().metric().repeats());
  }

  private static boolean isOn(Limit limit, SeriesName series) {
    String mode =
        switch (limit) {
          case Ceiling ceiling -> ceiling.mode().label();
          case Tolerance tolerance -> tolerance.mode().label();
          case RatioLimit ratio -> HistorySeries.RATIO;
        };
    return limit.terms().covers(series.scenario())
        && series.mode().equals(mode)
        && series.metric().equals(limit.terms().metric().label());
  }

  private static SeriesName name(MetricVerdict line) {
    return new SeriesName(line.scenario(), line.mode().label(), line.metric().label());
  }

  static String title(SeriesName series) {
    return series.scenario() + " " + series.mode() + " " + series.metric();
  }

  private static Bench bench(MetricVerdict line, JudgedRun run, @Nullable DetailsUrl detailsUrl) {
    ShownUnit unit = ShownUnit.of(line.unit());
    Interval interval = line.interval();
    List<String> extra = new ArrayList<>();
    extra.add((line.mode() == JudgedMode.RATIO ? "pairs: " : "launches: ") + line.launches());
    extra.add("verdict: " + (line.verdict() == null ? "no limit" : line.verdict().label()));
    line.doubts().forEach(doubt -> extra.add("doubt: " + doubt));
    extra.add("Tomcat: " + run.head().tomcat());
    extra.add("JDK: " + run.head().jdk());
    extra.add("host: " + run.record().host().cpuModel());
    extra.add("commit: " + run.head().revision());
    extra.add("record: " + run.record().id());
    if (detailsUrl != null) {
      extra.add("run: " + detailsUrl);
    }
    return new Bench(
        title(name(line)),
        unit.value(Objects.requireNonNull(line.value())),
        unit.symbol(),
        interval == null
            ? null
            : "90 % [" + unit.show(interval.low()) + ", " + unit.show(interval.high()) + "]",
        extra.stream().map(text -> Clipped.to(LONGEST, text)).collect(joining("\n")));
  }

  /**
   * Returns the text of {@code data.js} as the action writes it, without a final newline. Loomwatch
   * reads back only imported series, which keep their suite and name.
   *
   * @param repository page of the repository, without a final slash; may be empty
   * @param newest maximum number of entries of each suite, at least 1
   */
  public static String dataJs(
      History history, Thresholds thresholds, String repository, int newest) {
    // Measured afterwards, so not in its turn, which is all that order means in such a file.
    List<HistoryEntry> entries =
        history.entries().stream().filter(entry -> entry.kind() != Kind.BACKFILL).toList();
    Set<SeriesName> charted =
        Set.copyOf(
            charted(
                thresholds,
                entries.stream()
                    .flatMap(entry -> entry.series().stream())
                    .map(HistorySeries::name)
                    .collect(toSet())));
    Map<String, List<Measured>> suites = new TreeMap<>();
    long last = 0;
    for (HistoryEntry entry : entries) {
      last = Math.max(last, entry.measuredAt().toEpochMilli());
      // An entry has one tool, and a tool has one direction.
      entry.series().stream()
          .filter(series -> isImported(series) || charted.contains(series.name()))
          .collect(
              groupingBy(
                  ChartExport::suite,
                  TreeMap::new,
                  groupingBy(HistorySeries::direction, TreeMap::new, toList())))
          .forEach((suite, byDirection) ->
              byDirection
                  .values()
                  .forEach(series ->
                      suites
                          .computeIfAbsent(suite, name -> new ArrayList<>())
                          .add(measured(entry, series, repository))));
    }
    suites.replaceAll((name, all) -> all.subList(Math.max(0, all.size() - newest), all.size()));
    return DataJs.PREFIX + json(new Suites(last, repository, suites));
  }

  private static boolean isImported(HistorySeries series) {
    return series.mode().equals(HistorySeries.IMPORTED);
  }

  private static String suite(HistorySeries series) {
    if (isImported(series)) {
      return series.scenario();
    }
    return series.direction() == Direction.LOWER_IS_BETTER
        ? "Loomwatch"
        : "Loomwatch, larger is better";
  }

  private static Measured measured(
      HistoryEntry entry, List<HistorySeries> series, String repository) {
    Provenance from = entry.provenance();
    Person author = new Person(Objects.requireNonNullElse(from.author(), "unknown"));
    return new Measured(
        new Commit(
            author,
            author,
            from.commit(),
            Objects.requireNonNullElse(from.message(), ""),
            from.committedAt(),
            repository.isEmpty() ? "" : repository + "/commit/" + from.commit()),
        entry.measuredAt().toEpochMilli(),
        series.getFirst().direction() == Direction.LOWER_IS_BETTER
            ? "customSmallerIsBetter"
            : "customBiggerIsBetter",
        series.stream().map(each -> bench(entry, each)).toList());
  }

  private static Bench bench(HistoryEntry entry, HistorySeries series) {
    List<Double> values = series.values();
    double median =
        SampleStatistics.medianOf(values.stream().mapToDouble(Double::doubleValue).toArray());
    if (isImported(series)) {
      return new Bench(series.metric(), median, series.unit(), null, null);
    }
    ShownUnit unit = ShownUnit.of(series.unit());
    return new Bench(
        title(series.name()),
        unit.value(median),
        unit.symbol(),
        unit.show(Collections.min(values)) + " … " + unit.show(Collections.max(values)),
        "launches: %d\nTomcat: %s\nJDK: %s\nverdict: %s"
            .formatted(
                values.size(),
                Objects.requireNonNullElse(entry.tomcat(), "unknown"),
                Objects.requireNonNullElse(entry.jdk(), "unknown"),
                Objects.requireNonNullElse(entry.verdict(), "unknown")));
  }

  /** Formats like JavaScript's {@code JSON.stringify(data, null, 2)}. */
  private static String json(Object content) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
            .withObjectIndenter(TWO_SPACES)
            .withArrayIndenter(TWO_SPACES);
    try {
      return StrictJson.WITHOUT_NULLS.writer(printer).writeValueAsString(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: records always have a JSON form", e);
    }
  }

  /** The unit in which a base unit is shown; the same for all values of a series. */
  private record ShownUnit(String symbol, double factor) {
    /** Returns the unit for a base unit; the unit of another tool is shown unchanged. */
    static ShownUnit of(String symbol) {
      return Stream.of(Unit.values())
          .filter(unit -> unit.symbol().equals(symbol))
          .findFirst()
          .map(ShownUnit::of)
          .orElse(new ShownUnit(symbol, 1));
    }

    private static ShownUnit of(Unit unit) {
      return switch (unit) {
        case SECONDS -> new ShownUnit("ms", 1e3);
        case SECONDS_PER_REQUEST -> new ShownUnit("µs/request", 1e6);
        case SECONDS_PER_OPERATION -> new ShownUnit("µs/operation", 1e6);
        case BYTES -> new ShownUnit("MiB", 1.0 / (1 << 20));
        case BYTES_PER_REQUEST -> new ShownUnit("B/request", 1);
        case BYTES_PER_OPERATION -> new ShownUnit("B/operation", 1);
        case COUNT -> new ShownUnit("count", 1);
        case PER_REQUEST -> new ShownUnit("1/request", 1);
        case PER_SECOND -> new ShownUnit("1/s", 1);
      };
    }

    /** Returns the value rounded to 6 significant digits, to remove floating-point noise. */
    double value(double inBaseUnit) {
      return new BigDecimal(inBaseUnit * factor).round(new MathContext(6)).doubleValue();
    }

    /** Returns the value with 4 significant digits, without the unit. */
    String show(double inBaseUnit) {
      return String.format(Locale.ROOT, "%.4g", inBaseUnit * factor);
    }
  }
}
