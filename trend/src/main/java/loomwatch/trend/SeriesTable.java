package loomwatch.trend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import loomwatch.judge.statistics.Location;
import loomwatch.results.Direction;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.SeriesName;
import org.jspecify.annotations.Nullable;

/** History turned by a quarter: from entries with series to series with points. */
final class SeriesTable {
  private final SortedMap<SeriesName, Row> rows = new TreeMap<>();

  private SeriesTable() {}

  /** All series of these entries; a point that rests on fewer launches is not judged. */
  static SeriesTable of(List<HistoryEntry> entries, int fewestLaunches) {
    SeriesTable table = new SeriesTable();
    for (int i = 0; i < entries.size(); i++) {
      HistoryEntry entry = entries.get(i);
      for (HistorySeries series : entry.series()) {
        table.rows.computeIfAbsent(series.name(), Row::new).add(i, entry, series, fewestLaunches);
      }
    }
    return table;
  }

  /** By name. */
  List<Row> rows() {
    return List.copyOf(rows.values());
  }

  /** One series. */
  static final class Row {
    private final SeriesName name;
    private final List<Integer> entries = new ArrayList<>();
    private final Map<Comparable, Collected> comparable = new LinkedHashMap<>();

    /** The first that was told; entries that tell none, of earlier versions, had it too. */
    private @Nullable String firstLoad;

    private @Nullable Collected newest;
    private String unit = "";
    private Direction direction = Direction.LOWER_IS_BETTER;
    private int notPositive;

    Row(SeriesName name) {
      this.name = name;
    }

    /** What points must share to be compared. */
    private record Comparable(
        String fingerprint, @Nullable String load, String unit, Direction direction) {}

    private record Collected(Comparable of, List<Integer> entries, List<Double> values) {}

    private void add(int index, HistoryEntry entry, HistorySeries series, int fewestLaunches) {
      entries.add(index);
      unit = series.unit();
      direction = series.direction();
      @Nullable String load = entry.load(series.scenario()).orElse(firstLoad);
      firstLoad = firstLoad == null ? load : firstLoad;
      @Nullable String another = Objects.equals(load, firstLoad) ? null : load;
      Comparable group = new Comparable(entry.fingerprint(), another, unit, direction);
      newest =
          comparable.computeIfAbsent(
              group, of -> new Collected(of, new ArrayList<>(), new ArrayList<>()));
      boolean imported = series.mode().equals(HistorySeries.IMPORTED);
      double value = median(series.values());
      if (!imported && series.values().size() < fewestLaunches) {
        return;
      }
      if (value <= 0) {
        notPositive++;
      } else {
        newest.entries.add(index);
        newest.values.add(value);
      }
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

    /** The index in history of every point, judged or not, ascending. */
    List<Integer> entries() {
      return entries;
    }

    /** Points left out because they have no logarithm. */
    int notPositive() {
      return notPositive;
    }

    /** Those that may be compared with each other, of each fingerprint; the newest's last. */
    List<Points> points() {
      List<Collected> order = new ArrayList<>(comparable.values());
      if (newest != null) {
        order.remove(newest);
        order.add(newest);
      }
      return order.stream()
          .map(each ->
              Points.of(
                  name,
                  each.of.fingerprint,
                  each.of.unit,
                  each.of.direction,
                  each.entries,
                  each.values))
          .toList();
    }
  }

  private static double median(List<Double> values) {
    return Location.medianOf(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
