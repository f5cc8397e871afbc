package loomwatch.harness.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import loomwatch.harness.github.Hub.GitHubException;
import loomwatch.reporting.publish.PullRequestComment;
import loomwatch.reporting.publish.PullRequestComment.Occasion;
import loomwatch.reporting.publish.ServiceFolder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CommentPublisherTest {
  private static final String MARKER = "<!-- loomwatch:comment -->\n";
  private static final PullRequestComment WORSE =
      new PullRequestComment(MARKER + "worse\n", Occasion.CHANGE);
  private static final PullRequestComment SAME =
      new PullRequestComment(MARKER + "same\n", Occasion.NO_CHANGE);

  private HubFixture github;

  @BeforeEach
  void start() throws IOException {
    github = new HubFixture();
    github.repository().pull(6, HubFixture.OTHER_SHA);
    github.repository().pull(7, HubFixture.SHA);
  }

  @AfterEach
  void stop() {
    github.close();
  }

  @Test
  void publish_change_commentsOnThePullRequestOfThatHead() {
    assertThat(publish(WORSE, null)).isEqualTo("comment written on #7");

    assertThat(bodies(7)).containsExactly(WORSE.body());
    assertThat(bodies(6)).isEmpty();
  }

  @Test
  void publish_noChangeAndNoComment_isSilent() {
    assertThat(publish(SAME, null)).isEqualTo("no comment on #7: nothing is shown to have changed");
    assertThat(github.fake().writes()).isEmpty();
  }

  @Test
  void publish_noChangeAfterAChange_editsTheCommentInPlace() {
    publish(WORSE, null);

    assertThat(publish(SAME, null)).isEqualTo("comment updated on #7");
    assertThat(bodies(7)).containsExactly(SAME.body());
  }

  @Test
  void publish_aboutSeveralServices_keepsOneCommentOfEach() {
    publish(WORSE, null);
    CommentPublisher cart = new CommentPublisher(github.hub(), new ServiceFolder("services/cart"));

    assertThat(cart.publish(HubFixture.SHA, null, WORSE)).isEqualTo("comment written on #7");
    assertThat(cart.publish(HubFixture.SHA, null, SAME)).isEqualTo("comment updated on #7");
    assertThat(bodies(7))
        .containsExactly(WORSE.body(), "<!-- loomwatch:comment of services/cart -->\nsame\n");
  }

  @Test
  void publish_again_writesNothing() {
    publish(WORSE, null);

    assertThat(publish(WORSE, null)).isEqualTo("comment left as it is on #7");
    assertThat(github.fake().writes()).hasSize(1);
  }

  @Test
  void publish_afterManyComments_findsItsOwnOnALaterPage() {
    for (int i = 0; i < 150; i++) {
      github.repository().comment(7, "jane", "talk " + i);
    }
    publish(WORSE, null);

    publish(SAME, null);

    assertThat(bodies(7)).hasSize(151).contains(SAME.body());
  }

  @Test
  void publish_manyPullRequests_findsTheOneOnALaterPage() {
    for (int number = 8; number < 150; number++) {
      github.repository().pull(number, String.format("%040x", number));
    }
    github.repository().pull(150, "2".repeat(40));

    new CommentPublisher(github.hub(), ServiceFolder.ROOT).publish("2".repeat(40), null, WORSE);

    assertThat(bodies(150)).containsExactly(WORSE.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"mallory", "ghost"})
  void publish_strangerForgedTheMarker_leavesTheirsAndWritesItsOwn(String stranger) {
    github.repository().comment(7, stranger, MARKER + "all is well");

    publish(WORSE, null);

    assertThat(bodies(7)).containsExactly(MARKER + "all is well", WORSE.body());
  }

  @Test
  void publish_twoOfOurs_keepsTheFirstAlone() {
    github.repository().comment(7, FakeGitHub.BOT, MARKER + "one");
    github.repository().comment(7, FakeGitHub.BOT, MARKER + "two");

    publish(WORSE, null);

    assertThat(bodies(7)).containsExactly(WORSE.body());
  }

  @Test
  void publish_answerLost_commentsOnce() {
    github
        .fake()
        .faults()
        .add(FakeFaults.Fault.of(502).on("POST", "/comments").losingTheAnswer(), 1);

    publish(WORSE, null);

    assertThat(bodies(7)).containsExactly(WORSE.body());
  }

  @Test
  void publish_secondPageFailsOnce_isReadAgain() {
    for (int i = 0; i < 150; i++) {
      github.repository().comment(7, "jane", "talk " + i);
    }
    publish(WORSE, null);
    github.fake().faults().add(FakeFaults.Fault.of(500).on("GET", "/comments"), 1);

    publish(SAME, null);

    assertThat(bodies(7)).contains(SAME.body()).doesNotContain(WORSE.body());
  }

  @Test
  void publish_headHasMovedOn_isSilent() {
    github.repository().pull(7, "3".repeat(40));

    assertThat(publish(WORSE, null))
        .isEqualTo("no comment: " + HubFixture.SHA + " is the head of no open pull request");
    assertThat(github.fake().writes()).isEmpty();
  }

  @Test
  void publish_numberOfAnotherPullRequest_writesNothing() {
    assertThat(publish(WORSE, 6))
        .isEqualTo("no comment: %s is the head of no open #6".formatted(HubFixture.SHA));
    assertThat(github.fake().writes()).isEmpty();
  }

  @Test
  void publish_numberOfNone_isRefused() {
    assertThatThrownBy(() -> publish(WORSE, 99))
        .isInstanceOf(GitHubException.class)
        .hasMessageStartingWith("could not write the comment of acme/shop: there is no such thing");
  }

  @Test
  void publish_numberOfAClosedOne_isSilent() {
    github.repository().closePull(7);

    assertThat(publish(WORSE, 7)).startsWith("no comment: ");
    assertThat(github.fake().writes()).isEmpty();
  }

  @Test
  void publish_headOfTwo_asksWhich() {
    github.repository().pull(8, HubFixture.SHA);

    assertThatThrownBy(() -> publish(WORSE, null))
        .hasMessage(
            HubFixture.SHA + " is the head of several pull requests, #7, #8; name one with --pr");
    assertThat(publish(WORSE, 8)).isEqualTo("comment written on #8");
  }

  @Test
  void publish_byAPerson_findsThatPersonsComment() {
    for (PullRequestComment comment : List.of(WORSE, SAME)) {
      new CommentPublisher(
              github.hub("user-jane", Hub.Writing.REAL, Duration.ofSeconds(5), null),
              ServiceFolder.ROOT)
          .publish(HubFixture.SHA, null, comment);
    }

    assertThat(bodies(7)).containsExactly(SAME.body());
  }

  @Test
  void publish_authorNamedWrongly_saysWhichToName() {
    Hub hub = github.hub("ghs", Hub.Writing.REAL, Duration.ofSeconds(5), "someone");

    assertThat(new CommentPublisher(hub, ServiceFolder.ROOT).publish(HubFixture.SHA, null, WORSE))
        .isEqualTo(
            "comment written on #7; it stands under github-actions[bot]: from now on give --author"
                + " 'github-actions[bot]'");
  }

  private String publish(PullRequestComment comment, @Nullable Integer number) {
    return new CommentPublisher(github.hub(), ServiceFolder.ROOT)
        .publish(HubFixture.SHA, number, comment);
  }

  private List<String> bodies(int number) {
    return github.repository().comments(number).stream()
        .map(comment -> comment.path("body").asText())
        .toList();
  }
}
