package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The alert about the service itself: opened once, closed when measuring works again. */
class WatchdogTest extends OnFakeGitHub {
  private static final String ISSUES = "GET /repos/acme/shop/issues";
  private static final String OURS =
      "[{\"number\": 4, \"title\": \"services/cart: Loomwatch has not measured main yet\", \"user\": {\"login\": \"github-actions[bot]\"}},"
          + " {\"number\": 5, \"title\": \"Loomwatch has not measured main yet\", \"user\": {\"login\": \"github-actions[bot]\"}}]";

  @BeforeEach
  void begin() throws Exception {
    world.measuredByAStandIn();
    github
        .on(ISSUES, "[]")
        .on("POST /repos/acme/shop/issues", "{\"number\": 6}")
        .on("PATCH /repos/acme/shop/issues/5", "{}");
  }

  @Test
  void watchdog_commitsWait_opensAnAlert() throws Exception {
    world.pages().past(List.of(world.head() + "=1"));
    threeWaitAndOneIsNew();

    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes()).hasSize(1);
    FakeGitHub.Request alert = github.changes().getFirst();
    assertThat(alert.line()).isEqualTo("POST /repos/acme/shop/issues");
    assertThat(alert.body().path("title").asText())
        .matches("Loomwatch has not measured main since \\d{4}-\\d\\d-\\d\\d");
    assertThat(alert.body().path("body").asText())
        .isEqualTo(
            "3 commits wait, the oldest for more than 2 days. Is the runner up, and what does the"
                + " workflow Main say? This issue closes when the newest of them is measured.");
    assertThat(alert.body().path("labels")).hasToString("[\"loomwatch-watchdog\"]");
  }

  /** The days since a night kept something and since that was removed, as the alert says. */
  @ParameterizedTest
  @CsvSource({"4, , true", "5, 4, false", "1, , false"})
  void watchdog_nightsKeepNothing_opensAnAlertUnlessCalibrationWasRemoved(
      int kept, @Nullable Integer removed, boolean alert) throws Exception {
    threeWaitAndOneIsNew();
    world.pages().past(List.of(world.head() + "=1"));
    world.pages().calibrated(kept);
    if (removed != null) {
      world.pages().uncalibrated(removed);
    }

    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes())
        .as(run.said())
        .extracting(change -> change.body().path("title").asText())
        .hasSize(alert ? 1 : 0)
        .allMatch(title ->
            title.matches("No night has kept anything for Loomwatch since \\d{4}-\\d\\d-\\d\\d"));
  }

  /** What was merged before had nothing to be measured by. */
  @Test
  void watchdog_neverMeasuredAndServiceFileIsNew_isQuiet() throws Exception {
    world.commitOf(5);
    world.write("loomwatch.yaml", "schema: 1");
    world.commit("measure");
    world.push();

    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes()).isEmpty();
  }

  @Test
  void watchdog_branchWasRewrittenSince_opensAnAlertWithoutTheirNumber() throws Exception {
    world.pages().past(List.of("f".repeat(40) + "=1"));
    threeWaitAndOneIsNew();

    Act.Run run = watch();

    assertThat(github.changes()).as(run.said()).hasSize(1);
    assertThat(github.changes().getFirst().body().path("body").asText())
        .startsWith("Commits wait, the oldest");
  }

  @Test
  void watchdog_alertIsOpen_opensNoOtherButItSaysWhatIsWrongToday() throws Exception {
    threeWaitAndOneIsNew();
    github.on(ISSUES, OURS);

    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes()).hasSize(1);
    assertThat(github.changes().getFirst().line()).isEqualTo("PATCH /repos/acme/shop/issues/5");
    assertThat(github.changes().getFirst().body().path("body").asText())
        .startsWith("Commits wait, the oldest");
  }

  /** Once a day at most would be much; the second day it is known. */
  @Test
  void watchdog_webhookIsThere_isToldOnceUntilMeasuringWorksAgain() throws Exception {
    webhook();
    threeWaitAndOneIsNew();

    Act.Run first = watch();
    Act.Run second = watch();
    world.pages().past(List.of(world.head() + "=1"));
    Act.Run measured = watch();
    Act.Run quiet = watch();

    assertThat(first.jobs().values()).as(first.said()).containsOnly("success").hasSize(2);
    assertThat(second.jobs().values()).as(second.said()).containsOnly("success").hasSize(2);
    assertThat(measured.jobs().values()).as(measured.said()).containsOnly("success").hasSize(2);
    assertThat(quiet.jobs()).as("nobody is to be notified").hasSize(1);
    assertThat(received())
        .containsExactly(
            "missing Loomwatch has not measured main yet",
            "closed Loomwatch has not measured main yet");
  }

  /** Anybody who may label an issue could keep the alert from being opened, or have it closed. */
  @Test
  void watchdog_issueOfSomebodyElseHasTheLabel_opensItsOwn() throws Exception {
    threeWaitAndOneIsNew();
    github.on(ISSUES, "[{\"number\": 4, \"user\": {\"login\": \"somebody\"}}]");

    Act.Run run = watch();

    assertThat(github.changes())
        .as(run.said())
        .extracting(FakeGitHub.Request::line, change -> change.body().path("title").asText())
        .containsExactly(
            tuple("POST /repos/acme/shop/issues", "Loomwatch has not measured main yet"));
  }

  /** How its run of Main ended is not asked: it fails on a regression, which was measured. */
  @Test
  void watchdog_allIsMeasuredAndAlertIsOpen_closesIt() throws Exception {
    threeWaitAndOneIsNew();
    world.pages().past(List.of(world.head() + "=1"));
    github.on(ISSUES, OURS);

    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("success");
    assertThat(github.changes()).hasSize(1);
    assertThat(github.changes().getFirst().line()).isEqualTo("PATCH /repos/acme/shop/issues/5");
    assertThat(github.changes().getFirst().body())
        .hasToString("{\"state\":\"closed\",\"state_reason\":\"completed\"}");
  }

  @Test
  void watchdog_gitHubDoesNotAnswer_fails() throws Exception {
    threeWaitAndOneIsNew();
    github.on(ISSUES, "no JSON");

    Act.Run run = watch();

    assertThat(run.jobs().values()).as(run.said()).containsExactly("failure");
    assertThat(github.changes()).isEmpty();
  }

  private void threeWaitAndOneIsNew() throws Exception {
    world.commitOf(5);
    world.commitOf(4);
    world.commitOf(3);
    world.commitOf(1);
    world.push();
  }

  private Act.Run watch() throws Exception {
    return act.run("watchdog.yml", "schedule", "{}");
  }
}
