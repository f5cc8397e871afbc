package loomwatch.harness.github;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import loomwatch.reporting.publish.Issue;
import loomwatch.reporting.publish.ServiceFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class IssuePublisherTest {
  private static final String MARKER = "<!-- loomwatch:issue limit/hello -->\n";
  private static final Issue BROKEN =
      new Issue("limit/hello", Issue.State.BROKEN, "hello: limit broken", MARKER + "at 1\n");
  private static final Issue STILL =
      new Issue("limit/hello", Issue.State.BROKEN, "hello: two limits broken", MARKER + "at 2\n");
  private static final Issue RETURNED =
      new Issue("limit/hello", Issue.State.RETURNED, "hello: limits hold", MARKER + "back\n");

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
  void publish_newChange_opensAnIssueWithOurLabel() {
    assertThat(publish(BROKEN)).containsExactly("issue #1 opened: hello: limit broken");

    assertThat(issues()).containsExactly("1 open hello: limit broken | at 1 | loomwatch");
  }

  @Test
  void publish_sameChangeAgain_writesNothing() {
    publish(BROKEN);

    assertThat(publish(BROKEN)).containsExactly("issue #1 left as it is");
    assertThat(github.fake().writes()).hasSize(1);
  }

  @Test
  void publish_changeThatGrew_updatesItsIssue() {
    publish(BROKEN);

    assertThat(publish(STILL)).containsExactly("issue #1 updated");
    assertThat(issues()).containsExactly("1 open hello: two limits broken | at 2 | loomwatch");
  }

  @Test
  void closeGone_onlyWhatIsGone_isClosed() {
    publish(BROKEN);

    IssuePublisher publisher = new IssuePublisher(github.hub(), ServiceFolder.ROOT);

    assertThat(publisher.closeGone(key -> Optional.empty())).isEmpty();
    assertThat(
            publisher.closeGone(
                key -> key.equals("limit/hello") ? Optional.of(RETURNED) : Optional.empty()))
        .containsExactly("issue #1 closed: the level has returned");
    assertThat(publisher.closeGone(key -> Optional.of(RETURNED))).isEmpty();
  }

  @Test
  void publish_levelReturned_closesItSayingWhyAndKeepsTheTitle() {
    publish(BROKEN);

    assertThat(publish(RETURNED)).containsExactly("issue #1 closed: the level has returned");
    assertThat(issues()).containsExactly("1 closed hello: limit broken | back | loomwatch");
  }

  @Test
  void publish_levelIsAsItShouldBe_writesNothing() {
    assertThat(publish(RETURNED)).containsExactly("no issue about limit/hello: hello: limits hold");
    assertThat(github.fake().writes()).isEmpty();
  }

  /** Each night of every change that history has seen. */
  @Test
  void publish_changesThatAreOver_asksForIssuesOnce() {
    Issue other =
        new Issue("limit/cpu", Issue.State.RETURNED, "holds", "<!-- loomwatch:issue limit/cpu -->");
    publish(BROKEN);
    publish(RETURNED);
    int before = github.fake().requests().size();

    assertThat(publish(RETURNED, other, RETURNED))
        .containsExactly(
            "issue #1 left closed", "no issue about limit/cpu: holds", "issue #1 left closed");
    assertThat(github.fake().requests().stream().skip(before))
        .containsOnlyOnce("GET /repos/acme/shop/issues");
  }

  @Test
  void publish_brokenAgainAfterItReturned_opensTheSameAgain() {
    publish(BROKEN);
    publish(RETURNED);

    assertThat(publish(STILL)).containsExactly("issue #1 opened again: hello: two limits broken");
    assertThat(issues()).containsExactly("1 open hello: two limits broken | at 2 | loomwatch");
  }

  @Test
  void publish_acknowledgedAndClosedByAPerson_staysClosed() {
    publish(BROKEN);
    github.repository().label(1, "loomwatch-acknowledged");
    github.repository().closeIssue(1);

    assertThat(publish(STILL)).containsExactly("issue #1 left closed: acknowledged");
    assertThat(issues())
        .containsExactly("1 closed hello: limit broken | at 1 | loomwatch,loomwatch-acknowledged");
  }

  /** What somebody was at is over: the next outage is another. */
  @Test
  void publish_brokenAgainAfterAnAcknowledgedOneReturned_opensItAgain() {
    publish(BROKEN);
    github.repository().label(1, "loomwatch-acknowledged");
    github.repository().closeIssue(1);

    Hub dry = github.hub("ghs_secret", Hub.Writing.DRY, Duration.ofSeconds(1), null);
    assertThat(new IssuePublisher(dry, ServiceFolder.ROOT).publish(List.of(RETURNED)))
        .isEqualTo(publish(RETURNED))
        .containsExactly("issue #1 left closed");
    assertThat(publish(STILL)).containsExactly("issue #1 opened again: hello: two limits broken");
    assertThat(issues()).containsExactly("1 open hello: two limits broken | at 2 | loomwatch");
  }

  @Test
  void publish_issuesSwitchedOff_saysSoAndGoesOn() {
    github.fake().faults().add(FakeFaults.Fault.of(410).on("GET", "/issues"), 2);
    IssuePublisher publisher = new IssuePublisher(github.hub(), ServiceFolder.ROOT);

    assertThat(publisher.publish(List.of(BROKEN)))
        .containsExactly("no issue about limit/hello: the repository has issues switched off");
    assertThat(publisher.closeGone(key -> Optional.of(RETURNED))).isEmpty();
    assertThat(issues()).isEmpty();
  }

  @Test
  void publish_accepted_closesItForGood() {
    publish(BROKEN);
    github.repository().label(1, "loomwatch-accepted");

    assertThat(publish(STILL)).containsExactly("issue #1 closed for good");
    assertThat(publish(STILL)).containsExactly("issue #1 left closed");
    assertThat(github.repository().issues().getFirst().path("state_reason").asText())
        .isEqualTo("not_planned");
  }

  @Test
  void publish_acceptedInTheReviewedFile_isClosedAsNotPlanned() {
    publish(BROKEN);

    assertThat(publish(new Issue("limit/hello", Issue.State.ACCEPTED, "t", MARKER + "accepted\n")))
        .containsExactly("issue #1 closed for good");
    assertThat(issues()).containsExactly("1 closed hello: limit broken | accepted | loomwatch");
  }

  @Test
  void publish_severalChanges_haveAnIssueEach() {
    Issue other =
        new Issue("limit/cpu", Issue.State.BROKEN, "cpu", "<!-- loomwatch:issue limit/cpu -->\nx");

    publish(BROKEN, other);
    publish(other, BROKEN);

    assertThat(issues()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mallory", "ghost"})
  void publish_strangerForgedTheMarker_theirsIsNotTouched(String stranger) {
    github.repository().issue(stranger, "mine", MARKER + "theirs", "loomwatch");

    publish(BROKEN);

    assertThat(issues())
        .containsExactly(
            "1 open mine | theirs | loomwatch", "2 open hello: limit broken | at 1 | loomwatch");
  }

  @Test
  void publish_answerLost_opensOne() {
    github.fake().faults().add(FakeFaults.Fault.of(504).on("POST", "/issues").losingTheAnswer(), 1);

    publish(BROKEN);

    assertThat(issues()).hasSize(1);
  }

  @Test
  void publish_closingFailsHalfway_isDoneOnTheNextTry() {
    publish(BROKEN);
    github.fake().faults().add(FakeFaults.Fault.of(502).on("PATCH", "/issues/1"), 2);

    publish(RETURNED);

    assertThat(issues()).containsExactly("1 closed hello: limit broken | back | loomwatch");
  }

  private List<String> publish(Issue... wanted) {
    return new IssuePublisher(github.hub(), ServiceFolder.ROOT).publish(List.of(wanted));
  }

  private List<String> issues() {
    return github.repository().issues().stream()
        .map(issue ->
            "%s %s %s | %s | %s"
                .formatted(
                    issue.path("number").asText(),
                    issue.path("state").asText(),
                    issue.path("title").asText(),
                    issue.path("body").asText().replaceFirst("(?s)^<!--.*?-->\n", "").strip(),
                    String.join(",", issue.path("labels").findValuesAsText("name"))))
        .toList();
  }
}
