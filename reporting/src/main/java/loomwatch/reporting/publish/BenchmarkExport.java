package loomwatch.reporting.publish;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.reporting.publish.ChartedSeries.ShownUnit;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.jspecify.annotations.Nullable;

/**
 * Input files for github-action-benchmark: its {@code customSmallerIsBetter} and {@code
 * customBiggerIsBetter} formats, a JSON array of {@code name, unit, value, range, extra}.
 *
 * <p>One file for each direction, as the action takes one direction for a whole file. It reads a
 * missing value as 0 and fails on an empty array: so a value that is not there leaves out its entry
 * and a file without entries is not made. Names and units never change, as each name is a series;
 * which there are, {@link ChartedSeries} says.
 */
public final class BenchmarkExport {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .defaultPrettyPrinter(
              new DefaultPrettyPrinter()
                  .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                  .withArrayIndenter(new DefaultIndenter("  ", "\n")))
          .build();

  private static final int LONGEST = 300;

  private BenchmarkExport() {}

  /** As the action reads it. */
  private record Entry(
      String name, String unit, double value, @Nullable String range, String extra) {}

  /**
   * The files of that run by name: {@code smaller-is-better.json} and {@code
   * bigger-is-better.json}, each only where it has entries.
   *
   * @param thresholds it was judged by
   * @param detailsUrl where its logs are, or null
   */
  public static Map<String, String> of(
      JudgedRun run, Thresholds thresholds, @Nullable DetailsUrl detailsUrl) {
    Map<SeriesName, MetricVerdict> measured = new HashMap<>();
    for (MetricVerdict line : run.verdict().metrics()) {
      if (isMeasured(line)) {
        measured.put(name(line), line);
      }
    }
    List<MetricVerdict> charted =
        ChartedSeries.of(thresholds, measured.keySet()).stream()
            .flatMap(name -> Optional.ofNullable(measured.get(name)).stream())
            .toList();
    Map<String, String> files = new LinkedHashMap<>();
    for (Direction direction : Direction.values()) {
      List<Entry> entries =
          charted.stream()
              .filter(line -> line.direction() == direction)
              .map(line -> entry(line, run, detailsUrl))
              .toList();
      if (!entries.isEmpty()) {
        files.put(file(direction), json(entries));
      }
    }
    return files;
  }

  private static String file(Direction direction) {
    return switch (direction) {
      case LOWER_IS_BETTER -> "smaller-is-better.json";
      case HIGHER_IS_BETTER -> "bigger-is-better.json";
    };
  }

  private static boolean isMeasured(MetricVerdict line) {
    return line.value() != null && Double.isFinite(line.value()) && line.launches() >= 1;
  }

  private static SeriesName name(MetricVerdict line) {
    return new SeriesName(line.scenario(), line.mode().label(), line.metric().label());
  }

  private static Entry entry(MetricVerdict line, JudgedRun run, @Nullable DetailsUrl detailsUrl) {
    ShownUnit shown = ShownUnit.of(line.unit());
    Interval interval = line.interval();
    String range =
        interval == null
            ? null
            : "90 % [" + shown.show(interval.low()) + ", " + shown.show(interval.high()) + "]";
    return new Entry(
        ChartedSeries.title(name(line)),
        shown.symbol(),
        ChartedSeries.value(Objects.requireNonNull(line.value()), shown),
        range,
        extra(line, run, detailsUrl));
  }

  private static String extra(MetricVerdict line, JudgedRun run, @Nullable DetailsUrl detailsUrl) {
    List<String> lines = new ArrayList<>();
    String launches = line.mode() == JudgedMode.RATIO ? "pairs" : "launches";
    lines.add(launches + ": " + line.launches());
    lines.add("verdict: " + (line.verdict() == null ? "no limit" : line.verdict().label()));
    line.doubts().forEach(doubt -> lines.add("doubt: " + doubt));
    lines.add("Tomcat: " + run.head().tomcat());
    lines.add("JDK: " + run.head().jdk());
    lines.add("host: " + run.record().host().cpuModel());
    lines.add("commit: " + run.head().revision());
    lines.add("record: " + run.record().id());
    if (detailsUrl != null) {
      lines.add("run: " + detailsUrl);
    }
    return String.join("\n", lines.stream().map(text -> Clipped.to(LONGEST, text)).toList());
  }

  private static String json(List<Entry> entries) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(entries) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: entries always have a JSON form", e);
    }
  }
}
