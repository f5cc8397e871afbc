package loomwatch.reporting.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.reporting.site.Row.SeriesKey;
import loomwatch.reporting.site.SeriesChart.Point;
import loomwatch.reporting.text.Quantity;
import loomwatch.results.Metric;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.trend.SeriesState;
import loomwatch.trend.TrendReport;

/**
 * The deciding series for pages elsewhere: {@code series/SLUG.svg}, a chart, and {@code
 * series/SLUG.json} for the endpoint badge of shields.io. Only a series' own name is in its slug,
 * so that the address stays.
 */
public final class SeriesFiles {
  /** With 7 kB for each, about a megabyte. */
  static final int MOST = 150;

  /** Half a year of daily runs; each is 3 pixels wide. */
  private static final int RUNS = 200;

  private static final String FOLDER = "series";
  private static final int LONGEST = 100;

  private SeriesFiles() {}

  /** Replaces the files in a site's folder. */
  public static void write(Path site, TrendReport report, History history) throws IOException {
    Path folder = Files.createDirectories(site.resolve(FOLDER));
    Map<Integer, Row> newest = newest(history);
    Set<String> written = new TreeSet<>();
    for (SeriesState state : charted(report.series())) {
      String slug = slug(state);
      List<Point> points = points(state, newest);
      Files.writeString(folder.resolve(slug + ".svg"), new SeriesChart(state, points).svg());
      Files.writeString(folder.resolve(slug + ".json"), badge(state, points));
      written.add(slug);
    }
    Path listed = folder.resolve("list.txt");
    if (Files.exists(listed)) {
      for (String old : Files.readAllLines(listed)) {
        if (old.matches("[a-z0-9._-]+") && !written.contains(old)) {
          Files.deleteIfExists(folder.resolve(old + ".svg"));
          Files.deleteIfExists(folder.resolve(old + ".json"));
        }
      }
    }
    Files.write(listed, written);
  }

  /** Returns the series that have files: those that decide, of headline metrics first. */
  static List<SeriesState> charted(Collection<SeriesState> all) {
    return all.stream()
        .filter(state -> state.gate() && state.points() > 0)
        .sorted(
            Comparator.comparing((SeriesState state) ->
                    Metric.named(state.metric()).filter(Metric::isHeadline).isEmpty())
                .thenComparing(SeriesState::scenario)
                .thenComparing(SeriesState::metric)
                .thenComparing(SeriesState::mode))
        .limit(MOST)
        .toList();
  }

  /** Returns the name of a series' files; a hash tells apart what has the same plain letters. */
  static String slug(SeriesState series) {
    String name = String.join("-", series.scenario(), series.mode(), series.metric());
    String plain =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-").replaceAll("^[-.]+|-+$", "");
    if (plain.equals(name) && plain.length() <= LONGEST) {
      return plain;
    }
    String hash = Sha256.of(name).replaceFirst("^sha256:", "").substring(0, 8);
    return plain.substring(0, Math.min(plain.length(), LONGEST)) + "-" + hash;
  }

  /** Returns the newest runs by their index in the history, the newest first. */
  private static Map<Integer, Row> newest(History history) {
    Map<Integer, Row> rows = new LinkedHashMap<>();
    List<HistoryEntry> entries = history.entries();
    for (int i = entries.size() - 1; i >= 0 && rows.size() < RUNS; i--) {
      if (entries.get(i).kind().isJudged()) {
        rows.put(i, Row.of(entries.get(i)));
      }
    }
    return rows;
  }

  private static List<Point> points(SeriesState state, Map<Integer, Row> newest) {
    SeriesKey key = new SeriesKey(state.scenario(), state.metric());
    List<Point> points = new ArrayList<>();
    newest.forEach((index, row) -> {
      Row.Point point = row.point(key, state.mode());
      if (point != null) {
        points.add(new Point(index, row.at(), point.value()));
      }
    });
    return points.reversed();
  }

  private static String badge(SeriesState state, List<Point> points) {
    String value =
        points.isEmpty() ? "none" : Quantity.inWords(points.getLast().value(), state.unit(), null);
    String message =
        switch (state.state()) {
          case WORSE, BETTER, MISSING -> value + ", " + state.state().label();
          case STEADY, LEARNING, NOT_JUDGED -> value;
        };
    String colour =
        switch (state.state()) {
          case WORSE -> AlertFiles.Badge.BAD;
          case STEADY, BETTER -> AlertFiles.Badge.GOOD;
          case MISSING -> AlertFiles.Badge.DOUBT;
          case LEARNING, NOT_JUDGED -> AlertFiles.Badge.UNKNOWN;
        };
    return AlertFiles.Badge.json(title(state), message, colour);
  }

  /** Returns, for example, {@code hello CPU per request, virtual}. */
  static String title(SeriesState state) {
    String metric =
        Metric.named(state.metric()).map(known -> known.wording().name()).orElse(state.metric());
    return "%s %s, %s".formatted(state.scenario(), metric, state.mode());
  }
}
