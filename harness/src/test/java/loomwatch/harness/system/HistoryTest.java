package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.json.JsonFormats;
import loomwatch.results.Fingerprint;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.StoredRecord;
import loomwatch.results.Variant;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistoryStore;
import loomwatch.trend.TrendJson;
import loomwatch.trend.TrendReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Keeping history and judging it, as a user does. */
@Execution(ExecutionMode.CONCURRENT)
class HistoryTest {
  @TempDir Path directory;
  private Loomwatch loomwatch;
  private Path run;
  private MeasurementRecord record;

  @BeforeEach
  void makeARun() throws Exception {
    loomwatch = new Loomwatch(directory);
    record = ofHeadAlone(StoredRecord.read(EarlierRecord.FIXTURE).record());
    run = Files.createDirectories(directory.resolve("run"));
    Files.writeString(run.resolve("record.json"), StoredRecord.of(record).text());
  }

  @Test
  void history_addListVerifyTrend_workTogether() throws Exception {
    Loomwatch.Ended added = loomwatch.call("history", "add", run.toString(), "--branch", "main");
    assertThat(added.err()).isEmpty();
    assertThat(added.out())
        .startsWith("Added " + loomwatch.out().resolve("history") + " " + record.id());
    assertThat(loomwatch.call("history", "add", run.toString(), "--branch", "main").out())
        .startsWith("Already in ");
    assertThat(loomwatch.call("history", "list").out()).contains("1 in all; head sha256:");
    assertThat(loomwatch.call("history", "verify").out())
        .endsWith(" is whole: 1 entries, 1 with their records\n");

    Loomwatch.Ended trend = loomwatch.call("trend", "--json", "--now", "2026-11-21T12:00:00Z");
    assertThat(trend.exitCode()).isEqualTo(2);
    TrendReport report = TrendJson.read(trend.out(), "standard output");
    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.history().entries()).isEqualTo(1);
    assertThat(loomwatch.out().resolve("trend.json")).hasContent(trend.out());
  }

  /** What it wrote, this one reads and would write otherwise. */
  @Test
  void historyAdd_runThatAnEarlierVersionAdded_isAlreadyIn() throws Exception {
    String now = StoredRecord.of(record).text();
    String then = now.replaceFirst("\"path\" : ", "\"workload\" : \"hello\", \"path\" : ");
    Files.writeString(run.resolve("record.json"), then);
    HistoryEntry entry =
        HistoryEntries.ofRun(StoredRecord.of(record), Provenance.of("main"), null, List.of());
    new HistoryStore(loomwatch.out().resolve("history"))
        .addAll(
            List.of(
                new HistoryEntry(
                    entry.schema(),
                    entry.id(),
                    entry.kind(),
                    entry.measuredAt(),
                    entry.provenance(),
                    entry.tomcat(),
                    entry.jdk(),
                    entry.fingerprint(),
                    Sha256.of(then),
                    entry.verdict(),
                    entry.confirmation(),
                    entry.notes(),
                    entry.series(),
                    entry.loads())));

    Loomwatch.Ended added = loomwatch.call("history", "add", run.toString());

    assertThat(then).isNotEqualTo(now);
    assertThat(added.err()).isEmpty();
    assertThat(added.out()).startsWith("Already in ");
  }

  /** Of Persian, whose digits are others. */
  @Test
  void history_addInAnotherLocale_staysWhole() throws Exception {
    loomwatch =
        loomwatch.of(
            Loomwatch.ROOT, Map.of("JDK_JAVA_OPTIONS", "-Duser.language=fa -Duser.country=IR"));

    assertThat(loomwatch.call("history", "add", run.toString()).out()).startsWith("Added ");
    assertThat(loomwatch.call("history", "verify").out())
        .endsWith(" is whole: 1 entries, 1 with their records\n");
  }

  @Test
  void calibration_besideTheHistory_isUsedAndShown() throws Exception {
    loomwatch.call("history", "add", run.toString());
    Path beside = Files.createDirectories(loomwatch.out().resolve("calibration/quick"));
    Files.writeString(
        beside.resolve("calibration.json"), JsonFormats.CALIBRATION.write(calibration()));

    loomwatch.call("trend");
    Loomwatch.Ended site = loomwatch.call("site", "--url", "https://acme.github.io/shop");

    assertThat(loomwatch.out().resolve("trend.json"))
        .content()
        .containsPattern("\"calibrations\" : \\[ \"sha256:[0-9a-f]{64}\" ]");
    assertThat(site.err()).isEmpty();
    assertThat(loomwatch.out().resolve("site/data/overview.json"))
        .content()
        .contains("\"newest\":true,\"profile\":\"" + record.profile(), "\"floor\":1.4");
    assertThat(loomwatch.out().resolve("site/metrics.txt"))
        .content()
        .contains("_seconds{service=\"loomwatch\",scenario=\"hello\",mode=\"virtual\"} ")
        .endsWith("# EOF\n");
    assertThat(loomwatch.out().resolve("site/alerts.atom"))
        .content()
        .contains("\"https://acme.github.io/shop/#alerts\"");
    assertThat(loomwatch.call("site").out()).endsWith(" of 1 record, 1 of them judged before\n");
  }

  @Test
  void site_ofAHistoryThatIsMissingAShard_staysAndSaysSo() throws Exception {
    loomwatch.call("history", "add", run.toString());
    loomwatch.call("site");
    Path shard = loomwatch.out().resolve("history/2026-11.jsonl");
    Files.delete(shard);

    Loomwatch.Ended site = loomwatch.call("site");

    assertThat(site.exitCode()).isEqualTo(65);
    assertThat(loomwatch.out().resolve("site/data/overview.json"))
        .content()
        .contains("\"records\":1,", "\"fault\":\"" + shard + ": shard must be there, was missing");
    assertThat(loomwatch.out().resolve("site/badge.svg")).content().contains("history damaged");
  }

  /** Of the record's host. */
  private Calibration calibration() {
    Calibration.Share none = new Calibration.Share(0, 30, 0, 0.095);
    return new Calibration(
        Calibration.SCHEMA,
        Calibration.RULE,
        Verdict.RULE_OF_COMPARISONS,
        Fingerprint.ofHost(record.host()),
        record.profile(),
        record.generator(),
        "sha256:" + "b".repeat(64),
        record.scenarios(),
        new Calibration.Unchanged(30, 0, 0, none),
        List.of(
            new Calibration.Noise(
                "hello", Mode.VIRTUAL, Metric.LATENCY_P50, 30, 210, 2.1, 1.4, none, 0.4, 2.0, 5)),
        List.of(),
        List.of(),
        List.of());
  }

  @Test
  void history_importAndExport_workTogether() throws Exception {
    Path data =
        Loomwatch.ROOT.resolve("results/src/test/resources/loomwatch/results/history/data.js");
    Path exported = directory.resolve("exported.js");

    assertThat(loomwatch.call("history", "import", data.toString()).out())
        .startsWith("Imported 4 of 4 entries from ")
        .endsWith("; left out 2 values that are no numbers\n");
    assertThat(loomwatch.call("history", "export", "--out", exported.toString()).exitCode())
        .isZero();
    assertThat(exported).content().startsWith("window.BENCHMARK_DATA = {");
  }

  @Test
  void history_importOfAnUnknownTool_leavesItsEntriesOutUntilToldTheDirection() throws Exception {
    Path data = directory.resolve("data.js");
    Files.writeString(
        data,
        """
        window.BENCHMARK_DATA = {"entries": {"s": [
          {"commit": {"id": "aaaaaaa"}, "date": 1700000000000, "tool": "fortran",
           "benches": [{"name": "b", "value": 1, "unit": "points"}]},
          {"commit": {"id": "aaaaaaa"}, "date": 1700000000000, "tool": "pytest",
           "benches": [{"name": "c", "value": 1, "unit": "sec"}]}]}}
        """);

    Loomwatch.Ended first = loomwatch.call("history", "import", data.toString());
    assertThat(first.out()).startsWith("Imported 1 of 1 entries from ");
    assertThat(first.err())
        .isEqualTo(
            "loomwatch: left out 1 entries of tool \"fortran\": neither it nor a unit tells which"
                + " way is better; --direction or --tool decides\n");
    assertThat(loomwatch.call("history", "import", "--tool", "jmh", data.toString()).out())
        .startsWith("Imported 1 of 2 entries from ");
    assertThat(loomwatch.call("history", "import", "--tool", "fortran", data.toString()).exitCode())
        .isEqualTo(64);
    assertThat(loomwatch.call("history", "import", "--direction", "up", data.toString()).err())
        .isEqualTo("loomwatch: --direction must be lower or higher, was up\n");
  }

  @Test
  void trend_tamperedHistory_exits65NamingTheLine() throws Exception {
    loomwatch.call("history", "add", run.toString());
    Path shard = loomwatch.out().resolve("history/2026-11.jsonl");
    Files.writeString(shard, Files.readString(shard).replace("latency-p50", "latency-p90"));

    Loomwatch.Ended trend = loomwatch.call("trend");
    assertThat(trend.exitCode()).isEqualTo(65);
    assertThat(trend.err())
        .isEqualTo(
            "loomwatch: "
                + shard
                + ":1: entry must have the hash it was written with, was changed; restore the file"
                + " from version control\n");
    assertThat(loomwatch.out().resolve("trend.json")).doesNotExist();
  }

  @Test
  void trend_noHistory_exits64() throws Exception {
    Loomwatch.Ended trend = loomwatch.call("trend");

    assertThat(trend.exitCode()).isEqualTo(64);
    assertThat(trend.err())
        .isEqualTo(
            "loomwatch: "
                + loomwatch.out().resolve("history")
                + " holds no history; ./loomwatch history add begins one, --history names"
                + " another\n");
  }

  @Test
  void historyAdd_runWithAFault_isRefused() throws Exception {
    Files.copy(
        EarlierRecord.FIXTURE,
        Files.createDirectory(directory.resolve("h")).resolve("record.json"));

    Loomwatch.Ended added = loomwatch.call("history", "add", directory.resolve("h").toString());
    assertThat(added.exitCode()).isEqualTo(64);
    assertThat(added.err())
        .contains("run must be without a fault to become history")
        .contains("carries cpu:10% on purpose");
  }

  @Test
  void history_alone_saysWhatItCanDo() throws Exception {
    Loomwatch.Ended ended = loomwatch.call("history");

    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(ended.err())
        .startsWith(
            "loomwatch: history needs to know what to do: add, backfill, unmeasured, list, pending, verify, prune, import, export\n");
  }

  private static MeasurementRecord ofHeadAlone(MeasurementRecord both) {
    Variant head = Objects.requireNonNull(both.variants().get("head"));
    return new MeasurementRecord(
        both.schema(),
        both.id(),
        both.createdAt(),
        both.profile(),
        both.seed(),
        both.generator(),
        both.host(),
        Map.of(
            "head",
            new Variant(
                head.revision(),
                false,
                head.tomcat(),
                head.jdk(),
                head.jdkVendor(),
                head.jvmFlags(),
                null,
                null,
                null)),
        both.fingerprint(),
        both.scenarios(),
        both.launches().stream().filter(launch -> launch.variant().equals("head")).toList(),
        both.warnings(),
        null);
  }
}
