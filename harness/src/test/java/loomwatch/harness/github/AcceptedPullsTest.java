package loomwatch.harness.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import loomwatch.harness.github.Hub.GitHubException;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.reporting.publish.ServiceFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AcceptedPullsTest {
  private static final String HEAD = HubFixture.SHA;
  private static final String MERGED = "2".repeat(40);
  private static final String JOBS = "github-actions";
  private static final String TITLE = "Accepted by ada: worth it";

  private HubFixture github;

  @BeforeEach
  void start() throws IOException {
    github = new HubFixture();
    github.repository().pull(7, HEAD);
  }

  @AfterEach
  void stop() {
    github.close();
  }

  @Test
  void of_mergedPullRequestThatWasAccepted_isItsCommit() {
    accepted(TITLE);
    github.repository().merge(7, MERGED);

    assertThat(of(MERGED))
        .containsExactly(new Accepted.Change(MERGED, null, null, null, "worth it (ada, #7)"));
    assertThat(github.fake().writes()).isEmpty();
  }

  /** GitHub names the pull request of each; the last one counts for those before. */
  @Test
  void of_rebaseOfSeveralCommits_isEachOfThem() {
    accepted(TITLE);
    github.repository().merge(7, MERGED, "3".repeat(40));
    github.repository().commit("4".repeat(40));

    assertThat(of(MERGED, "3".repeat(40), "4".repeat(40), "5".repeat(40)))
        .extracting(Accepted.Change::commit)
        .containsExactly(MERGED, "3".repeat(40));
  }

  @Test
  void of_openPullRequestOrOneForAnotherBranch_isNothing() {
    accepted(TITLE);
    github.repository().pull(8, HEAD);
    github.repository().merge("release", 8, MERGED);

    assertThat(of(MERGED)).isEmpty();
  }

  /** As a later measurement or another app writes it. */
  @ParameterizedTest
  @CsvSource({
    "github-actions, Loomwatch, Regressed: hello, success, loomwatch, 0",
    "github-actions, Loomwatch, Accepted by eve: again, success, loomwatch, 1",
    "github-actions, Loomwatch, Accepted by eve: again, neutral, loomwatch, 0",
    "github-actions, Loomwatch, Regressed: hello, failure, other, 1",
    "github-actions, Loomwatch (cart), Regressed: hello, failure, loomwatch, 1",
    "somebodys-app, Loomwatch, Regressed: hello, failure, loomwatch, 1"
  })
  void of_anotherCheckAfterwards_countsIfItIsOurs(
      String app, String name, String title, String conclusion, String externalId, int accepted) {
    accepted(TITLE);
    github
        .repository()
        .check(app, HEAD, name, title)
        .put("conclusion", conclusion)
        .put("external_id", externalId);
    github.repository().merge(7, MERGED);

    assertThat(of(MERGED)).hasSize(accepted);
  }

  @ParameterizedTest
  @CsvSource({"somebodys-app, Loomwatch", "github-actions, Loomwatch (cart)"})
  void of_checkOfAnotherAppOrService_isNothing(String app, String name) {
    github.repository().check(app, HEAD, name, TITLE);
    github.repository().merge(7, MERGED);

    assertThat(of(MERGED)).isEmpty();
  }

  @Test
  void of_oneOfSeveralServices_isItsOwnCheck() {
    github.repository().check(JOBS, HEAD, "Loomwatch (cart)", TITLE);
    github.repository().merge(7, MERGED);

    assertThat(new AcceptedPulls(github.hub(), new ServiceFolder("cart")).of(List.of(MERGED)))
        .hasSize(1);
  }

  @Test
  void of_tokenThatMayNot_saysWhatItNeeds() {
    github.fake().faults().add(FakeFaults.Fault.of(403).on("GET", "/commits/" + MERGED), 1);
    Hub hub = github.hub("t", Hub.Writing.REAL, Duration.ofSeconds(1), null);

    assertThatThrownBy(() -> new AcceptedPulls(hub, ServiceFolder.ROOT).of(List.of(MERGED)))
        .isInstanceOf(GitHubException.class)
        .hasMessage(
            "could not ask what was accepted of acme/shop: the token may not (403): the job needs"
                + " permissions: contents: read, pull-requests: read and checks: read");
  }

  private void accepted(String title) {
    github.repository().check(JOBS, HEAD, "Loomwatch", title);
  }

  private List<Accepted.Change> of(String... commits) {
    return new AcceptedPulls(github.hub(), ServiceFolder.ROOT).of(List.of(commits));
  }
}
