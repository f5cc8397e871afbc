package loomwatch.harness.github;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.github.Hub.Permission;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.reporting.publish.CheckReport.AcceptedTitle;
import loomwatch.reporting.publish.ServiceFolder;
import org.jspecify.annotations.Nullable;
import org.kohsuke.github.GHCheckRun;
import org.kohsuke.github.GHCommit;
import org.kohsuke.github.GHPullRequest;
import org.kohsuke.github.GHRepository;

/** Finds commits that came by a pull request whose change somebody accepted on GitHub. */
public record AcceptedPulls(Hub hub, ServiceFolder service) {
  /** The app whose token each job has; another app's check may be anybody's word. */
  private static final String JOBS = "github-actions";

  /** Returns the accepted ones among commits of the default branch. Writes nothing. */
  public List<Accepted.Change> of(List<String> commits) {
    return hub.step(
        "ask what was accepted",
        Permission.MERGED,
        repository -> {
          List<Accepted.Change> accepted = new ArrayList<>();
          for (String commit : commits) {
            accepted(repository, commit).ifPresent(accepted::add);
          }
          return accepted;
        });
  }

  private Optional<Accepted.Change> accepted(GHRepository repository, String sha)
      throws IOException {
    GHCommit commit = known(repository, sha);
    if (commit == null) {
      return Optional.empty();
    }
    for (GHPullRequest pull : commit.listPullRequests()) {
      Optional<Accepted.Change> change =
          isMerged(pull, repository) ? change(repository, pull, sha) : Optional.empty();
      if (change.isPresent()) {
        return change;
      }
    }
    return Optional.empty();
  }

  /** Returns null for a commit that GitHub no longer has, as a branch was rewritten. */
  private static @Nullable GHCommit known(GHRepository repository, String sha) throws IOException {
    try {
      return repository.getCommit(sha);
    } catch (IOException e) {
      int status = Hub.status(e);
      if (status == 404 || status == 422) {
        return null;
      }
      throw e;
    }
  }

  /** A pull request that merely contains the commit, such as a fork's, accepts nothing. */
  private static boolean isMerged(GHPullRequest pull, GHRepository repository) {
    GHRepository into = pull.getBase().getRepository();
    return pull.getMergedAt() != null
        && pull.getBase().getRef().equals(repository.getDefaultBranch())
        && into != null
        && into.getFullName().equals(repository.getFullName());
  }

  private Optional<Accepted.Change> change(
      GHRepository repository, GHPullRequest pull, String commit) throws IOException {
    GHCheckRun check =
        CheckPublisher.newest(
            repository, pull.getHead().getSha(), service, AcceptedPulls::isOfAJob);
    if (check == null || check.getConclusion() != GHCheckRun.Conclusion.SUCCESS) {
      return Optional.empty();
    }
    return Optional.ofNullable(check.getOutput().getTitle())
        .flatMap(title -> AcceptedTitle.read(title, commit, pull.getNumber()));
  }

  private static boolean isOfAJob(GHCheckRun check) {
    return check.getApp() != null && JOBS.equals(check.getApp().getSlug());
  }
}
