package loomwatch.tell.site;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries;

/** Entries of history as rows: the launches are in them, so mean and interval follow. */
final class HistoryRows {
  private HistoryRows() {}

  static Row of(HistoryEntry entry) {
    return new Row(
        entry.id(),
        entry.measuredAt(),
        entry.kind() == HistoryEntry.Kind.COMPARISON ? Row.Kind.COMPARISON : Row.Kind.RUN,
        entry.provenance().commit(),
        Objects.requireNonNullElse(entry.provenance().message(), ""),
        Objects.requireNonNullElse(entry.tomcat(), "unknown"),
        Objects.requireNonNullElse(entry.jdk(), "unknown"),
        entry.fingerprint(),
        Objects.requireNonNullElse(entry.verdict(), ""),
        remark(entry),
        Objects.requireNonNullElse(entry.loads(), Map.of()),
        points(entry));
  }

  private static String remark(HistoryEntry entry) {
    String kind = entry.kind() == HistoryEntry.Kind.IMPORT ? "imported" : "";
    return String.join(
        ", ",
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of(
                        kind, Objects.requireNonNullElse(entry.provenance().branch(), ""))
                    .filter(text -> !text.isEmpty()),
                entry.notes().stream())
            .toList());
  }

  private static Map<SeriesKey, Map<String, Point>> points(HistoryEntry entry) {
    Map<SeriesKey, Map<String, Point>> points = new TreeMap<>();
    for (HistorySeries series : entry.series()) {
      points
          .computeIfAbsent(
              new SeriesKey(series.scenario(), series.metric()), key -> new TreeMap<>())
          .put(series.mode(), point(series));
    }
    return points;
  }

  /** Of a contrast the geometric mean, as in a verdict: a ratio and its inverse weigh the same. */
  private static Point point(HistorySeries series) {
    boolean ratio = series.mode().equals(HistorySeries.CONTRAST);
    List<Double> values = series.values();
    double[] samples =
        values.stream().mapToDouble(value -> ratio ? Math.log(value) : value).toArray();
    if (MeanInterval.of(samples) instanceof Known<MeanInterval>(MeanInterval found)) {
      return ratio
          ? new Point(
              Math.exp(found.mean()),
              new Interval(Math.exp(found.low()), Math.exp(found.high())),
              values)
          : new Point(
              found.mean(),
              new Interval(Math.max(floor(values), found.low()), found.high()),
              values);
    }
    return new Point(values.getFirst(), null, values);
  }

  /** No metric of ours is below 0, so no interval reaches there; an import's may be. */
  private static double floor(List<Double> values) {
    return values.stream().allMatch(value -> value >= 0) ? 0 : Double.NEGATIVE_INFINITY;
  }
}
