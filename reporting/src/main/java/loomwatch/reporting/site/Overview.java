package loomwatch.reporting.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.Calibration.InjectedFault;
import loomwatch.judge.calibration.Calibration.Noise;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.reporting.site.Row.Point;
import loomwatch.reporting.site.Row.SeriesKey;
import loomwatch.reporting.site.SiteData.Judged;
import loomwatch.trend.SeriesState;
import org.jspecify.annotations.Nullable;

/** Writes {@code overview.json}, the data of the first page; its size is bounded. */
final class Overview {
  /** Points of a sparkline, about one for every two pixels. */
  private static final int SPARK = 60;

  /** Number of records on the first page. */
  private static final int RECENT = 12;

  /** Number of runs that give a level; older ones may have another level. */
  private static final int WINDOW = 20;

  /** Minimum number of runs for a spread. */
  private static final int FEWEST = 5;

  private static final double MOST_DEVIATIONS = 99;

  private final List<Row> rows;
  private final List<Row> runs;
  private final Map<SeriesKey, Map<String, Judged>> judged;
  private final Set<SeriesState> charted;

  Overview(List<Row> rows, Map<SeriesKey, Map<String, Judged>> judged) {
    this.rows = rows;
    this.runs = rows.stream().filter(row -> row.kind() == Row.Kind.RUN).toList();
    this.judged = judged;
    this.charted =
        Set.copyOf(
            SeriesFiles.charted(
                judged.values().stream()
                    .flatMap(modes -> modes.values().stream())
                    .flatMap(each -> Stream.ofNullable(each.trend()))
                    .toList()));
  }

  ObjectNode file(
      Instant made,
      List<String> unreadable,
      List<SeriesKey> keys,
      Optional<ObjectNode> openChanges) {
    ObjectNode file = SiteJson.file("overview");
    file.put("made", made.toString()).put("records", rows.size()).put("runs", runs.size());
    file.put("shard", Shards.ROWS).putPOJO("unreadable", unreadable);
    Shards.putRows(file.putObject("recent"), last(rows, RECENT).reversed());
    openChanges.ifPresent(open -> file.set("trend", open));
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
      Point point = row.point(key, mode);
      spark.add(point == null ? null : SiteJson.rounded(point.value()));
    }
    if (said.trend() != null) {
      node.put("state", said.trend().state().label());
      if (charted.contains(said.trend())) {
        node.put("embed", SeriesFiles.slug(said.trend()));
      }
      ArrayNode changes = node.putArray("changes");
      for (SeriesState.LevelChange change : said.trend().changes()) {
        changes
            .addObject()
            .put("index", change.index())
            .put("change", change.change().label())
            .put("percent", SiteJson.rounded(change.effectPercent()))
            .put("alert", change.alert());
      }
    }
    putMovement(node, sinceReset(key, mode));
  }

  /** Returns the values since host, runtime or load last changed, the oldest first. */
  private List<Double> sinceReset(SeriesKey key, String mode) {
    List<Double> values = new ArrayList<>();
    String fingerprint = runs.isEmpty() ? "" : runs.getLast().fingerprint();
    @Nullable String load = null;
    for (Row row : last(runs, SPARK).reversed()) {
      @Nullable String other = row.loads().get(key.scenario());
      if (!Objects.equals(row.fingerprint(), fingerprint)
          || other != null && load != null && !other.equals(load)) {
        break;
      }
      load = load == null ? other : load;
      Point point = row.point(key, mode);
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
   * Puts how far a series' newest value lies from earlier runs on the same host and runtime: in
   * percent of their median, and in robust standard deviations (1.4826 × the median absolute
   * deviation), at most {@link #MOST_DEVIATIONS} either way. The page orders series by it without
   * {@code trend}. Nothing is put with too few runs.
   *
   * @param values of one host and runtime, the oldest first
   */
  private static void putMovement(ObjectNode node, List<Double> values) {
    int before = Math.min(WINDOW, values.size() - 1);
    if (before < FEWEST) {
      return;
    }
    double[] earlier =
        values.subList(values.size() - 1 - before, values.size() - 1).stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
    double median = SampleStatistics.medianOf(earlier);
    double[] off = Arrays.stream(earlier).map(value -> Math.abs(value - median)).toArray();
    double spread = 1.4826 * SampleStatistics.medianOf(off);
    double distance = values.getLast() - median;
    double percent = 0;
    double deviations = 0;
    if (median != 0 && distance != 0) {
      percent = 100 * distance / Math.abs(median);
      deviations = spread == 0 ? Math.copySign(MOST_DEVIATIONS, distance) : distance / spread;
    }
    node.putObject("movement")
        .put("percent", SiteJson.rounded(percent))
        .put(
            "deviations",
            SiteJson.rounded(Math.clamp(deviations, -MOST_DEVIATIONS, MOST_DEVIATIONS)))
        .put("before", before);
  }

  /** The calibrations of the hosts, for the overview and their own page. */
  static final class Calibrations {
    /** Length of the start time with which a record's id begins. */
    private static final int TIME = "20261121T045600Z".length();

    private static final DateTimeFormatter ID =
        DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT);

    private Calibrations() {}

    /** Puts the calibrations and marks those of the newest run's machine, which may be null. */
    static void put(ObjectNode file, List<Calibration> calibrations, @Nullable String machine) {
      ArrayNode all = file.putArray("calibrations");
      for (Calibration calibration : calibrations) {
        put(all.addObject(), calibration, calibration.host().equals(machine));
      }
    }

    private static void put(ObjectNode node, Calibration calibration, boolean isNewest) {
      node.put("host", calibration.host()).put("newest", isNewest);
      node.put("profile", calibration.profile()).put("generator", calibration.generator());
      node.put("comparisons", calibration.unchanged().comparisons());
      node.put(
          "measured",
          calibration.comparisons().stream()
              .flatMap(source -> begun(source.record()).stream())
              .max(Instant::compareTo)
              .map(Instant::toEpochMilli)
              .orElse(null));
      put(node.putObject("falseAlarms"), calibration.unchanged().falseAlarms());
      ArrayNode noise = node.putArray("noise");
      calibration.noise().forEach(each -> put(noise.addObject(), each));
      ArrayNode faults = node.putArray("faults");
      calibration.faults().forEach(each -> put(faults.addObject(), each));
      node.putPOJO("warnings", calibration.warnings());
    }

    private static void put(ObjectNode node, Share share) {
      node.put("count", share.count()).put("of", share.of());
      node.put("high", SiteJson.rounded(share.high()));
    }

    private static void put(ObjectNode node, Noise noise) {
      node.put("scenario", noise.scenario()).put("mode", noise.mode().label());
      node.put("metric", noise.metric().label());
      node.put("floor", SiteJson.rounded(noise.floorPercent()));
      node.put("mde", SiteJson.rounded(noise.mdePercent()));
      node.put("tolerance", SiteJson.rounded(noise.tolerancePercent()));
    }

    private static void put(ObjectNode node, InjectedFault fault) {
      Share caught = fault.caught();
      node.put("fault", fault.fault());
      node.put("caught", caught.count()).put("of", caught.of());
      node.put("low", SiteJson.rounded(caught.low()));
      node.put("minutes", SiteJson.rounded(fault.medianMinutes()));
      node.putPOJO(
          "by",
          fault.seen().stream()
              .filter(seen -> seen.caught().count() > 0)
              .map(seen -> seen.metric().label())
              .distinct()
              .toList());
    }

    private static Optional<Instant> begun(String id) {
      try {
        return id.length() < TIME
            ? Optional.empty()
            : Optional.of(LocalDateTime.parse(id.substring(0, TIME), ID).toInstant(ZoneOffset.UTC));
      } catch (DateTimeParseException e) {
        return Optional.empty();
      }
    }
  }
}
