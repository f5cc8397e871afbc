package loomwatch.reporting.site;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Variant;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries;
import org.jspecify.annotations.Nullable;

/**
 * One record with the data of the charts. Texts of commits are untrusted input, which the pages
 * show as text only.
 *
 * @param at time of the measurement, by its machine's clock; of a backfill that of the commit
 * @param revision that was measured; with a plus sign where the working tree differed
 * @param title first line of the commit's message; empty when unknown
 * @param fingerprint of host and runtime
 * @param remark such as its profile or an injected fault; may be empty
 * @param loads by scenario, as in {@link HistoryEntry#loads}; empty where they are unknown
 * @param points by series and mode; empty for a comparison
 */
record Row(
    String id,
    Instant at,
    Kind kind,
    String revision,
    String title,
    String tomcat,
    String jdk,
    String fingerprint,
    String verdict,
    String remark,
    Map<String, String> loads,
    Map<SeriesKey, Map<String, Point>> points) {
  static final Comparator<Row> BY_TIME = Comparator.comparing(Row::at).thenComparing(Row::id);

  enum Kind {
    /** A run of head alone, which is a point of every series it measured. */
    RUN,
    /** A comparison, which has a page but no point, because its servers' JIT is deterministic. */
    COMPARISON,
    /** A point of an earlier commit, measured afterwards. */
    BACKFILL;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The series of one chart, in all modes. */
  record SeriesKey(String scenario, String metric) implements Comparable<SeriesKey> {
    private static final Comparator<SeriesKey> ORDER =
        Comparator.comparing(SeriesKey::scenario).thenComparing(SeriesKey::metric);

    @Override
    public int compareTo(SeriesKey other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * One run's value of a series in one mode.
   *
   * @param value mean over launches; of a ratio the geometric mean
   * @param interval null with fewer than two launches
   * @param launches value of each valid launch in the order started, or ratio of each round
   */
  record Point(double value, @Nullable Interval interval, List<Double> launches) {
    Point {
      launches = List.copyOf(launches);
    }

    /** Averages ratios geometrically, so that a ratio and its inverse weigh the same. */
    private static Point of(HistorySeries series) {
      boolean ratio = series.mode().equals(HistorySeries.RATIO);
      List<Double> values = series.values();
      double[] samples =
          values.stream().mapToDouble(value -> ratio ? Math.log(value) : value).toArray();
      if (!(MeanInterval.of(samples) instanceof Known<MeanInterval>(MeanInterval mean))) {
        return new Point(values.getFirst(), null, values);
      }
      if (ratio) {
        Interval interval = new Interval(Math.exp(mean.low()), Math.exp(mean.high()));
        return new Point(Math.exp(mean.mean()), interval, values);
      }
      // Loomwatch's metrics are never negative, but imported ones may be.
      boolean isPositive = values.stream().allMatch(value -> value >= 0);
      double low = isPositive ? Math.max(0, mean.low()) : mean.low();
      return new Point(mean.mean(), new Interval(low, mean.high()), values);
    }
  }

  static Row of(MeasurementRecord record, Verdict verdict, String title) {
    Variant head = Objects.requireNonNull(record.variant(Side.HEAD));
    boolean alone = record.comparison() == null;
    return new Row(
        record.id(),
        record.createdAt(),
        alone ? Kind.RUN : Kind.COMPARISON,
        head.revision() + (head.dirty() ? "+" : ""),
        title,
        head.tomcat(),
        head.jdk(),
        record.fingerprint(),
        verdict.verdict().label(),
        record.profile() + (head.fault() == null ? "" : ", fault " + head.fault()),
        HistoryEntries.loads(record),
        alone ? points(record, verdict) : Map.of());
  }

  private static Map<SeriesKey, Map<String, Point>> points(
      MeasurementRecord record, Verdict verdict) {
    Map<SeriesKey, Map<String, Point>> points = new TreeMap<>();
    for (MetricVerdict line : verdict.metrics()) {
      Double value = line.value();
      if (value != null) {
        points
            .computeIfAbsent(
                new SeriesKey(line.scenario(), line.metric().label()), key -> new TreeMap<>())
            .put(line.mode().label(), new Point(value, line.interval(), launches(record, line)));
      }
    }
    return points;
  }

  private static List<Double> launches(MeasurementRecord record, MetricVerdict line) {
    return line.mode() == JudgedMode.RATIO
        ? HistoryEntries.ratios(
            byRound(record, line, Mode.PLATFORM), byRound(record, line, Mode.VIRTUAL))
        : List.copyOf(byRound(record, line, Mode.of(line.mode().label())).values());
  }

  private static Map<Integer, Double> byRound(
      MeasurementRecord record, MetricVerdict line, Mode mode) {
    Map<Integer, Double> values = new TreeMap<>();
    record.launches().stream()
        .filter(launch -> launch.isOf(Side.HEAD) && launch.valid() && launch.mode() == mode)
        .filter(launch -> launch.scenario().equals(line.scenario()))
        .forEach(launch ->
            launch.samples().stream()
                .filter(sample -> sample.metric() == line.metric())
                .forEach(sample -> values.put(launch.round(), sample.value())));
    return values;
  }

  /** Computes mean and interval from the launches in the entry. */
  static Row of(HistoryEntry entry) {
    Map<SeriesKey, Map<String, Point>> points = new TreeMap<>();
    for (HistorySeries series : entry.series()) {
      points
          .computeIfAbsent(
              new SeriesKey(series.scenario(), series.metric()), key -> new TreeMap<>())
          .put(series.mode(), Point.of(series));
    }
    Instant measured = entry.measuredAt();
    boolean after = entry.kind() == HistoryEntry.Kind.BACKFILL;
    String release = after ? Objects.requireNonNullElse(entry.provenance().release(), "") : "";
    String imported = entry.kind() == HistoryEntry.Kind.IMPORT ? "imported" : "";
    String branch = Objects.requireNonNullElse(entry.provenance().branch(), "");
    return new Row(
        entry.id(),
        after ? Objects.requireNonNullElse(entry.provenance().committedAt(), measured) : measured,
        switch (entry.kind()) {
          case RUN, IMPORT -> Kind.RUN;
          case COMPARISON -> Kind.COMPARISON;
          case BACKFILL -> Kind.BACKFILL;
        },
        entry.provenance().commit(),
        Objects.requireNonNullElse(entry.provenance().message(), ""),
        Objects.requireNonNullElse(entry.tomcat(), "unknown"),
        Objects.requireNonNullElse(entry.jdk(), "unknown"),
        entry.fingerprint(),
        Objects.requireNonNullElse(entry.verdict(), ""),
        Stream.concat(
                Stream.of(imported, branch, release).filter(text -> !text.isEmpty()),
                entry.notes().stream())
            .collect(Collectors.joining(", ")),
        Objects.requireNonNullElse(entry.loads(), Map.of()),
        points);
  }

  @Nullable Point point(SeriesKey key, String mode) {
    return points.getOrDefault(key, Map.of()).get(mode);
  }
}
