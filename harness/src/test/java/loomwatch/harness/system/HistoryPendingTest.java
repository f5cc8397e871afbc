package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.harness.github.StandInMain;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Which commits are still to be measured, and that each is added once. */
@Execution(ExecutionMode.CONCURRENT)
class HistoryPendingTest {
  private static final Map<String, String> WHO =
      Map.of(
          "GIT_AUTHOR_NAME", "T",
          "GIT_AUTHOR_EMAIL", "t@example.org",
          "GIT_COMMITTER_NAME", "T",
          "GIT_COMMITTER_EMAIL", "t@example.org");

  @TempDir Path directory;
  private Path checkout;
  private Loomwatch loomwatch;
  private final List<String> commits = new ArrayList<>();

  @BeforeEach
  void makeABranch() throws Exception {
    checkout = Files.createDirectories(directory.resolve("checkout"));
    loomwatch = new Loomwatch(directory).of(checkout, Map.of());
    git("init", "--quiet", "-b", "main");
    for (int i = 0; i < 4; i++) {
      git("commit", "--quiet", "--allow-empty", "-m", "commit " + i);
      commits.add(git("rev-parse", "HEAD"));
    }
  }

  @Test
  void pending_noHistory_isHeadAlone() throws Exception {
    assertThat(loomwatch.call("history", "pending"))
        .isEqualTo(new Loomwatch.Ended(0, commits.getLast() + "\n", ""));
  }

  @Test
  void pending_commitsSinceTheLast_areAllOldestFirst() throws Exception {
    measured(commits.getFirst());

    assertThat(loomwatch.call("history", "pending", "--json"))
        .isEqualTo(
            new Loomwatch.Ended(
                0,
                "[\"%s\",\"%s\",\"%s\"]\n"
                    .formatted(commits.get(1), commits.get(2), commits.get(3)),
                ""));
  }

  @Test
  void pending_moreThanTheMost_leavesOutTheOldestAndSaysSo() throws Exception {
    measured(commits.getFirst());

    assertThat(loomwatch.call("history", "pending", "--most", "1"))
        .isEqualTo(
            new Loomwatch.Ended(
                0,
                commits.getLast() + "\n",
                "loomwatch: 3 commits are not measured; the oldest 2 are left out for good, %.8s to %.8s%n"
                    .formatted(commits.get(1), commits.get(2))));
  }

  @Test
  void pending_historyIsPastIt_isNone() throws Exception {
    measured(commits.getLast());

    assertThat(loomwatch.call("history", "pending", "--head", commits.get(1), "--json"))
        .isEqualTo(
            new Loomwatch.Ended(
                0,
                "[]\n",
                "loomwatch: nothing to measure: history is past %.8s%n".formatted(commits.get(1))));
  }

  @Test
  void pending_branchRewritten_isHeadAlone() throws Exception {
    measured(commits.getLast());
    git("checkout", "--quiet", commits.getFirst());
    git("commit", "--quiet", "--allow-empty", "-m", "another");

    Loomwatch.Ended pending = loomwatch.call("history", "pending");

    assertThat(pending.out()).isEqualTo(git("rev-parse", "HEAD") + "\n");
    assertThat(pending.err())
        .isEqualTo(
            "loomwatch: %.8s does not descend from %.8s, the last one measured: the branch was rewritten, and only %1$.8s is to be measured%n"
                .formatted(pending.out(), commits.getLast()));
  }

  @Test
  void pending_mostOfNone_exits64() throws Exception {
    assertThat(loomwatch.call("history", "pending", "--most", "0"))
        .isEqualTo(new Loomwatch.Ended(64, "", "loomwatch: --most must be at least 1, was 0\n"));
  }

  @Test
  void historyAdd_once_leavesOutASecondRunOfTheCommitAndAnOlderOne() throws Exception {
    measured(commits.get(2));
    Path run = directory.resolve("run");
    for (int again : new int[] {2, 1}) {
      git("checkout", "--quiet", commits.get(again));
      StandInMain.keepRun(run, commits.get(again), 1);

      Loomwatch.Ended added = loomwatch.call("history", "add", "--once", run.toString());

      assertThat(added.exitCode()).isZero();
      assertThat(added.out())
          .startsWith("Left out ")
          .endsWith("history is past its commit, which is measured once\n");
    }
    assertThat(loomwatch.call("history", "list").out()).contains("1 in all");
  }

  @Test
  void historyAdd_taggedSinceItWasAdded_isAlreadyIn() throws Exception {
    Path run = directory.resolve("run");
    StandInMain.keepRun(run, commits.getLast(), 1);
    loomwatch.call("history", "add", run.toString());
    git("tag", "v1");

    Loomwatch.Ended added = loomwatch.call("history", "add", run.toString());

    assertThat(added.err()).isEmpty();
    assertThat(added.out()).startsWith("Already in ");
  }

  private void measured(String commit) throws Exception {
    StandInMain.main(
        new String[] {"past", loomwatch.out().resolve("history").toString(), commit + "=1"});
  }

  private String git(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(checkout.toFile());
    builder.environment().putAll(WHO);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }
}
