package loomwatch.harness.github;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.github.Hub.GitHubException;
import loomwatch.harness.github.Hub.Permission;
import loomwatch.reporting.publish.PullRequestComment;
import loomwatch.reporting.publish.ServiceFolder;
import org.jspecify.annotations.Nullable;
import org.kohsuke.github.GHDirection;
import org.kohsuke.github.GHIssueComment;
import org.kohsuke.github.GHIssueState;
import org.kohsuke.github.GHPullRequest;
import org.kohsuke.github.GHPullRequestQueryBuilder;
import org.kohsuke.github.GHRepository;
import org.kohsuke.github.PagedIterable;

/** Keeps at most one comment on a pull request, edited in place. */
public record CommentPublisher(Hub hub, ServiceFolder service) {
  /**
   * Writes the comment on the open pull request whose head is that commit. Nothing is written where
   * there is none, or where nothing changed and there is no comment yet.
   *
   * @param number of the pull request; null to search for it
   * @return what was done, for a log
   */
  public String publish(String sha, @Nullable Integer number, PullRequestComment comment) {
    hub.author();
    return hub.step(
        "write the comment",
        Permission.PULL_REQUESTS,
        repository -> {
          Optional<GHPullRequest> pull =
              number == null ? withHead(repository, sha) : numbered(repository, number, sha);
          return pull.isPresent()
              ? on(pull.get(), comment.about(service))
              : "no comment: %s is the head of %s"
                  .formatted(sha, number == null ? "no open pull request" : "no open #" + number);
        });
  }

  private String on(GHPullRequest pull, PullRequestComment comment) throws IOException {
    String where = " on #" + pull.getNumber();
    List<GHIssueComment> ours = ours(pull);
    if (ours.isEmpty()) {
      return switch (comment.occasion()) {
        case NO_CHANGE -> "no comment" + where + ": nothing is shown to have changed";
        case CHANGE -> {
          GHIssueComment written = pull.comment(comment.body());
          yield "comment written" + where + otherAuthor(written);
        }
      };
    }
    GHIssueComment first = ours.getFirst();
    boolean same = Hub.same(comment.body(), first.getBody());
    if (!same) {
      first.update(comment.body());
    }
    // Two concurrent jobs, or a lost response, may have created several.
    for (GHIssueComment twin : ours.subList(1, ours.size())) {
      twin.delete();
    }
    return (same ? "comment left as it is" : "comment updated") + where;
  }

  private List<GHIssueComment> ours(GHPullRequest pull) throws IOException {
    List<GHIssueComment> ours = new ArrayList<>();
    for (GHIssueComment comment : pull.listComments().withPageSize(100)) {
      if (service.isComment(comment.getBody()) && hub.isUs(author(comment))) {
        ours.add(comment);
      }
    }
    return ours;
  }

  /** Warns about an unexpected login, under which the comment would not be found again. */
  private String otherAuthor(GHIssueComment written) {
    String login = author(written);
    return login == null || hub.isUs(login)
        ? ""
        : "; it stands under " + login + ": from now on give --author '" + login + "'";
  }

  /** Handles a deleted account, for which the library has only this exception. */
  private static @Nullable String author(GHIssueComment comment) {
    try {
      return comment.getUserName();
    } catch (NullPointerException nobody) {
      return null;
    }
  }

  /**
   * Returns the open pull request whose head is that commit. All open ones are listed, as a search
   * by commit does not find those of forks. The number never comes from the measured run, as a fork
   * could name another pull request.
   */
  private static Optional<GHPullRequest> withHead(GHRepository repository, String sha)
      throws IOException {
    List<GHPullRequest> found = new ArrayList<>();
    for (GHPullRequest pull : lastUpdated(repository, GHIssueState.OPEN).withPageSize(100)) {
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

  /** Returns the pull requests in that state, those updated last first. */
  static PagedIterable<GHPullRequest> lastUpdated(GHRepository repository, GHIssueState state) {
    return repository
        .queryPullRequests()
        .state(state)
        .sort(GHPullRequestQueryBuilder.Sort.UPDATED)
        .direction(GHDirection.DESC)
        .list();
  }

  /** Returns the pull request if it is open and no newer commit was pushed. */
  private static Optional<GHPullRequest> numbered(GHRepository repository, int number, String sha)
      throws IOException {
    GHPullRequest pull = repository.getPullRequest(number);
    boolean its = sha.equals(pull.getHead().getSha()) && pull.getState() == GHIssueState.OPEN;
    return its ? Optional.of(pull) : Optional.empty();
  }
}
