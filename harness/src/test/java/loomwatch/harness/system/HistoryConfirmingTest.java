package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import loomwatch.harness.github.SmallRun;
import loomwatch.harness.github.StandInMain;
import loomwatch.harness.job.HistoryWriter;
import loomwatch.harness.job.RunDirectory;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.reporting.json.JsonFormats;
import loomwatch.reporting.json.KeptCauses;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistoryStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What history keeps of a comparison, and of one that could not be made. */
@Execution(ExecutionMode.CONCURRENT)
class HistoryConfirmingTest {
  private static final String GOOD = "1".repeat(40);
  private static final String BAD = "2".repeat(40);

  @TempDir Path directory;
  private Loomwatch loomwatch;
  private Path history;

  @BeforeEach
  void makeAHistory() throws Exception {
    loomwatch = new Loomwatch(directory);
    history = loomwatch.out().resolve("history");
    StandInMain.main(new String[] {"past", history.toString(), GOOD + "=1", BAD + "=1.2"});
  }

  @Test
  void historyAdd_comparison_keepsLinesOfWhatHasNoToleranceToo() throws Exception {
    Path run = comparison(compared());
    assertThat(loomwatch.call("gate", run.toString()).exitCode()).isEqualTo(1);

    assertThat(loomwatch.call("history", "add", run.toString()).err()).isEmpty();

    assertThat(last().lines())
        .extracting(line -> line.mode() + " " + line.metric() + " " + line.outcome())
        .contains(
            "platform cpu-per-request regressed",
            "virtual cpu-per-request regressed",
            "ratio cpu-per-request pass",
            "ratio latency-p99 pass")
        .noneMatch(line -> line.contains("pinned"));
  }

  /** What the record's own job saw, once this checkout judged the same to be worse. */
  @Test
  void historyAdd_comparisonWithCauses_keepsThemBesideItsRecord() throws Exception {
    ObjectNode record = compared();
    Path run = comparison(record);
    Cause worse = cause(Metric.CPU_PER_REQUEST);
    Files.writeString(
        run.resolve("causes.json"),
        JsonFormats.CAUSES.write(
            new CauseReport(
                CauseReport.SCHEMA,
                record.path("id").asText(),
                List.of(),
                List.of(worse, cause(Metric.ALLOCATED_PER_REQUEST)),
                List.of(),
                List.of(),
                List.of("::error::a remark"))));
    Loomwatch.Ended judged = loomwatch.call("gate", run.toString(), "--sha", BAD);
    assertThat(judged.exitCode()).as(judged.err()).isEqualTo(1);

    assertThat(loomwatch.call("history", "add", run.toString()).err()).isEmpty();

    assertThat(new KeptCauses(history).of(entries().getLast())).containsExactly(worse);
    assertThat(loomwatch.call("history", "verify").exitCode()).isZero();
    assertThat(loomwatch.call("history", "prune", "--keep", "1").exitCode()).isZero();
    assertThat(new KeptCauses(history).of(entries().getLast())).containsExactly(worse);
  }

  /** The site's page of bumps has their sizes from there. */
  @Test
  void historyPrune_comparisonOfTwoTomcats_staysWhole() throws Exception {
    ObjectNode record = compared();
    ((ObjectNode) record.path("variants").path("base")).put("tomcat", "11.0.1");
    Path run = comparison(record);
    loomwatch.call("gate", run.toString());
    loomwatch.call("history", "add", run.toString());
    HistoryEntry bump = entries().getLast();
    unmeasured("failed");

    assertThat(loomwatch.call("history", "prune", "--keep", "1").err()).isEmpty();

    assertThat(HistoryStore.recordFile(history.resolve("records"), bump)).exists();
    assertThat(HistoryStore.recordFile(history.resolve("records"), entries().getFirst()))
        .doesNotExist();
  }

  /** Its commit was tagged since. */
  @Test
  void addBackfill_comparisonThatIsInAlready_leavesItsEntry() throws Exception {
    Path run = comparison(compared());
    loomwatch.call("gate", run.toString());
    HistoryWriter writer = new HistoryWriter(history, directory);
    HistoryEntry today = entries().getLast();
    Provenance tagged = new Provenance(GOOD, null, null, null, null, null, "v1", null);

    writer.addBackfill(RunDirectory.existing(run), Provenance.of(GOOD), today);
    writer.addBackfill(RunDirectory.existing(run), tagged, today);

    assertThat(entries()).hasSize(3);
    assertThat(entries().getLast().provenance().release()).isNull();
  }

  /** Base and head, by a fifth worse. */
  private ObjectNode compared() throws IOException {
    Path run = Files.createDirectories(directory.resolve("run"));
    Path file = SmallRun.write(run, BAD, 1.2);
    ObjectNode record = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    ((ObjectNode) record.path("variants")).retain("base", "head");
    return record;
  }

  /** The folder that it is written to. */
  private Path comparison(ObjectNode record) throws IOException {
    Path run = directory.resolve("run");
    Files.writeString(run.resolve("record.json"), record.toPrettyString());
    return run;
  }

  private static Cause cause(Metric metric) {
    return new Cause(
        "hello",
        Mode.PLATFORM,
        metric,
        Resource.CPU,
        "shop.Json.write",
        null,
        null,
        "shop/Json.java",
        42,
        true,
        1e-6,
        2e-6,
        new Interval(0.9e-6, 1.1e-6),
        82.0,
        new Interval(74, 90),
        null,
        null,
        null);
  }

  @Test
  void historyUnmeasured_alikeTwice_isKeptOnce() throws Exception {
    Loomwatch.Ended added = unmeasured("alike");
    Loomwatch.Ended again = unmeasured("alike");

    assertThat(added)
        .isEqualTo(
            new Loomwatch.Ended(
                0, "Added to %s: %s against %s, alike\n".formatted(history, BAD, GOOD), ""));
    assertThat(again.out()).startsWith("Already in ");
    assertThat(entries()).hasSize(3);
    assertThat(last())
        .isEqualTo(
            new Confirmation(
                GOOD,
                BAD,
                List.of(),
                new Confirmation.Unmeasured("hello", Confirmation.Unmeasured.Cause.ALIKE),
                null));
    assertThat(loomwatch.call("history", "verify").exitCode()).isZero();
  }

  /** Trend looks for answers among comparisons alone, and would ask for ever. */
  @Test
  void historyUnmeasured_alikeInABackfill_isKeptToo() throws Exception {
    Confirmation.Unmeasured alike =
        new Confirmation.Unmeasured("hello", Confirmation.Unmeasured.Cause.ALIKE);
    HistoryEntry backfilled =
        HistoryEntries.ofUnmeasuredBackfill(Instant.now(), Provenance.of(GOOD), BAD, alike);
    new HistoryStore(history).addAll(List.of(backfilled));

    assertThat(unmeasured("alike").out()).startsWith("Added to ");
    assertThat(entries()).hasSize(4);
  }

  @Test
  void historyUnmeasured_failedTwice_isKeptTwice() throws Exception {
    unmeasured("failed");
    unmeasured("failed");

    assertThat(entries()).hasSize(4);
    assertThat(loomwatch.call("site").err()).isEmpty();
  }

  @Test
  void historyUnmeasured_badOption_exits64AndAddsNothing() throws Exception {
    assertThat(unmeasured("tired"))
        .isEqualTo(
            new Loomwatch.Ended(
                64, "", "loomwatch: --because must be alike or failed, was 'tired'\n"));
    assertThat(
            loomwatch
                .call(
                    "history",
                    "unmeasured",
                    "--base",
                    "main",
                    "--head",
                    BAD,
                    "--scenario",
                    "hello",
                    "--because",
                    "alike")
                .err())
        .isEqualTo("loomwatch: --base must be from 7 to 64 hexadecimal digits, was 'main'\n");
    assertThat(entries()).hasSize(2);
  }

  private Loomwatch.Ended unmeasured(String because) throws Exception {
    return loomwatch.call(
        "history",
        "unmeasured",
        "--base",
        GOOD,
        "--head",
        BAD,
        "--scenario",
        "hello",
        "--because",
        because);
  }

  private List<HistoryEntry> entries() {
    return new HistoryStore(history).read().entries();
  }

  private Confirmation last() {
    return Objects.requireNonNull(entries().getLast().confirmation());
  }
}
