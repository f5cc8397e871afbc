package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import loomwatch.harness.github.StandInMain;
import loomwatch.measure.variants.Git;
import loomwatch.results.Metric;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Unmeasured;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistoryStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A history that reaches into the time before it was begun. */
@ResourceLock("cpus")
class BackfillTest {
  @TempDir Path directory;
  private Shop shop;
  private Loomwatch loomwatch;

  /** The first release throws two exceptions, the second does not build, the third throws one. */
  @BeforeEach
  void begin() throws Exception {
    shop = Shop.in(directory);
    release("v1", Shop.throwing("2"));
    release("v2", Shop.SOURCE.replace("selling", "selling\\q"));
    release("v3", Shop.throwing("1"));
    release("v4", Shop.SOURCE.replace("BYTES = 1_000", "BYTES = 2_000"));
    loomwatch = new Loomwatch(directory).standingIn(shop.folder());
  }

  private void release(String tag, String source) throws Exception {
    shop.write("Shop.java", source);
    shop.commit("release " + tag);
    shop.git("tag", tag);
  }

  @Test
  void backfill_releases_areMeasuredAgainstTodaysAndMarked() throws Exception {
    measured(head());
    String[] command = {
      "history", "backfill", "--from=v1", "--budget=1h", "--counts", "--mode=virtual", "--json"
    };

    Loomwatch.Ended backfill = loomwatch.run(command);

    assertThat(backfill.exitCode()).as(backfill.err()).isZero();
    JsonNode said = new ObjectMapper().readTree(backfill.out());
    assertThat(said.path("commits"))
        .extracting(each -> each.path("release").asText() + " " + each.path("state").asText())
        .containsExactly("v1 measured", "v2 failed", "v3 measured");
    assertThat(said.path("left").asInt()).isZero();
    assertThat(loomwatch.call("history", "list").out())
        .containsPattern("backfill .* [1-9]\\d* series .* release v1")
        .containsPattern("backfill .* 0 series .* release v2")
        .containsPattern("backfill .* release v3");
    assertThat(loomwatch.call("history", "verify").out()).contains("4 entries, 1 with");

    Loomwatch.Ended again = loomwatch.run(command);
    assertThat(again.out()).isEqualTo(backfill.out());
    assertThat(again.err()).contains("4 of 4 commits are known").doesNotContain("round 1");
  }

  /** It may be the machine, such as one without a network, which must not stay in history. */
  @Test
  void backfill_nothingBuilds_keepsNothing() throws Exception {
    shop.git("reset", "-q", "--hard", "v2");
    release("v5", Shop.SOURCE);
    measured(head());

    Loomwatch.Ended backfill =
        loomwatch.run("history", "backfill", "--from=v2", "--budget=5m", "--counts");

    assertThat(backfill.exitCode()).as(backfill.err()).isEqualTo(66);
    assertThat(backfill.out())
        .containsPattern("v2 .* skipped: it does not build, start or answer\n")
        .contains("1 of 2 commits from v2 to ");
    assertThat(loomwatch.call("history", "list").out()).contains("1 in all");
  }

  @Test
  void backfill_whatDidNotBuild_isTriedAgainOnlyWhenAsked() throws Exception {
    shop.git("reset", "-q", "--hard", "v2");
    release("v5", Shop.SOURCE);
    measured(head());
    Unmeasured why = new Unmeasured("all", Unmeasured.Cause.FAILED);
    Provenance second = Provenance.of(Git.commit(shop.folder(), "v2"));
    keep(HistoryEntries.ofUnmeasuredBackfill(Instant.now(), second, head(), why));

    assertThat(counted("--mode=virtual").err()).contains("2 of 2 commits are known");
    Loomwatch.Ended again = counted("--again");

    assertThat(again.exitCode()).as(again.err()).isEqualTo(66);
    assertThat(again.err()).contains("1 of 2 commits are known");
  }

  @Test
  void backfill_whatWasMeasuredInOneModeOnly_isTriedInBoth() throws Exception {
    shop.git("reset", "-q", "--hard", "v2");
    release("v5", Shop.SOURCE);
    measured(head());
    String second = Git.commit(shop.folder(), "v2");
    HistorySeries series =
        new HistorySeries(
            "items",
            "virtual",
            Metric.EXCEPTIONS.label(),
            Metric.EXCEPTIONS.unit().symbol(),
            Metric.EXCEPTIONS.direction(),
            List.of(2.0));
    keep(
        new HistoryEntry(
            HistoryEntry.SCHEMA,
            "one-mode",
            HistoryEntry.Kind.BACKFILL,
            Instant.now(),
            Provenance.of(second),
            null,
            null,
            "host",
            null,
            null,
            new Confirmation(second, head(), List.of(), null, null),
            List.of(),
            List.of(series),
            null));

    assertThat(counted("--mode=virtual").err()).contains("2 of 2 commits are known");
    Loomwatch.Ended both = counted("--mode=platform,virtual");

    assertThat(both.exitCode()).as(both.err()).isEqualTo(66);
    assertThat(both.err()).contains("1 of 2 commits are known");
  }

  private Loomwatch.Ended counted(String option) throws Exception {
    return loomwatch.run("history", "backfill", "--from=v2", "--budget=5m", "--counts", option);
  }

  private void keep(HistoryEntry entry) {
    new HistoryStore(loomwatch.out().resolve("history")).addAll(List.of(entry));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          v1, 30s, 64, '--budget must be at least 1m, as a comparison takes a minute or more, was 30s'
          v0, 1h, 65, Nearest branches and tags: v1
          v4, 1h, 64, 'the newest with a run in history; v4 is not'
          aside, 1h, 64, 'the newest with a run in history; aside is not'
          v1, 1h, 64, 'must have what is asked for at today''s load, has nothing of it; ./loomwatch run'
          """)
  void backfill_whatCannotBeMeasured_isRefused(
      String from, String budget, int exitCode, String error) throws Exception {
    measured(head());
    shop.git("branch", "aside");
    shop.git("checkout", "-q", "aside");
    release("of-aside", Shop.throwing("4"));
    shop.git("checkout", "-q", "main");

    Loomwatch.Ended backfill =
        loomwatch.call("history", "backfill", "--from=" + from, "--budget=" + budget);

    assertThat(backfill.exitCode()).isEqualTo(exitCode);
    assertThat(backfill.err()).contains(error);
  }

  @Test
  void backfill_noRunOfToday_saysHowToBegin() throws Exception {
    String[] command = {"history", "backfill", "--from=v1", "--budget=1h"};
    assertThat(loomwatch.call(command).err()).contains("./loomwatch history add begins one");
    measured("f".repeat(40));

    Loomwatch.Ended backfill = loomwatch.call(command);

    assertThat(backfill.exitCode()).isEqualTo(64);
    assertThat(backfill.err())
        .contains("must have a run of HEAD or of a commit before it, has none; commit all changes");
  }

  private String head() throws Exception {
    return Git.commit(shop.folder(), "HEAD");
  }

  /** A run of which exceptions are counted. */
  private void measured(String commit) throws Exception {
    Path run = directory.resolve("run");
    StandInMain.keepRun(run, commit, 1);
    Path file = run.resolve("record.json");
    ObjectNode record = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    ((ObjectNode) record.at("/scenarios/0")).put("name", "items");
    for (JsonNode launch : record.path("launches")) {
      ((ObjectNode) launch).put("scenario", "items");
      ArrayNode samples = (ArrayNode) launch.path("samples");
      String unit = Metric.EXCEPTIONS.unit().symbol();
      samples.add(((ObjectNode) samples.get(0).deepCopy()).put("metric", "exceptions"));
      ((ObjectNode) samples.get(samples.size() - 1)).put("value", 0).put("unit", unit);
    }
    Files.writeString(file, record.toString());
    assertThat(loomwatch.call("history", "add", run.toString()).exitCode()).isZero();
  }
}
