package loomwatch.harness.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.harness.github.Hub.GitHubException;
import loomwatch.reporting.publish.CheckReport;
import loomwatch.reporting.publish.CheckReport.Conclusion;
import loomwatch.reporting.publish.DetailsUrl;
import loomwatch.reporting.publish.RecentChecks;
import loomwatch.reporting.publish.ServiceFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CheckPublisherTest {
  private static final CheckReport FAILED =
      new CheckReport(Conclusion.FAILURE, "Regressed: hello", "# Loomwatch\n\nwörse\n");
  private static final CheckReport PASSED =
      new CheckReport(Conclusion.SUCCESS, "Pass: hello", "# Loomwatch\n\nfine\n");
  private static final DetailsUrl URL = new DetailsUrl("https://example.org/runs/1");

  private HubFixture github;

  @BeforeEach
  void start() throws IOException {
    github = new HubFixture();
  }

  @AfterEach
  void stop() {
    github.close();
  }

  @Test
  void publish_first_writesACompletedCheck() {
    assertThat(publish(FAILED)).isEqualTo("check written: failure");

    assertThat(github.repository().checks())
        .singleElement()
        .satisfies(check -> {
          assertThat(text(check, "/name")).isEqualTo("Loomwatch");
          assertThat(text(check, "/head_sha")).isEqualTo(HubFixture.SHA);
          assertThat(text(check, "/status")).isEqualTo("completed");
          assertThat(text(check, "/conclusion")).isEqualTo("failure");
          assertThat(text(check, "/output/title")).isEqualTo(FAILED.title());
          assertThat(text(check, "/output/summary")).isEqualTo(FAILED.summary());
        });
  }

  @Test
  void publish_neutral_isNeutral() {
    publish(new CheckReport(Conclusion.NEUTRAL, "Inconclusive: more", "x"));

    assertThat(github.repository().checks())
        .extracting(check -> text(check, "/conclusion"))
        .containsExactly("neutral");
  }

  @Test
  void publish_again_writesNothing() {
    publish(FAILED);
    int before = github.fake().writes().size();

    assertThat(publish(FAILED)).isEqualTo("check left as it is: failure");
    assertThat(github.fake().writes()).hasSize(before);
  }

  @Test
  void publish_otherVerdictOfTheSameCommit_updatesTheCheck() {
    publish(FAILED);

    assertThat(publish(PASSED)).isEqualTo("check updated: success");
    assertThat(github.repository().checks())
        .extracting(check -> text(check, "/conclusion"))
        .containsExactly("success");
  }

  /** GitHub would keep them beside the new verdict. */
  @Test
  void publish_otherVerdictThanOneWithAnnotations_leavesThemBehindInAnotherCheck() {
    CheckReport.Annotation note =
        new CheckReport.Annotation("src/Shop.java", 3, "More CPU in Shop.sell", "It loops.");
    publish(new CheckReport(Conclusion.FAILURE, "Regressed: hello", "worse", List.of(note)));

    assertThat(publish(PASSED)).isEqualTo("check written: success");
    assertThat(publish(PASSED)).isEqualTo("check left as it is: success");
    assertThat(github.repository().checks())
        .extracting(check -> text(check, "/output/annotations_count"))
        .containsExactly("1", "0");
  }

  @Test
  void recent_otherPullRequests_areCountedByTheirNewestVerdict() {
    for (int number = 1; number <= 6; number++) {
      String head = Integer.toString(number).repeat(40);
      github.repository().pull(number, head);
      String title = number % 2 == 0 ? "Inconclusive: hello" : "Pass: hello";
      new CheckPublisher(github.hub(), ServiceFolder.ROOT)
          .publish(head, new CheckReport(Conclusion.NEUTRAL, title, "x"), null);
    }
    github.repository().closePull(3);
    github.repository().pull(7, "7".repeat(40));
    CheckPublisher publisher = new CheckPublisher(github.hub(), ServiceFolder.ROOT);

    assertThat(publisher.recent("2".repeat(40))).isEqualTo(new RecentChecks(5, 2));
    github.fake().faults().add(FakeFaults.Fault.of(404).on("GET", "/pulls"), 1);
    assertThat(publisher.recent("2".repeat(40))).isEqualTo(RecentChecks.UNKNOWN);
  }

  @Test
  void publish_answersLostAndBusy_writesOneCheck() {
    github.fake().faults().add(FakeFaults.Fault.of(503), 2);
    github
        .fake()
        .faults()
        .add(FakeFaults.Fault.of(502).on("POST", "/check-runs").losingTheAnswer(), 1);

    publish(FAILED);

    assertThat(github.repository().checks()).hasSize(1);
    assertThat(github.log())
        .contains("loomwatch: GitHub answered 503; trying again to write the check in ");
  }

  @Test
  void publish_secondaryRateLimit_waitsAsLongAsTold() {
    github
        .fake()
        .faults()
        .add(FakeFaults.Fault.of(403).on("POST", "/check-runs").with("Retry-After", "1"), 1);
    long begun = System.nanoTime();

    publish(FAILED);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofSeconds(1));
    assertThat(github.log()).contains("trying again to write the check in 1.0 s");
  }

  /** By its text, and by what the library goes by and would wait for by itself. */
  static Stream<FakeFaults.Fault> limitsWithoutATime() {
    return Stream.of(
        FakeFaults.Fault.secondaryLimit(),
        FakeFaults.Fault.of(403).with("gh-limited-by", "abuse"),
        FakeFaults.Fault.of(403).with("X-RateLimit-Remaining", "0"));
  }

  @ParameterizedTest
  @MethodSource("limitsWithoutATime")
  void publish_limitThatSaysNotForHowLong_isTakenForAMinute(FakeFaults.Fault limit) {
    github.fake().faults().add(limit, 1);

    assertThatThrownBy(() -> publish(FAILED))
        .hasMessageContaining("GitHub answered 403 and wants to be left alone for 60 s");
  }

  @Test
  void publish_toldToWaitLongerThanGiven_givesUpAtOnceAndSaysSo() {
    github.fake().faults().add(FakeFaults.Fault.of(429).with("Retry-After", "3600"), 1);

    assertThatThrownBy(() -> publish(FAILED))
        .isInstanceOf(GitHubException.class)
        .hasMessage(
            "could not write the check within 20 s: GitHub answered 429 and wants to be left alone"
                + " for 3600 s; run it again later, nothing is written twice")
        .extracting(e -> ((GitHubException) e).kind())
        .isEqualTo(GitHubException.FailureKind.UNAVAILABLE);
  }

  @Test
  void publish_alwaysBusy_endsWithinTheTimeGiven() {
    github.fake().faults().add(FakeFaults.Fault.of(502), 1_000);
    Hub hub = github.hub("t", Hub.Writing.REAL, Duration.ofSeconds(1), null);
    long begun = System.nanoTime();

    assertThatThrownBy(
            () -> new CheckPublisher(hub, ServiceFolder.ROOT).publish(HubFixture.SHA, FAILED, URL))
        .isInstanceOf(GitHubException.class)
        .hasMessageStartingWith("could not write the check within 1 s: GitHub answered 502;");
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void publish_byAPerson_saysWhoMayWriteChecks() {
    Hub hub = github.hub("user-jane", Hub.Writing.REAL, Duration.ofSeconds(1), null);

    assertThatThrownBy(
            () -> new CheckPublisher(hub, ServiceFolder.ROOT).publish(HubFixture.SHA, FAILED, URL))
        .hasMessage(
            "could not write the check of acme/shop: the token may not (403): the job needs"
                + " permissions: checks: write, and only a GitHub App's token, such as a job's own,"
                + " may write checks");
  }

  @Test
  void publish_expiredToken_saysSoAndNotTheToken() {
    Hub hub = github.hub("expired", Hub.Writing.REAL, Duration.ofSeconds(1), null);

    assertThatThrownBy(
            () -> new CheckPublisher(hub, ServiceFolder.ROOT).publish(HubFixture.SHA, FAILED, URL))
        .hasMessage(
            "could not write the check of acme/shop: the token is not valid (401): has it expired?");
  }

  @Test
  void publish_dryRun_printsWhatWouldBeSentAndSendsNothing() {
    Hub hub = github.hub("ghs_secret", Hub.Writing.DRY, Duration.ofSeconds(1), null);

    new CheckPublisher(hub, ServiceFolder.ROOT).publish(HubFixture.SHA, FAILED, URL);

    assertThat(github.fake().writes()).isEmpty();
    assertThat(github.out())
        .startsWith("would POST /repos/acme/shop/check-runs\n{\n")
        .contains("\"conclusion\" : \"failure\"")
        .contains("\"title\" : \"Regressed: hello\"")
        .doesNotContain("ghs_secret");
  }

  private String publish(CheckReport report) {
    return new CheckPublisher(github.hub(), ServiceFolder.ROOT)
        .publish(HubFixture.SHA, report, URL);
  }

  private static String text(JsonNode node, String pointer) {
    return node.at(pointer).asText();
  }
}
