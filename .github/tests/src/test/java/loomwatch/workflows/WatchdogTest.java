package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The alert about the service itself: opened once, closed when measuring works again. */
class WatchdogTest extends OnFakeGitHub {
  private static final String RUNS = "GET /repos/acme/shop/actions/workflows/main.yml/runs";
  private static final String COMMITS = "GET /repos/acme/shop/commits";
  private static final String ISSUES = "GET /repos/acme/shop/issues";
  private static final String LAST =
      "{\"workflow_runs\": [{\"created_at\": \"2026-11-01T08:00:00Z\"}]}";

  @BeforeEach
  void begin() throws Exception {
    github
        .on(RUNS, LAST)
        .on(COMMITS, "[{}, {}, {}]")
        .on(ISSUES, "[]")
        .on("POST /repos/acme/shop/issues", "{\"number\": 5}")
        .on("PATCH /repos/acme/shop/issues/5", "{}");
  }

  @Test
  void watchdog_commitsWait_opensAnAlert() throws Exception {
    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes()).hasSize(1);
    FakeGitHub.Request alert = github.changes().getFirst();
    assertThat(alert.line()).isEqualTo("POST /repos/acme/shop/issues");
    assertThat(alert.body().path("title").asText())
        .isEqualTo("Loomwatch has not measured main since 2026-11-01");
    assertThat(alert.body().path("body").asText())
        .isEqualTo(
            "3 commits wait, the oldest for more than 2 days. Is the runner up, and does the"
                + " workflow Main pass? This issue closes when a run of Main succeeds.");
    assertThat(alert.body().path("labels")).hasToString("[\"loomwatch-watchdog\"]");
    assertThat(github.requests().get(1).query())
        .startsWith("sha=main&since=2026-11-01T08:00:00Z&until=");
  }

  @Test
  void watchdog_neverMeasured_countsAllCommits() throws Exception {
    github.on(RUNS, "{\"workflow_runs\": []}");

    watch();

    assertThat(github.changes().getFirst().body().path("title").asText())
        .isEqualTo("Loomwatch has not measured main since 1970-01-01");
  }

  @Test
  void watchdog_alertIsOpen_opensNoOther() throws Exception {
    github.on(ISSUES, "[{\"number\": 5}]");

    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes()).isEmpty();
  }

  @Test
  void watchdog_nothingWaitsAndAlertIsOpen_closesIt() throws Exception {
    github.on(COMMITS, "[]").on(ISSUES, "[{\"number\": 5}]");

    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes()).hasSize(1);
    assertThat(github.changes().getFirst().line()).isEqualTo("PATCH /repos/acme/shop/issues/5");
    assertThat(github.changes().getFirst().body())
        .hasToString("{\"state\":\"closed\",\"state_reason\":\"completed\"}");
  }

  @Test
  void watchdog_gitHubDoesNotAnswer_fails() throws Exception {
    github.on(RUNS, "no JSON");

    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("failure");
    assertThat(github.changes()).isEmpty();
  }

  private Act.Run watch() throws Exception {
    return act.run("watchdog.yml", "schedule", "{}");
  }
}
