package loomwatch.reporting.site;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.StudyReport;
import loomwatch.reporting.site.Overview.Calibrations;
import loomwatch.reporting.site.Row.SeriesKey;
import loomwatch.results.Fingerprint;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.study.StudyPast;
import loomwatch.trend.Alert;
import loomwatch.trend.SeriesState;
import loomwatch.trend.TrendJson;
import loomwatch.trend.TrendReport;
import org.jspecify.annotations.Nullable;

/**
 * The data of a site in one folder: {@code metrics.json}, {@code overview.json}, {@code
 * settled.json}, {@code state.json}, {@code rows/N.json}, {@code series/S/N.json} and {@code
 * runs/ID.json}. Their schema is the resource {@code site.schema.json} of this package.
 *
 * <p>A history must be added before any record; records may be added in any order. Only the data of
 * the charts stays in memory. Not thread-safe.
 */
public final class SiteData {
  /** The version of all files; pages refuse any other. */
  public static final int SCHEMA = 1;

  private final Path folder;
  private final Function<String, String> titles;
  private final List<Row> history = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private @Nullable TrendReport trend;
  private @Nullable ObjectNode state;
  private final Map<SeriesKey, Map<String, Judged>> judged = new TreeMap<>();
  private final Bumps bumps = new Bumps();
  private List<Calibration> calibrations = List.of();
  private List<StudyVerdict> studies = List.of();
  private Function<String, StudyPast> pastOfStudies = StudyPast::none;
  private @Nullable String machine;
  private Instant newest = Instant.MIN;

  /** Writes into a folder; {@code titles} returns the first line of a commit's message. */
  public SiteData(Path folder, Function<String, String> titles) {
    this.folder = folder;
    this.titles = titles;
  }

  /** Adds a record, and writes the file of its page. */
  public void add(MeasurementRecord record, Verdict verdict) throws IOException {
    Row row =
        Row.of(
            record,
            verdict,
            titles.apply(Objects.requireNonNull(record.variant(Side.HEAD)).revision()));
    ObjectNode page = RunFile.of(record, verdict, row.title());
    SiteJson.write(page(record.id()), page);
    bumps.addComparison(page);
    if (trend == null && !row.at().isBefore(newest)) {
      machine = Fingerprint.ofHost(record.host());
    }
    add(row, row.kind() == Row.Kind.RUN ? judgements(verdict) : Map.of());
  }

  /** Adds a history and the report on it. It keeps its own order and precedes all records. */
  public void add(History entries, TrendReport report) {
    entries.entries().forEach(entry -> history.add(Row.of(entry)));
    trend = report;
    state = StateFile.of(report, entries);
    newest = Instant.MAX;
    for (SeriesState state : report.series()) {
      judged
          .computeIfAbsent(new SeriesKey(state.scenario(), state.metric()), key -> new TreeMap<>())
          .put(
              state.mode(),
              new Judged(
                  state.unit(),
                  state.direction().label(),
                  state.gate(),
                  null,
                  state.reason(),
                  state));
    }
  }

  /** Writes the page of a record that is in the history. Thread-safe. */
  public void addPage(MeasurementRecord record, Verdict verdict, String title) throws IOException {
    SiteJson.write(page(record.id()), RunFile.of(record, verdict, title));
  }

  /** Adds a comparison's runtimes from its page. Thread-safe. */
  public void addBump(String id) throws IOException {
    bumps.addComparison(SiteJson.read(page(id)));
  }

  /** Sets the calibrations and the newest run's machine; null keeps that of the newest record. */
  public void calibrated(List<Calibration> known, @Nullable String of) {
    calibrations = List.copyOf(known);
    machine = of == null ? machine : of;
  }

  /** Sets the studies in page order; {@code past} returns earlier results by a study's name. */
  public void studied(List<StudyVerdict> found, Function<String, StudyPast> past) {
    studies = List.copyOf(found);
    pastOfStudies = past;
  }

  /** Writes the page of an entry that has no whole record. Thread-safe. */
  public void addPage(HistoryEntry entry) throws IOException {
    SiteJson.write(page(entry.id()), page(entry));
  }

  private Path page(String id) {
    return folder.resolve("runs").resolve(id + ".json");
  }

  /** Copies the flame graph of a record, if there is one, and links it on the record's page. */
  public void addFlame(String id, Path flame) throws IOException {
    if (Files.isRegularFile(flame)) {
      Path copy = folder.resolve("flames").resolve(id + ".html");
      Files.createDirectories(copy.resolveSibling(""));
      Files.copy(flame, copy);
      ObjectNode page = (ObjectNode) SiteJson.read(page(id));
      SiteJson.write(page(id), page.put("flame", true));
    }
  }

  void add(Row row, Map<SeriesKey, Map<String, Judged>> said) {
    rows.add(row);
    boolean isNewest = !row.at().isBefore(newest);
    newest = isNewest && !said.isEmpty() ? row.at() : newest;
    said.forEach((key, modes) -> {
      Map<String, Judged> known = judged.computeIfAbsent(key, each -> new TreeMap<>());
      modes.forEach((mode, each) -> {
        if (isNewest || !known.containsKey(mode)) {
          known.put(mode, each);
        }
      });
    });
  }

  private static Map<SeriesKey, Map<String, Judged>> judgements(Verdict verdict) {
    Map<SeriesKey, Map<String, Judged>> said = new TreeMap<>();
    for (MetricVerdict line : verdict.metrics()) {
      if (line.value() != null) {
        said.computeIfAbsent(
                new SeriesKey(line.scenario(), line.metric().label()), key -> new TreeMap<>())
            .put(
                line.mode().label(),
                new Judged(
                    line.unit(),
                    line.direction().label(),
                    line.gate(),
                    line.verdict() == null ? null : line.verdict().label(),
                    line.reason(),
                    null));
      }
    }
    return said;
  }

  /**
   * Writes the files that cover several records.
   *
   * @param made time of this build
   * @param unreadable reasons why records are missing, one sentence each
   */
  public void finish(Instant made, List<String> unreadable) throws IOException {
    List<Row> ordered = new ArrayList<>(history);
    Set<String> ids = history.stream().map(Row::id).collect(toSet());
    rows.stream().filter(row -> !ids.contains(row.id())).sorted(Row.BY_TIME).forEach(ordered::add);
    TreeSet<SeriesKey> keys = new TreeSet<>();
    ordered.forEach(row -> keys.addAll(row.points().keySet()));
    List<SeriesKey> numbered = List.copyOf(keys);
    ordered.forEach(bumps::addRun);
    SiteJson.write(folder.resolve("metrics.json"), SitePages.metrics());
    SiteJson.write(folder.resolve("bumps.json"), bumps.file());
    Shards.write(folder, ordered, numbered);
    Optional<ObjectNode> open = Optional.empty();
    if (trend != null && state != null) {
      SiteJson.write(folder.resolve(StateFile.NAME), state);
      // Only changes that need action are on the first page, as the others grow with the history.
      open = Optional.of(openChanges(trend));
      SiteJson.write(folder.resolve("settled.json"), settledChanges(trend));
    }
    ObjectNode overview = new Overview(ordered, judged).file(made, unreadable, numbered, open);
    Calibrations.put(overview, calibrations, machine);
    overview.put("studies", studies.size());
    if (!studies.isEmpty()) {
      SiteJson.write(folder.resolve("studies.json"), studies());
    }
    SiteJson.write(folder.resolve("overview.json"), overview);
  }

  /** Returns the report with open changes only, without its series, which the overview has. */
  private ObjectNode openChanges(TrendReport found) throws IOException {
    ObjectNode report = SiteJson.tree(TrendJson.write(found));
    report.remove("series");
    report.set("alerts", alerts(report, found.alerts(), true));
    return report;
  }

  /** Returns {@code settled.json}: closed, accepted, not reproduced and better changes. */
  private ObjectNode settledChanges(TrendReport found) throws IOException {
    ObjectNode file = SiteJson.file("settled");
    file.set("alerts", alerts(SiteJson.tree(TrendJson.write(found)), found.alerts(), false));
    return file;
  }

  private ArrayNode alerts(ObjectNode report, List<Alert> alerts, boolean actionable)
      throws IOException {
    ArrayNode some = SiteJson.MAPPER.createArrayNode();
    for (int i = 0; i < alerts.size(); i++) {
      if (alerts.get(i).actionable() == actionable) {
        some.add(report.path("alerts").get(i));
      }
    }
    putWhys(some);
    return some;
  }

  /** Adds to each confirmed change the causes from the page of its comparison. */
  private void putWhys(JsonNode alerts) throws IOException {
    for (JsonNode alert : alerts) {
      Path page = page(alert.path("comparison").asText());
      if (alert.path("status").asText().equals(Alert.Status.CONFIRMED.label())
          && Files.exists(page)) {
        JsonNode whys = SiteJson.read(page).path("whys");
        if (whys.isArray()) {
          ((ObjectNode) alert).set("whys", whys);
        }
      }
    }
  }

  private static ObjectNode page(HistoryEntry entry) {
    Provenance from = entry.provenance();
    ObjectNode file = SiteJson.file("entry");
    file.put("id", entry.id()).put("time", entry.measuredAt().toEpochMilli());
    file.put("entryKind", entry.kind().label());
    file.put("revision", from.commit()).put("title", text(from.message()));
    file.put("author", text(from.author())).put("branch", text(from.branch()));
    file.put("release", text(from.release()));
    file.put("tomcat", text(entry.tomcat())).put("jdk", text(entry.jdk()));
    file.put("fingerprint", entry.fingerprint()).put("verdict", text(entry.verdict()));
    file.putPOJO("notes", entry.notes());
    ArrayNode all = file.putArray("series");
    for (HistorySeries series : entry.series()) {
      ObjectNode node = all.addObject();
      node.put("scenario", series.scenario()).put("mode", series.mode());
      node.put("metric", series.metric());
      node.put("unit", series.unit()).put("direction", series.direction().label());
      node.putPOJO("values", series.values().stream().map(SiteJson::rounded).toList());
    }
    return file;
  }

  private static String text(@Nullable String text) {
    return Objects.requireNonNullElse(text, "");
  }

  /** Returns {@code studies.json}: the output of {@code study --json}, with earlier results. */
  private ObjectNode studies() {
    ObjectNode file = SiteJson.file("studies");
    ArrayNode all = file.putArray("studies");
    for (StudyVerdict study : studies) {
      ObjectNode node = SiteJson.tree(StudyReport.json(study));
      StudyPast past = pastOfStudies.apply(study.record().design().name());
      for (JsonNode claim : node.path("claims")) {
        putPast((ObjectNode) claim, past);
      }
      all.add(node);
    }
    return file;
  }

  private static void putPast(ObjectNode claim, StudyPast past) {
    ArrayNode points = claim.putArray("past");
    for (StudyPast.Point point : past.points()) {
      StudyPast.Contrast contrast = point.claims().get(claim.path("name").asText());
      if (contrast != null) {
        ObjectNode one =
            points
                .addObject()
                .put("time", point.createdAt().toEpochMilli())
                .put("value", contrast.value())
                .putNull("interval");
        if (contrast.low() != null) {
          one.putObject("interval").put("low", contrast.low()).put("high", contrast.high());
        }
      }
    }
  }

  /**
   * The judgement of one series in one mode.
   *
   * @param direction in which it improves: {@code lower} or {@code higher}
   * @param gate whether it is blocking
   * @param verdict of the newest run; null without a limit
   * @param reason in words
   * @param trend its state in the history; null without a judged history
   */
  record Judged(
      String unit,
      String direction,
      boolean gate,
      @Nullable String verdict,
      String reason,
      @Nullable SeriesState trend) {}
}
