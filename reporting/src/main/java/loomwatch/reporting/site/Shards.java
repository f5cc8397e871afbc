package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import loomwatch.judge.verdict.Interval;
import loomwatch.reporting.site.Points.Point;
import loomwatch.reporting.site.Points.SeriesKey;
import org.jspecify.annotations.Nullable;

/**
 * The records in order, cut into files of {@link #ROWS} so that a page loads what it shows: {@code
 * rows/N.json} for what each record is, {@code series/S/N.json} for its values. Files that hold
 * none of the newest {@link #WHOLE} leave out intervals and launches, nine tenths of them: a site
 * grows for years.
 */
final class Shards {
  /** A first view's worth: both of its files together stay near 150 KB. */
  static final int ROWS = 500;

  static final int WHOLE = 2_500;

  static final List<String> MODES = List.of("platform", "virtual", "ratio", "imported");

  private final Path folder;
  private final List<Row> rows;
  private final List<SeriesKey> keys;

  Shards(Path folder, List<Row> rows, List<SeriesKey> keys) {
    this.folder = folder;
    this.rows = List.copyOf(rows);
    this.keys = List.copyOf(keys);
  }

  void write() throws IOException {
    for (int first = 0; first < rows.size(); first += ROWS) {
      List<Row> part = rows.subList(first, Math.min(rows.size(), first + ROWS));
      String name = first / ROWS + ".json";
      SiteJson.write(folder.resolve("rows").resolve(name), rows(first, part));
      for (int series = 0; series < keys.size(); series++) {
        SiteJson.write(
            folder.resolve("series").resolve(Integer.toString(series)).resolve(name),
            series(keys.get(series), first, part, first + ROWS > rows.size() - WHOLE));
      }
    }
  }

  private static ObjectNode rows(int first, List<Row> part) {
    ObjectNode file = SiteJson.file("rows").put("first", first);
    putRows(file, part);
    return file;
  }

  /** Columns of what each record is. */
  static void putRows(ObjectNode columns, List<Row> part) {
    ArrayNode ids = columns.putArray("id");
    ArrayNode times = columns.putArray("time");
    part.forEach(row -> ids.add(row.id()));
    part.forEach(row -> times.add(row.at().toEpochMilli()));
    dictionary(columns, "recordKind", part, row -> row.kind().label());
    dictionary(columns, "revision", part, Row::revision);
    dictionary(columns, "title", part, Row::title);
    dictionary(columns, "tomcat", part, Row::tomcat);
    dictionary(columns, "jdk", part, Row::jdk);
    dictionary(columns, "fingerprint", part, Row::fingerprint);
    dictionary(columns, "verdict", part, Row::verdict);
    dictionary(columns, "remark", part, Row::remark);
  }

  private static void dictionary(
      ObjectNode columns, String name, List<Row> part, Function<Row, String> text) {
    Dictionary dictionary = new Dictionary();
    part.forEach(row -> dictionary.add(text.apply(row)));
    dictionary.putTo(columns, name);
  }

  private static ObjectNode series(SeriesKey key, int first, List<Row> part, boolean whole) {
    ObjectNode file = SiteJson.file("series").put("first", first);
    file.put("scenario", key.scenario()).put("metric", key.metric());
    ObjectNode modes = file.putObject("modes");
    for (String mode : MODES) {
      if (part.stream().anyMatch(row -> pointOf(row, key, mode) != null)) {
        ObjectNode columns = modes.putObject(mode);
        putValues(columns, key, mode, part);
        if (whole) {
          putLaunches(columns, key, mode, part);
        }
      }
    }
    return file;
  }

  static @Nullable Point pointOf(Row row, SeriesKey key, String mode) {
    return row.points().getOrDefault(key, Map.of()).get(mode);
  }

  private static void putValues(ObjectNode columns, SeriesKey key, String mode, List<Row> part) {
    ArrayNode value = columns.putArray("value");
    for (Row row : part) {
      Point point = pointOf(row, key, mode);
      value.add(point == null ? null : SiteJson.rounded(point.value()));
    }
  }

  private static void putLaunches(ObjectNode columns, SeriesKey key, String mode, List<Row> part) {
    ArrayNode low = columns.putArray("low");
    ArrayNode high = columns.putArray("high");
    ArrayNode launches = columns.putArray("launches");
    for (Row row : part) {
      Point point = pointOf(row, key, mode);
      Interval interval = point == null ? null : point.interval();
      low.add(interval == null ? null : SiteJson.rounded(interval.low()));
      high.add(interval == null ? null : SiteJson.rounded(interval.high()));
      ArrayNode each = launches.addArray();
      if (point != null) {
        point.launches().forEach(launch -> each.add(SiteJson.rounded(launch)));
      }
    }
  }

  /** A column of few different texts: each once, and an index for each row. */
  static final class Dictionary {
    private final Map<String, Integer> indices = new LinkedHashMap<>();
    private final ArrayNode at = SiteJson.MAPPER.createArrayNode();

    void add(String text) {
      Integer next = indices.size();
      Integer known = indices.putIfAbsent(text, next);
      at.add(known == null ? next : known);
    }

    void putTo(ObjectNode columns, String name) {
      ObjectNode column = columns.putObject(name);
      ArrayNode texts = column.putArray("texts");
      indices.keySet().forEach(texts::add);
      column.set("at", at);
    }
  }
}
