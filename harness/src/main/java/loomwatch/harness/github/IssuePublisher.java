package loomwatch.harness.github;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import loomwatch.harness.github.Hub.Permission;
import loomwatch.reporting.publish.Issue;
import loomwatch.reporting.publish.Issue.Labels;
import loomwatch.reporting.publish.ServiceFolder;
import org.kohsuke.github.GHIssue;
import org.kohsuke.github.GHIssueState;
import org.kohsuke.github.GHIssueStateReason;
import org.kohsuke.github.GHLabel;
import org.kohsuke.github.GHRepository;

/**
 * Keeps one issue for each change: opens it when it is detected, updates it while it lasts, and
 * closes it when the level returns. People control it with labels. Nothing is done in a repository
 * with issues switched off.
 */
public record IssuePublisher(Hub hub, ServiceFolder service) {
  /** Updates each issue and returns one line for each about what was done. */
  public List<String> publish(List<Issue> wanted) {
    if (wanted.isEmpty()) {
      return List.of();
    }
    hub.author();
    List<GHIssue> known =
        hub.step(
            "list our issues",
            Permission.ISSUES,
            repository -> unlessOff(List.of(), () -> ours(repository, GHIssueState.ALL)));
    List<String> done = new ArrayList<>();
    for (Issue each : wanted) {
      Issue issue = each.about(service);
      List<GHIssue> found = about(issue.key(), known);
      done.add(isOver(issue, found) ? leftAlone(issue, found) : written(issue));
    }
    return List.copyOf(done);
  }

  private String written(Issue issue) {
    return hub.step(
        "write the issue about " + issue.key(),
        Permission.ISSUES,
        repository ->
            unlessOff(
                "no issue about " + issue.key() + ": the repository has issues switched off",
                () -> publish(repository, issue)));
  }

  /**
   * Closes open issues that are no longer reported.
   *
   * @param gone returns the last text for the issue of a key; empty to leave it open
   * @return what was done, one line for each, for a log
   */
  public List<String> closeGone(Function<String, Optional<Issue>> gone) {
    hub.author();
    return hub.step(
        "close issues about changes that are gone",
        Permission.ISSUES,
        repository -> unlessOff(List.of(), () -> closeGone(repository, gone)));
  }

  private List<String> closeGone(GHRepository repository, Function<String, Optional<Issue>> gone)
      throws IOException {
    List<String> done = new ArrayList<>();
    for (GHIssue issue : ours(repository, GHIssueState.OPEN)) {
      Optional<Issue> wanted =
          service.issueKey(issue.getBody()).flatMap(gone).map(last -> last.about(service));
      if (wanted.isPresent()) {
        done.add("issue #" + issue.getNumber() + " " + update(issue, wanted.get()));
      }
    }
    return List.copyOf(done);
  }

  private interface IssueAction<T> {
    T take() throws IOException;
  }

  /** Runs the action; returns {@code off} if GitHub responds with 410 because issues are off. */
  private static <T> T unlessOff(T off, IssueAction<T> step) throws IOException {
    try {
      return step.take();
    } catch (IOException | RuntimeException e) {
      if (Hub.status(e) == HttpURLConnection.HTTP_GONE) {
        return off;
      }
      throw e;
    }
  }

  /** Returns whether the issues need no update, which is true for most, to save requests. */
  private static boolean isOver(Issue wanted, List<GHIssue> found) {
    return wanted.state() != Issue.State.BROKEN
        && found.stream()
            .noneMatch(issue ->
                issue.getState() == GHIssueState.OPEN || labelled(issue, Labels.ACKNOWLEDGED));
  }

  private static String leftAlone(Issue wanted, List<GHIssue> found) {
    return found.isEmpty()
        ? "no issue about " + wanted.key() + ": " + wanted.title()
        : "issue #" + found.getFirst().getNumber() + " left closed";
  }

  private String publish(GHRepository repository, Issue wanted) throws IOException {
    // Read again, as an earlier try may have had an effect.
    List<GHIssue> found = about(wanted.key(), ours(repository, GHIssueState.ALL));
    if (!found.isEmpty()) {
      closeTwins(found);
      return "issue #" + found.getFirst().getNumber() + " " + update(found.getFirst(), wanted);
    }
    if (wanted.state() != Issue.State.BROKEN) {
      return leftAlone(wanted, found);
    }
    int number =
        repository
            .createIssue(wanted.title())
            .body(wanted.body())
            .label(Labels.LOOMWATCH)
            .create()
            .getNumber();
    return "issue #" + number + " opened: " + wanted.title();
  }

  /** Returns the issues about that change, the oldest first. */
  private List<GHIssue> about(String key, List<GHIssue> ours) {
    return ours.stream()
        .filter(issue -> service.issueKey(issue.getBody()).equals(Optional.of(key)))
        .sorted(Comparator.comparingInt(GHIssue::getNumber))
        .toList();
  }

  private List<GHIssue> ours(GHRepository repository, GHIssueState state) throws IOException {
    List<GHIssue> found = new ArrayList<>();
    for (GHIssue issue :
        repository.queryIssues().label(Labels.LOOMWATCH).state(state).list().withPageSize(100)) {
      if (!issue.isPullRequest()
          && hub.isUs(issue.getUser() == null ? null : issue.getUser().getLogin())) {
        found.add(issue);
      }
    }
    return found;
  }

  private static void closeTwins(List<GHIssue> found) throws IOException {
    for (GHIssue twin : found.subList(1, found.size())) {
      if (twin.getState() == GHIssueState.OPEN) {
        twin.close(GHIssueStateReason.NOT_PLANNED);
      }
    }
  }

  private static String update(GHIssue issue, Issue wanted) throws IOException {
    boolean open = issue.getState() == GHIssueState.OPEN;
    boolean accepted = wanted.state() == Issue.State.ACCEPTED || labelled(issue, Labels.ACCEPTED);
    if (accepted || wanted.state() == Issue.State.RETURNED) {
      if (!accepted && labelled(issue, Labels.ACKNOWLEDGED)) {
        issue.removeLabel(Labels.ACKNOWLEDGED); // or it would hide the next one
      }
      return open ? close(issue, wanted, accepted) : "left closed";
    }
    if (!open && labelled(issue, Labels.ACKNOWLEDGED)) {
      return "left closed: acknowledged";
    }
    boolean changed = rewrite(issue, wanted);
    if (!open) {
      issue.reopen();
      return "opened again: " + wanted.title();
    }
    return changed ? "updated" : "left as it is";
  }

  private static String close(GHIssue issue, Issue wanted, boolean accepted) throws IOException {
    rewrite(issue, wanted);
    issue.close(accepted ? GHIssueStateReason.NOT_PLANNED : GHIssueStateReason.COMPLETED);
    return accepted ? "closed for good" : "closed: the level has returned";
  }

  /** Updates the text before the state, so that the notification has the reason. */
  private static boolean rewrite(GHIssue issue, Issue wanted) throws IOException {
    boolean changed = false;
    if (wanted.state() == Issue.State.BROKEN && !wanted.title().equals(issue.getTitle())) {
      issue.setTitle(wanted.title());
      changed = true;
    }
    if (!Hub.same(wanted.body(), issue.getBody())) {
      issue.setBody(wanted.body());
      changed = true;
    }
    return changed;
  }

  private static boolean labelled(GHIssue issue, String label) {
    return issue.getLabels().stream().map(GHLabel::getName).anyMatch(label::equals);
  }
}
