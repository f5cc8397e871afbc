package loomwatch.trend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.jspecify.annotations.Nullable;

/** Transposes history from entries with series to series with points. */
final class SeriesTable {
  /** Minimum number of launches of a point, unless it was imported. */
  private static final int LAUNCHES = 3;

  private final Map<SeriesName, Row> rows = new HashMap<>();

  private SeriesTable() {}

  /** Returns all series of these entries, which are in the order of commits. */
  static SeriesTable of(List<HistoryEntry> entries) {
    SeriesTable table = new SeriesTable();
    for (int i = 0; i < entries.size(); i++) {
      HistoryEntry entry = entries.get(i);
      for (HistorySeries series :
          entry.kind().isJudged() ? entry.series() : List.<HistorySeries>of()) {
        table.rows.computeIfAbsent(series.name(), Row::new).add(i, entry, series);
      }
    }
    return table;
  }

  /** Returns the series sorted by name. */
  List<Row> rows() {
    return rows.values().stream().sorted(Comparator.comparing(Row::name)).toList();
  }

  /** One series. */
  static final class Row {
    private final SeriesName name;
    private final List<Integer> entries = new ArrayList<>();
    private final Map<Comparable, List<SeriesPoints.Run>> comparable = new LinkedHashMap<>();

    /** First known load; entries of earlier versions, which have none, had it too. */
    private @Nullable String firstLoad;

    private @Nullable Comparable newest;
    private List<SeriesPoints.Run> newestRuns = List.of();
    private String unit = "";
    private Direction direction = Direction.LOWER_IS_BETTER;

    Row(SeriesName name) {
      this.name = name;
    }

    /** The properties that comparable points share. */
    private record Comparable(
        String fingerprint, @Nullable String load, String unit, Direction direction) {}

    private void add(int index, HistoryEntry entry, HistorySeries series) {
      entries.add(index);
      unit = series.unit();
      direction = series.direction();
      @Nullable String load = entry.load(series.scenario()).orElse(firstLoad);
      firstLoad = firstLoad == null ? load : firstLoad;
      @Nullable String another = Objects.equals(load, firstLoad) ? null : load;
      Comparable of = new Comparable(entry.fingerprint(), another, unit, direction);
      if (!of.equals(newest)) {
        newest = of;
        newestRuns = comparable.computeIfAbsent(of, each -> new ArrayList<>());
      }
      if (isImported() || series.values().size() >= LAUNCHES) {
        newestRuns.add(
            new SeriesPoints.Run(index, entry.provenance().commit(), median(series.values())));
      }
    }

    private static double median(List<Double> values) {
      double[] copy = new double[values.size()];
      Arrays.setAll(copy, values::get);
      return copy.length == 1 ? copy[0] : SampleStatistics.medianOf(copy);
    }

    private boolean isImported() {
      return name.mode().equals(HistorySeries.IMPORTED);
    }

    SeriesName name() {
      return name;
    }

    String unit() {
      return unit;
    }

    Direction direction() {
      return direction;
    }

    /** Returns whether changes are blocking: the metric repeats well or the series is imported. */
    boolean decides() {
      return decides(name);
    }

    static boolean decides(SeriesName series) {
      return series.mode().equals(HistorySeries.IMPORTED)
          || Metric.named(series.metric()).filter(Metric::decides).isPresent();
    }

    /** Returns the indices in history of all runs, judged or not, ascending. */
    List<Integer> entries() {
      return entries;
    }

    /** Returns groups of comparable points; the group of the newest run is last. */
    List<SeriesPoints> points() {
      List<Comparable> order = new ArrayList<>(comparable.keySet());
      if (newest != null) {
        order.remove(newest);
        order.add(newest);
      }
      return order.stream()
          .map(of ->
              SeriesPoints.of(
                  name,
                  of.fingerprint,
                  of.unit,
                  of.direction,
                  Objects.requireNonNull(comparable.get(of))))
          .toList();
    }
  }
}
