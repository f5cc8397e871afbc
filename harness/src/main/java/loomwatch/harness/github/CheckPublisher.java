package loomwatch.harness.github;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import loomwatch.harness.github.Hub.GitHubException;
import loomwatch.harness.github.Hub.Permission;
import loomwatch.reporting.publish.CheckReport;
import loomwatch.reporting.publish.DetailsUrl;
import loomwatch.reporting.publish.RecentChecks;
import loomwatch.reporting.publish.ServiceFolder;
import org.jspecify.annotations.Nullable;
import org.kohsuke.github.GHCheckRun;
import org.kohsuke.github.GHCheckRunBuilder;
import org.kohsuke.github.GHIssueState;
import org.kohsuke.github.GHPullRequest;
import org.kohsuke.github.GHRepository;

/** Updates one check run of a commit in place; if it has annotations, a new one replaces it. */
public record CheckPublisher(Hub hub, ServiceFolder service) {
  /** Distinguishes this check run from that of a job with the same name. */
  private static final String EXTERNAL_ID = "loomwatch";

  /** Pull requests to look at; each takes a request. */
  private static final int RECENT = 20;

  /** Writes the report, unless the check has it already; returns what was done. */
  public String publish(String sha, CheckReport report, @Nullable DetailsUrl details) {
    return hub.step(
        "write the check",
        Permission.CHECKS,
        repository -> {
          GHCheckRun there = newest(repository, sha, service, anyApp -> true);
          if (there != null && says(there, report)) {
            return "check left as it is: " + word(report);
          }
          if (there == null || isAnnotated(there)) {
            send(repository.createCheckRun(service.check(), sha), report, details);
            return "check written: " + word(report);
          }
          send(there.update(), report, details);
          return "check updated: " + word(report);
        });
  }

  /**
   * Returns the verdicts of the other pull requests that were updated last, open or closed; nothing
   * if they cannot be read, as a check is worth more.
   *
   * @param sha the head to leave out
   */
  public RecentChecks recent(String sha) {
    try {
      return others(sha);
    } catch (GitHubException e) {
      System.err.println("loomwatch: " + e.getMessage());
      return RecentChecks.UNKNOWN;
    }
  }

  private RecentChecks others(String sha) {
    return hub.step(
        "read the checks of recent pull requests",
        Permission.PULL_REQUESTS,
        repository -> {
          List<String> titles = new ArrayList<>();
          for (GHPullRequest pull :
              CommentPublisher.lastUpdated(repository, GHIssueState.ALL)
                  .withPageSize(RECENT)
                  .iterator()
                  .nextPage()) {
            String head = pull.getHead().getSha();
            GHCheckRun check =
                head.equals(sha) ? null : newest(repository, head, service, anyApp -> true);
            if (check != null && check.getOutput() != null) {
              titles.add(Objects.requireNonNullElse(check.getOutput().getTitle(), ""));
            }
          }
          return RecentChecks.of(titles);
        });
  }

  /** Returns the service's newest check of a commit, of those that match. */
  static @Nullable GHCheckRun newest(
      GHRepository repository, String sha, ServiceFolder service, Predicate<GHCheckRun> matching)
      throws IOException {
    GHCheckRun newest = null;
    for (GHCheckRun check :
        repository.getCheckRuns(sha, Map.of("check_name", (Object) service.check()))) {
      boolean newer = newest == null || check.getId() > newest.getId();
      if (newer && EXTERNAL_ID.equals(check.getExternalId()) && matching.test(check)) {
        newest = check;
      }
    }
    return newest;
  }

  /** GitHub cannot remove annotations, so those of an earlier verdict would remain. */
  private static boolean isAnnotated(GHCheckRun check) {
    GHCheckRun.Output output = check.getOutput();
    return output != null && output.getAnnotationsCount() > 0;
  }

  private static void send(
      GHCheckRunBuilder builder, CheckReport report, @Nullable DetailsUrl details)
      throws IOException {
    if (details != null) {
      builder.withDetailsURL(details.url());
    }
    builder
        .withExternalID(EXTERNAL_ID)
        .withStatus(GHCheckRun.Status.COMPLETED)
        .withConclusion(conclusion(report))
        .add(output(report))
        .create();
  }

  private static GHCheckRunBuilder.Output output(CheckReport report) {
    GHCheckRunBuilder.Output output =
        new GHCheckRunBuilder.Output(report.title(), report.summary());
    report
        .annotations()
        .forEach(note ->
            output.add(
                new GHCheckRunBuilder.Annotation(
                        note.path(),
                        note.line(),
                        GHCheckRun.AnnotationLevel.WARNING,
                        note.message())
                    .withTitle(note.title())));
    return output;
  }

  /** Ignores the details address, as GitHub replaces it. */
  private static boolean says(GHCheckRun check, CheckReport report) {
    GHCheckRun.Output output = check.getOutput();
    return check.getConclusion() == conclusion(report)
        && output != null
        && report.title().equals(output.getTitle())
        && Hub.same(report.summary(), output.getSummary());
  }

  private static GHCheckRun.Conclusion conclusion(CheckReport report) {
    return switch (report.conclusion()) {
      case SUCCESS -> GHCheckRun.Conclusion.SUCCESS;
      case FAILURE -> GHCheckRun.Conclusion.FAILURE;
      case NEUTRAL -> GHCheckRun.Conclusion.NEUTRAL;
    };
  }

  private static String word(CheckReport report) {
    return conclusion(report).toString();
  }
}
