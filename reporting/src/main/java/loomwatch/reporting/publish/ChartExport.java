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
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.jspecify.annotations.Nullable;

/**
 * What github-action-benchmark draws. Its page has a chart for each series and its file is written
 * again for each commit, so it gets what decides, and no more than a person looks through; the site
 * has all of them. Names and units never change, as each name is a chart.
 *
 * <p>There are two ways: the input files of the action, run by run, and its whole {@code data.js}
 * at once, from history. Both have one file or suite for each direction, as the action takes one
 * direction for a whole file. It reads a missing value as 0 and fails on an empty array: so a value
 * that is not there leaves out its entry, and a file without entries is not made.
 */
public final class ChartExport {
  static final int MOST = 30;

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
   * The action's input files of that run by name, {@code smaller-is-better.json} and {@code
   * bigger-is-better.json}: each a JSON array of its {@code custom…IsBetter} format.
   *
   * @param thresholds it was judged by
   * @param detailsUrl where its logs are, or null
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

  /** Of the series there are those with a limit that decides, in the order of thresholds.yaml. */
  static List<SeriesName> charted(Thresholds thresholds, Set<SeriesName> there) {
    return thresholds.limits().stream()
        .filter(ChartExport::decides)
        .map(ChartExport::name)
        .distinct()
        .filter(there::contains)
        .limit(MOST)
        .toList();
  }

  /** A tolerance of what is noisy decides only where it is broken, and no failure is no chart. */
  private static boolean decides(Limit limit) {
    return limit.gates()
        && !limit.terms().metric().isCounted()
        && !(limit instanceof Tolerance && !limit.terms().metric().repeats());
  }

  private static SeriesName name(Limit limit) {
    String mode =
        switch (limit) {
          case Ceiling ceiling -> ceiling.mode().label();
          case Tolerance tolerance -> tolerance.mode().label();
          case RatioLimit ratio -> HistorySeries.RATIO;
        };
    return new SeriesName(limit.terms().scenario(), mode, limit.terms().metric().label());
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
   * The text of {@code data.js}, without a final newline, as the action writes it, for whoever
   * draws from it. Nothing is ever read back from it but what was imported. Imported series keep
   * their suite and name.
   *
   * @param repository the page of the repository, without a final slash; may be empty
   * @param newest of each suite at most so many entries; at least 1
   */
  public static String dataJs(
      History history, Thresholds thresholds, String repository, int newest) {
    Set<SeriesName> charted =
        Set.copyOf(
            charted(
                thresholds,
                history.entries().stream()
                    .flatMap(entry -> entry.series().stream())
                    .map(HistorySeries::name)
                    .collect(toSet())));
    Map<String, List<Measured>> suites = new TreeMap<>();
    long last = 0;
    for (HistoryEntry entry : history.entries()) {
      last = Math.max(last, entry.measuredAt().toEpochMilli());
      // An entry has one tool, and a tool one direction.
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

  /** As JavaScript's {@code JSON.stringify(data, null, 2)}. */
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

  /**
   * The unit in which a base unit is shown where sizes are not known beforehand: one for each,
   * whatever the size, or a series would change its unit half way.
   *
   * @param factor from the base unit
   */
  private record ShownUnit(String symbol, double factor) {
    /** Of a unit that may be another tool's; that is shown as it is. */
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

    /** More digits than any measurement has, and none that only floating point has. */
    double value(double inBaseUnit) {
      return new BigDecimal(inBaseUnit * factor).round(new MathContext(6)).doubleValue();
    }

    /** Four digits of a value in the base unit, without the unit. */
    String show(double inBaseUnit) {
      return String.format(Locale.ROOT, "%.4g", inBaseUnit * factor);
    }
  }
}
