package loomwatch.reporting.site;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import loomwatch.judge.verdict.Interval;
import loomwatch.reporting.site.Row.Point;
import loomwatch.reporting.site.Row.SeriesKey;
import loomwatch.reporting.site.SiteData.Judged;
import loomwatch.results.Metric;
import loomwatch.results.history.History;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;

/**
 * Years of runs, seeded: as many records and series as a busy team has. To look at one: {@code java
 * ... loomwatch.reporting.site.LongHistory SITE 10000 60} writes its data.
 */
final class LongHistory {
  private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");
  private static final List<Metric> METRICS =
      List.of(
          Metric.LATENCY_P50,
          Metric.LATENCY_P90,
          Metric.LATENCY_P99,
          Metric.CPU_PER_REQUEST,
          Metric.ALLOCATED_PER_REQUEST,
          Metric.RSS_AFTER_LOAD);

  private final Random random = new Random(7);
  private final int records;
  private final int series;
  private final @Nullable TrendReport found;

  LongHistory(int records, int series) {
    this(records, series, null);
  }

  /** With what was found in it. */
  LongHistory(int records, int series, @Nullable TrendReport found) {
    this.records = records;
    this.series = series;
    this.found = found;
  }

  public static void main(String[] args) throws IOException {
    new LongHistory(Integer.parseInt(args[1]), Integer.parseInt(args[2])).write(Path.of(args[0]));
  }

  void write(Path folder) throws IOException {
    SiteData data = new SiteData(folder, revision -> "");
    if (found != null) {
      data.add(new History(List.of(), "sha256:" + "0".repeat(64)), found);
    }
    for (int i = 0; i < records; i++) {
      data.add(row(i), i == records - 1 ? judged() : Map.of());
    }
    data.finish(BEGIN.plus(records, ChronoUnit.HOURS), List.of());
  }

  private Row row(int number) {
    Map<SeriesKey, Map<String, Point>> points = new TreeMap<>();
    for (int i = 0; i < series; i++) {
      double level = (1 + i) * 1e-4 * (i == 5 && number > records * 0.999 ? 1.2 : 1);
      points.put(
          key(i), Map.of("platform", point(level), "virtual", point(level), "ratio", point(1)));
    }
    return new Row(
        "run-%05d".formatted(number),
        BEGIN.plus(number, ChronoUnit.HOURS),
        Row.Kind.RUN,
        "%040x".formatted(number),
        "change number " + number,
        "11.0.25",
        number < records / 2 ? "25.0.2" : "25.0.3",
        "sha256:" + (number < records / 2 ? "a" : "b"),
        "pass",
        "full",
        Map.of(),
        points);
  }

  private Point point(double level) {
    List<Double> launches = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      launches.add(level * Math.exp(0.02 * random.nextGaussian()));
    }
    double mean = launches.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    return new Point(mean, new Interval(mean * 0.98, mean * 1.02), launches);
  }

  private Map<SeriesKey, Map<String, Judged>> judged() {
    Map<SeriesKey, Map<String, Judged>> said = new TreeMap<>();
    for (int i = 0; i < series; i++) {
      Judged each = new Judged("s", "lower", true, "pass", "90 % interval below the ceiling", null);
      said.put(
          key(i),
          Map.of(
              "platform", each,
              "virtual", each,
              "ratio", new Judged("ratio", "lower", false, null, "no limit", null)));
    }
    return said;
  }

  private static SeriesKey key(int number) {
    return new SeriesKey(
        "scenario-" + number / METRICS.size(), METRICS.get(number % METRICS.size()).label());
  }
}
