package loomwatch.reporting.site;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Unit;
import loomwatch.results.files.Plain;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.TrendReport;

/**
 * The newest run of a history as OpenMetrics text 1.0, {@code metrics.txt}. All types are gauges: a
 * static site serves it as plain text, for which Prometheus knows no others that would fit.
 */
public final class OpenMetrics {
  private static final String PREFIX = "loomwatch_";

  private final StringBuilder text = new StringBuilder();
  private final String service;

  private OpenMetrics(String service) {
    this.service = service;
  }

  /** Writes the file into a site's folder; {@code service} names what was measured. */
  public static void write(Path site, TrendReport report, History history, String service)
      throws IOException {
    Files.createDirectories(site);
    Files.writeString(site.resolve("metrics.txt"), of(report, history, service));
  }

  static String of(TrendReport report, History history, String service) {
    OpenMetrics file = new OpenMetrics(service);
    file.putOpen(report);
    history.entries().reversed().stream()
        .filter(entry -> entry.kind() == HistoryEntry.Kind.RUN)
        .findFirst()
        .ifPresent(file::putRun);
    return file.text.append("# EOF\n").toString();
  }

  private void putOpen(TrendReport report) {
    family(PREFIX + "open_regressions", "", "changes for the worse that are open");
    for (Status status : List.of(Status.CONFIRMED, Status.SUSPECTED)) {
      long open =
          report.alerts().stream()
              .filter(alert -> alert.direction() == Alert.Change.WORSE && alert.status() == status)
              .count();
      sample(PREFIX + "open_regressions", Map.of("status", status.label()), open);
    }
  }

  private void putRun(HistoryEntry run) {
    family(PREFIX + "run", "", "the newest run, always 1");
    Map<String, String> of = new LinkedHashMap<>();
    of.put("commit", run.provenance().commit());
    of.put("tomcat", Objects.requireNonNullElse(run.tomcat(), ""));
    of.put("jdk", Objects.requireNonNullElse(run.jdk(), ""));
    of.put("verdict", Objects.requireNonNullElse(run.verdict(), ""));
    sample(PREFIX + "run", of, 1);
    String time = PREFIX + "run_timestamp_seconds";
    family(time, "seconds", "when the newest run began, since 1970 UTC");
    sample(time, Map.of(), run.measuredAt().getEpochSecond());
    Row row = Row.of(run);
    for (Metric metric : Metric.values()) {
      put(metric, row);
    }
  }

  private void put(Metric metric, Row row) {
    boolean declared = false;
    for (Row.SeriesKey key : row.points().keySet()) {
      if (!key.metric().equals(metric.label())) {
        continue;
      }
      for (Mode mode : Mode.values()) {
        Optional<Row.Point> point = Optional.ofNullable(row.point(key, mode.label()));
        if (point.isPresent()) {
          if (!declared) {
            family(name(metric), unit(metric.unit()), metric.meaning());
            declared = true;
          }
          Map<String, String> labels = new LinkedHashMap<>();
          labels.put("scenario", key.scenario());
          labels.put("mode", mode.label());
          sample(name(metric), labels, point.get().value());
        }
      }
    }
  }

  /** Returns the name of a metric's family, which ends in its unit. */
  static String name(Metric metric) {
    String unit = unit(metric.unit());
    return PREFIX
        + metric.label().replaceAll("[^a-z0-9]", "_")
        + (unit.isEmpty() ? "" : "_" + unit);
  }

  private static String unit(Unit unit) {
    return switch (unit) {
      case SECONDS, SECONDS_PER_REQUEST, SECONDS_PER_OPERATION -> "seconds";
      case BYTES, BYTES_PER_REQUEST, BYTES_PER_OPERATION -> "bytes";
      case COUNT, PER_REQUEST, PER_SECOND -> "";
    };
  }

  private void family(String name, String unit, String help) {
    text.append("# TYPE ").append(name).append(" gauge\n");
    if (!unit.isEmpty()) {
      text.append("# UNIT ").append(name).append(' ').append(unit).append('\n');
    }
    text.append("# HELP ").append(name).append(' ').append(escaped(help)).append('\n');
  }

  private void sample(String name, Map<String, String> labels, double value) {
    Map<String, String> all = new LinkedHashMap<>(Map.of("service", service));
    all.putAll(labels);
    text.append(name)
        .append(
            all.entrySet().stream()
                .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
                .collect(joining(",", "{", "}")))
        .append(' ')
        .append(Double.toString(value).toLowerCase(Locale.ROOT))
        .append('\n');
  }

  private static String escaped(String text) {
    return Plain.text(text).replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
