package loomwatch.harness.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import loomwatch.harness.notify.NotifyReader;
import loomwatch.harness.site.SitesReader;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.thresholds.AcceptedReader;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.study.StudyFile.StudyService;
import loomwatch.reporting.json.JsonFormats;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.results.JmhResults;
import loomwatch.results.JmhResults.Benchmark;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.DataJs;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryStore;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each reader of a file that may come from anywhere; {@link Fuzz} says what must hold. */
final class ReadersFuzzTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path FIXTURES = ROOT.resolve("results/src/test/resources/loomwatch/results");
  private static final Path THRESHOLDS = ROOT.resolve("thresholds.yaml");
  private static final Path RECORD = FIXTURES.resolve("record-v1.json");

  /** Later than what the fixtures were measured, whenever this runs. */
  private static final Instant NOW = Instant.parse("2026-11-22T00:00:00Z");

  private static final String ACCEPTED =
      """
      schema: 1
      accepted:
        - commit: 1a2b3c4d        # the first bad one
          scenario: hello
          mode: virtual
          metric: latency-p99
          why: the new header is worth 3 %
      annotations:
        - {commit: 5e6f7a8b, text: "the host got\\tnew memory"}
      """;

  private static final String NOTIFY =
      """
      schema: 1
      notify:
        - slack: {channel: C0123456789, token: SLACK_TOKEN}
          events: [opened, closed]
        - mattermost: {server: "https://chat.acme.com", channel: 4xp9fdt77pncbef59f4k1qe83o, token: M}
      """;

  private static final String SITES =
      """
      {"schema": 1, "sites": [
        {"address": "https://acme.github.io/shop/", "name": "Shop"}, {"address": "../cart/"}]}
      """;

  private static final String SERVICE =
      """
      schema: 1
      service:
        name: shop
        start: java -jar 'target/the shop.jar' "--server.port={port}"
        directory: server
        environment: {SPRING_PROFILES_ACTIVE: perf, WORKERS: 4}
        ready: {log: "Started .* in", within: 90 s}
        modes:
          virtual: {args: "--threads='{threads}'", environment: {MODE: "{mode}"}}
          platform:
      scenarios:
        slow: {get: "/slow?ms=50", rate: 500.5, waits: true, max-threads: 100, saturated: [platform]}
        items: {get: /items, rate: 2000, connections: 200}
      """;

  @TempDir private Path folder;

  @Test
  void thresholds() throws IOException {
    fuzz(
        BadFileException.class,
        "thresholds.yaml",
        List.of(Files.readAllBytes(THRESHOLDS)),
        file ->
            assertThat(ThresholdsReader.read(file, Catalogue.SHIPPED.knownNames()))
                .isEqualTo(ThresholdsReader.read(file, Catalogue.SHIPPED.knownNames())));
  }

  @Test
  void accepted() throws IOException {
    fuzz(
        BadFileException.class,
        "accepted.yaml",
        List.of(ACCEPTED.getBytes(StandardCharsets.UTF_8)),
        file -> assertThat(AcceptedReader.read(file)).isEqualTo(AcceptedReader.read(file)));
  }

  @Test
  void notified() throws IOException {
    fuzz(
        BadFileException.class,
        "notify.yaml",
        List.of(NOTIFY.getBytes(StandardCharsets.UTF_8)),
        file -> assertThat(NotifyReader.read(file)).isEqualTo(NotifyReader.read(file)));
  }

  @Test
  void sites() throws IOException {
    fuzz(
        BadFileException.class,
        "sites.json",
        List.of(SITES.getBytes(StandardCharsets.UTF_8)),
        file -> assertThat(SitesReader.read(file)).isEqualTo(SitesReader.read(file)));
  }

  @Test
  void service() {
    fuzz(
        BadFileException.class,
        "loomwatch.yaml",
        List.of(SERVICE.getBytes(StandardCharsets.UTF_8)),
        file -> assertThat(ServiceFile.read(file)).isEqualTo(ServiceFile.read(file)));
  }

  @Test
  void study() throws IOException {
    fuzz(
        BadFileException.class,
        "ours.yaml",
        List.of(Files.readAllBytes(ROOT.resolve("studies/executor.yaml"))),
        file ->
            assertThat(StudyFile.read(file, StudyService.SHIPPED))
                .isEqualTo(StudyFile.read(file, StudyService.SHIPPED)));
  }

  @Test
  void record() throws IOException {
    fuzz(
        RecordException.class,
        "record.json",
        List.of(Files.readAllBytes(RECORD)),
        file -> requireWritable(StoredRecord.read(file).record()));
  }

  @Test
  void verdict() throws IOException {
    Verdict verdict =
        Judge.judge(
            StoredRecord.read(RECORD).record(),
            ThresholdsReader.read(THRESHOLDS, Catalogue.SHIPPED.knownNames()),
            NoiseFloors.NONE);
    fuzz(
        RecordException.class,
        "verdict.json",
        List.of(VerdictJson.write(verdict).getBytes(StandardCharsets.UTF_8)),
        file -> {
          Verdict read = VerdictJson.read(file);
          assertThat(VerdictJson.read(VerdictJson.write(read), "again")).isEqualTo(read);
        });
  }

  @Test
  void calibration() throws IOException {
    fuzz(
        RecordException.class,
        "calibration.json",
        all(ROOT.resolve("docs/campaign"), "calibration.json"),
        file -> {
          Calibration read = JsonFormats.CALIBRATION.read(text(file), file.toString());
          assertThat(JsonFormats.CALIBRATION.read(JsonFormats.CALIBRATION.write(read), "again"))
              .isEqualTo(read);
        });
  }

  @Test
  void dataJs() throws IOException {
    fuzz(
        RecordException.class,
        "data.js",
        List.of(Files.readAllBytes(FIXTURES.resolve("history/data.js"))),
        file ->
            requireKept(
                DataJs.read(text(file), file.toString(), DataJs.ImportOptions.NOTHING, NOW)
                    .entries()));
  }

  @Test
  void jmh() throws IOException {
    Map<String, Benchmark> expected =
        Map.of(
            "demo.Flaky.flaky", new Benchmark("flaky", Mode.VIRTUAL),
            "demo.Handoff.handOff:users=1", new Benchmark("one", Mode.VIRTUAL),
            "demo.Handoff.handOff:users=4", new Benchmark("four", Mode.VIRTUAL),
            "demo.ThreadCreation.computeInMainThread", new Benchmark("main", Mode.PLATFORM),
            "demo.ThreadCreation.computeInPlatformThread", new Benchmark("new", Mode.PLATFORM),
            "demo.ThreadCreation.computeInVirtualThread", new Benchmark("new", Mode.VIRTUAL));
    JmhResults.Run run = new JmhResults.Run(1, 0, "head", Instant.EPOCH, "");
    MeasurementRecord record = StoredRecord.read(RECORD).record();
    fuzz(
        RecordException.class,
        "jmh.json",
        all(FIXTURES.resolve("jmh"), ".json"),
        file ->
            requireWritable(
                record.with(
                    JmhResults.read(text(file), file.toString(), expected, run),
                    record.comparison())));
  }

  @Test
  void head() throws IOException {
    Path history = FIXTURES.resolve("history/history-v1");
    for (String shard : List.of("2026-10.jsonl", "2026-11.jsonl")) {
      Files.copy(history.resolve(shard), folder.resolve(shard));
    }
    fuzz(
        RecordException.class,
        "head.json",
        List.of(Files.readAllBytes(history.resolve("head.json"))),
        file -> assertThat(new HistoryStore(folder).read().entries()).hasSize(2));
  }

  @Test
  void shard() throws IOException {
    new HistoryStore(folder).addAll(List.of());
    fuzz(
        RecordException.class,
        "2026-10.jsonl",
        all(FIXTURES.resolve("history/history-v1"), ".jsonl"),
        file -> requireKept(new HistoryStore(folder).read().entries()));
  }

  /** What the chain of hashes would not let through, so that it reaches what reads the entry. */
  @Test
  void entry() throws IOException {
    List<byte[]> entries = new ArrayList<>();
    for (byte[] line : all(FIXTURES.resolve("history/history-v1"), ".jsonl")) {
      String text = new String(line, StandardCharsets.UTF_8).strip();
      String entry = text.substring(text.indexOf("\"entry\":") + 8, text.length() - 1);
      entries.add(entry.getBytes(StandardCharsets.UTF_8));
    }
    Path history = folder.resolve("history");
    new HistoryStore(history).addAll(List.of());
    fuzz(
        RecordException.class,
        "entry",
        entries,
        file -> {
          Files.writeString(history.resolve("2026-10.jsonl"), hashed(text(file)));
          requireKept(new HistoryStore(history).read().entries());
        });
  }

  private static String hashed(String entry) {
    String previous = "sha256:" + "0".repeat(64);
    return "{\"number\":1,\"previous\":\"%s\",\"sha256\":\"%s\",\"entry\":%s}\n"
        .formatted(previous, Sha256.of("1\n" + previous + "\n" + entry), entry);
  }

  private void fuzz(
      Class<? extends RuntimeException> refusal,
      String name,
      List<byte[]> good,
      Fuzz.Reader reader) {
    Fuzz.run(folder.resolve(name), good, refusal, reader);
  }

  private static void requireWritable(MeasurementRecord record) {
    String written = StoredRecord.of(record).text();
    MeasurementRecord again = StoredRecord.read(written, "again").record();
    assertThat(again).isEqualTo(record);
    assertThat(StoredRecord.of(again).text()).isEqualTo(written);
  }

  private void requireKept(List<HistoryEntry> entries) {
    HistoryStore store = new HistoryStore(folder.resolve(UUID.randomUUID().toString()));
    List<HistoryEntry> distinct = entries.stream().distinct().toList();
    store.addAll(distinct);
    assertThat(store.read().entries()).isEqualTo(distinct);
  }

  private static List<byte[]> all(Path below, String ending) throws IOException {
    List<byte[]> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(below)) {
      for (Path file : files.sorted(Comparator.naturalOrder()).toList()) {
        if (file.toString().endsWith(ending)) {
          all.add(Files.readAllBytes(file));
        }
      }
    }
    return all;
  }

  /** As whoever reads it does; what is no UTF-8 is replaced. */
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
