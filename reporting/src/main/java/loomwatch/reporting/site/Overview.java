package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.reporting.site.Points.Point;
import loomwatch.reporting.site.Points.SeriesKey;
import loomwatch.reporting.site.SiteData.Judged;
import loomwatch.trend.SeriesState;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;

/** {@code overview.json}: all that the first page needs, whatever the length of the history. */
final class Overview {
  /** Points of a sparkline: about one for each two pixels. */
  private static final int SPARK = 60;

  /** Records listed on the first page. */
  private static final int RECENT = 12;

  private final List<Row> rows;
  private final List<Row> runs;
  private final List<SeriesKey> keys;
  private final Map<SeriesKey, Map<String, Judged>> judged;
  private final @Nullable TrendReport trend;

  Overview(
      List<Row> rows,
      List<SeriesKey> keys,
      Map<SeriesKey, Map<String, Judged>> judged,
      @Nullable TrendReport trend) {
    this.rows = List.copyOf(rows);
    this.runs = rows.stream().filter(row -> row.kind() == Row.Kind.RUN).toList();
    this.keys = List.copyOf(keys);
    this.judged = Map.copyOf(judged);
    this.trend = trend;
  }

  ObjectNode file(Instant made, List<String> unreadable) {
    ObjectNode file = SiteJson.file("overview");
    file.put("made", made.toString()).put("records", rows.size()).put("runs", runs.size());
    file.put("shard", Shards.ROWS);
    ArrayNode faults = file.putArray("unreadable");
    unreadable.forEach(faults::add);
    Shards.putRows(file.putObject("recent"), last(rows, RECENT).reversed());
    if (trend != null) {
      file.set("trend", FoundChanges.open(trend));
    }
    ArrayNode series = file.putArray("series");
    for (int i = 0; i < keys.size(); i++) {
      putSeries(series.addObject().put("number", i), keys.get(i));
    }
    return file;
  }

  private void putSeries(ObjectNode node, SeriesKey key) {
    node.put("scenario", key.scenario()).put("metric", key.metric());
    ObjectNode modes = node.putObject("modes");
    for (String mode : Shards.MODES) {
      Judged said = judged.getOrDefault(key, Map.of()).get(mode);
      if (said != null) {
        putMode(modes.putObject(mode), key, mode, said);
      }
    }
  }

  private void putMode(ObjectNode node, SeriesKey key, String mode, Judged said) {
    node.put("unit", said.unit()).put("direction", said.direction()).put("gate", said.gate());
    node.put("verdict", said.verdict()).put("reason", said.reason());
    ArrayNode spark = node.putArray("spark");
    for (Row row : last(runs, SPARK)) {
      Point point = Shards.pointOf(row, key, mode);
      spark.add(point == null ? null : SiteJson.rounded(point.value()));
    }
    if (said.trend() != null) {
      putState(node, said.trend());
    }
    Movement movement = Movement.of(sinceReset(key, mode));
    if (movement != null) {
      movement.putTo(node);
    }
  }

  private static void putState(ObjectNode node, SeriesState trend) {
    node.put("state", trend.state().label());
    ArrayNode changes = node.putArray("changes");
    trend
        .changes()
        .forEach(change ->
            changes
                .addObject()
                .put("index", change.index())
                .put("change", change.change().label())
                .put("percent", SiteJson.rounded(change.effectPercent()))
                .put("alert", change.alert()));
  }

  /** The series' values since host, runtime or load changed last, oldest first. */
  private List<Double> sinceReset(SeriesKey key, String mode) {
    List<Double> values = new ArrayList<>();
    String fingerprint = runs.isEmpty() ? "" : runs.getLast().fingerprint();
    @Nullable String load = null;
    for (Row row : last(runs, SPARK).reversed()) {
      @Nullable String told = row.loads().get(key.scenario());
      if (!Objects.equals(row.fingerprint(), fingerprint)
          || told != null && load != null && !told.equals(load)) {
        break;
      }
      load = load == null ? told : load;
      Point point = Shards.pointOf(row, key, mode);
      if (point != null) {
        values.add(point.value());
      }
    }
    return values.reversed();
  }

  private static List<Row> last(List<Row> rows, int count) {
    return rows.subList(Math.max(0, rows.size() - count), rows.size());
  }

  /**
   * How far a series' newest value lies from the runs before it on the same host and runtime: for
   * ordering the overview, where {@code trend} has not judged the series.
   *
   * @param percent newest relative to the median before, positive = higher
   * @param deviations the same in robust standard deviations (1.4826 × the median absolute
   *     deviation), at most {@link #MOST} either way
   * @param before how many runs the median is of
   */
  record Movement(double percent, double deviations, int before) {
    /** As many as a level needs; older ones may be of another level. */
    private static final int WINDOW = 20;

    /** Below this, a spread is a guess. */
    private static final int FEWEST = 5;

    private static final double MOST = 99;

    /**
     * The movement, or null with too few runs.
     *
     * @param values of one host and runtime, oldest first
     */
    static @Nullable Movement of(List<Double> values) {
      int before = Math.min(WINDOW, values.size() - 1);
      if (before < FEWEST) {
        return null;
      }
      double[] earlier =
          values.subList(values.size() - 1 - before, values.size() - 1).stream()
              .mapToDouble(Double::doubleValue)
              .toArray();
      double median = SampleStatistics.medianOf(earlier);
      double spread =
          1.4826
              * SampleStatistics.medianOf(
                  Arrays.stream(earlier).map(value -> Math.abs(value - median)).toArray());
      double distance = values.getLast() - median;
      if (median == 0 || distance == 0) {
        return new Movement(0, 0, before);
      }
      double deviations = spread == 0 ? Math.copySign(MOST, distance) : distance / spread;
      return new Movement(
          100 * distance / Math.abs(median), Math.clamp(deviations, -MOST, MOST), before);
    }

    void putTo(ObjectNode node) {
      node.putObject("movement")
          .put("percent", SiteJson.rounded(percent))
          .put("deviations", SiteJson.rounded(deviations))
          .put("before", before);
    }
  }
}
