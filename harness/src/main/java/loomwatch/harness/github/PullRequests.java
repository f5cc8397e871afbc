package loomwatch.harness.github;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.kohsuke.github.GHDirection;
import org.kohsuke.github.GHIssueState;
import org.kohsuke.github.GHPullRequest;
import org.kohsuke.github.GHPullRequestQueryBuilder;
import org.kohsuke.github.GHRepository;

/**
 * Finds the pull request a commit is the head of by asking GitHub. The number never comes from what
 * was measured: a fork could name another's.
 */
final class PullRequests {
  private PullRequests() {}

  /**
   * The open one whose head is that commit; nothing when it has moved on, or there never was one.
   * All open ones are listed, as asking by commit does not find those of forks.
   *
   * @throws GitHubException when there are several
   */
  static Optional<GHPullRequest> withHead(GHRepository repository, String sha) throws IOException {
    List<GHPullRequest> found = new ArrayList<>();
    for (GHPullRequest pull :
        repository
            .queryPullRequests()
            .state(GHIssueState.OPEN)
            .sort(GHPullRequestQueryBuilder.Sort.UPDATED)
            .direction(GHDirection.DESC)
            .list()
            .withPageSize(100)) {
      if (sha.equals(pull.getHead().getSha())) {
        found.add(pull);
      }
    }
    if (found.size() > 1) {
      throw GitHubException.refused(
          sha
              + " is the head of several pull requests, "
              + String.join(", ", found.stream().map(pull -> "#" + pull.getNumber()).toList())
              + "; name one with --pr");
    }
    return found.stream().findFirst();
  }

  /** That one, if it is open and its head is that commit: a newer one may have been pushed. */
  static Optional<GHPullRequest> numbered(GHRepository repository, int number, String sha)
      throws IOException {
    GHPullRequest pull = repository.getPullRequest(number);
    boolean its = sha.equals(pull.getHead().getSha()) && pull.getState() == GHIssueState.OPEN;
    return its ? Optional.of(pull) : Optional.empty();
  }
}
