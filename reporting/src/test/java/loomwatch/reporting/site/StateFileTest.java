package loomwatch.reporting.site;

import static loomwatch.reporting.site.Reports.alert;
import static loomwatch.reporting.site.Reports.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.trend.Alert;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.BudgetState;
import loomwatch.trend.MissingData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileTest {
  private static final History NONE = new History(List.of(), "sha256:" + "0".repeat(64));

  @TempDir Path site;

  @Test
  void state_ofEverythingThatCanBeOpen_saysTheWorstFirst() {
    BudgetState budget =
        new BudgetState(
            BudgetState.Since.RELEASE,
            "1".repeat(40),
            null,
            3,
            BudgetState.State.SPENT,
            List.of(
                new BudgetState.Spent(
                    "hello", "virtual", "cpu-per-request", 3.4, new Interval(1, 4), "run-1")),
            null,
            null);
    List<Alert> alerts =
        List.of(
            alert("a", Status.SUSPECTED, null),
            alert("b", Status.CONFIRMED, null),
            alert("c", Status.CLOSED, null));
    MissingData gone =
        new MissingData("hello", "virtual", "pinned", at(1, "good"), "not in the last run");

    ObjectNode state =
        StateFile.of(
            Reports.report(Outcome.REGRESSED, alerts, List.of(budget), List.of(gone)), NONE);

    assertThat(state.path("verdict").asText()).isEqualTo("regressed");
    assertThat(state.path("says").asText()).isEqualTo("1 regression");
    assertThat(state.path("more").asInt()).isOne();
    assertThat(state.has("newest")).isFalse();
    assertThat(SiteJson.text(state))
        .containsSubsequence(
            "\"open\":[\"confirmed: hello virtual latency-p99 +15.0 % since 22222222 “",
            "\"budget spent since release 11111111: 3.4 of 3 % lost, hello virtual",
            "\"not measured: hello virtual pinned: not in the last run\"],");
  }

  @Test
  void state_ofManyAlerts_isShortAndCountsTheRest() {
    List<Alert> many = Collections.nCopies(900, alert("a", Status.CONFIRMED, null));

    ObjectNode state = StateFile.of(Reports.report(Outcome.REGRESSED, many, List.of()), NONE);

    assertThat(state.path("open")).hasSize(3);
    assertThat(state.path("more").asInt()).isEqualTo(897);
  }

  @Test
  void newest_isTheLastRunAndNoComparison() {
    History history =
        new History(
            List.of(
                entry("run-1", HistoryEntry.Kind.RUN, "1"),
                entry("run-2", HistoryEntry.Kind.RUN, "2"),
                entry("again-1", HistoryEntry.Kind.COMPARISON, "3")),
            NONE.head());

    ObjectNode state = StateFile.of(Reports.report(Outcome.PASS, List.of(), List.of()), history);

    assertThat(state.path("newest").toString())
        .isEqualTo(
            "{\"id\":\"run-2\",\"time\":1793361600000,\"commit\":\"22222222\",\"title\":\"\",\"verdict\":\"pass\"}");
  }

  private static HistoryEntry entry(String id, HistoryEntry.Kind kind, String digit) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        id,
        kind,
        Instant.parse("2026-10-30T12:00:00Z"),
        Provenance.of(digit.repeat(40)),
        null,
        null,
        "host",
        null,
        "pass",
        kind == HistoryEntry.Kind.COMPARISON
            ? new Confirmation("1".repeat(40), "2".repeat(40), List.of(), null, null)
            : null,
        List.of(),
        List.of(),
        null);
  }

  @Test
  void state_ofASiteThatCannotBeRefreshed_saysWhy() throws Exception {
    Path data = Files.createDirectories(site.resolve("data"));
    Files.writeString(data.resolve("overview.json"), "{}");
    ObjectNode before = StateFile.of(Reports.report(Outcome.PASS, List.of(), List.of()), NONE);
    SiteJson.write(data.resolve(StateFile.NAME), before);

    AlertFiles.writeFault(site, "history.jsonl:3: torn");

    assertThat(data.resolve(StateFile.NAME))
        .content()
        .contains(
            "\"verdict\":\"invalid\"",
            "\"says\":\"history damaged\"",
            "[\"history.jsonl:3: torn\"]");
  }
}
