package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import loomwatch.judge.verdict.Interval;
import loomwatch.reporting.site.Row.Point;
import loomwatch.reporting.site.Row.SeriesKey;
import org.jspecify.annotations.Nullable;

/**
 * Splits the records into files of {@link #ROWS}, so that a page loads only what it shows: {@code
 * rows/N.json} has the properties of each record, {@code series/S/N.json} its values. Files without
 * any of the newest {@link #WHOLE} omit intervals and launches, nine tenths of the data.
 */
final class Shards {
  /** Chosen so that both files of a first view have about 150 KB. */
  static final int ROWS = 500;

  static final int WHOLE = 2_500;
  static final List<String> MODES = List.of("platform", "virtual", "ratio", "imported");

  private Shards() {}

  static void write(Path folder, List<Row> rows, List<SeriesKey> keys) throws IOException {
    for (int first = 0; first < rows.size(); first += ROWS) {
      List<Row> part = rows.subList(first, Math.min(rows.size(), first + ROWS));
      String name = first / ROWS + ".json";
      ObjectNode file = SiteJson.file("rows").put("first", first);
      putRows(file, part);
      SiteJson.write(folder.resolve("rows").resolve(name), file);
      boolean whole = first + ROWS > rows.size() - WHOLE;
      for (int series = 0; series < keys.size(); series++) {
        SiteJson.write(
            folder.resolve("series").resolve(Integer.toString(series)).resolve(name),
            series(keys.get(series), first, part, whole));
      }
    }
  }

  static void putRows(ObjectNode columns, List<Row> part) {
    columns.putPOJO("id", part.stream().map(Row::id).toList());
    columns.putPOJO("time", part.stream().map(row -> row.at().toEpochMilli()).toList());
    putDictionary(columns, "recordKind", part, row -> row.kind().label());
    putDictionary(columns, "revision", part, Row::revision);
    putDictionary(columns, "title", part, Row::title);
    putDictionary(columns, "tomcat", part, Row::tomcat);
    putDictionary(columns, "jdk", part, Row::jdk);
    putDictionary(columns, "fingerprint", part, Row::fingerprint);
    putDictionary(columns, "verdict", part, Row::verdict);
    putDictionary(columns, "remark", part, Row::remark);
  }

  /** Puts a column of few different texts: each text once, and an index for each row. */
  private static void putDictionary(
      ObjectNode columns, String name, List<Row> part, Function<Row, String> text) {
    Map<String, Integer> indices = new LinkedHashMap<>();
    part.forEach(row -> indices.putIfAbsent(text.apply(row), indices.size()));
    columns
        .putObject(name)
        .putPOJO("texts", indices.keySet())
        .putPOJO("at", part.stream().map(row -> indices.get(text.apply(row))).toList());
  }

  private static ObjectNode series(SeriesKey key, int first, List<Row> part, boolean whole) {
    ObjectNode file = SiteJson.file("series").put("first", first);
    file.put("scenario", key.scenario()).put("metric", key.metric());
    ObjectNode modes = file.putObject("modes");
    for (String mode : MODES) {
      List<Optional<Point>> points =
          part.stream().map(row -> Optional.ofNullable(row.point(key, mode))).toList();
      if (points.stream().noneMatch(Optional::isPresent)) {
        continue;
      }
      ObjectNode columns = modes.putObject(mode);
      putColumn(columns, "value", points, Point::value);
      if (whole) {
        putColumn(columns, "low", points, point -> bound(point, Interval::low));
        putColumn(columns, "high", points, point -> bound(point, Interval::high));
        columns.putPOJO(
            "launches",
            points.stream()
                .map(point -> point.map(Point::launches).orElse(List.of()))
                .map(launches -> launches.stream().map(SiteJson::rounded).toList())
                .toList());
      }
    }
    return file;
  }

  private static void putColumn(
      ObjectNode columns,
      String name,
      List<Optional<Point>> points,
      Function<Point, @Nullable Double> number) {
    columns.putPOJO(
        name,
        points.stream()
            .map(point -> point.map(number).map(SiteJson::rounded).orElse(null))
            .toList());
  }

  private static @Nullable Double bound(Point point, Function<Interval, Double> end) {
    return point.interval() == null ? null : end.apply(point.interval());
  }
}
