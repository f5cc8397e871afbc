package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.harness.github.FakeFaults;
import loomwatch.harness.github.FakeGitHub;
import loomwatch.harness.github.StandInMain;
import loomwatch.judge.thresholds.AcceptedReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code publish accepted}: what was accepted on pull requests reaches the history. */
@Execution(ExecutionMode.CONCURRENT)
class PublishAcceptedTest {
  private static final String HEAD = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";
  private static final int GOOD = 24;

  @TempDir Path directory;

  private FakeGitHub github;
  private Path history;
  private Path kept;

  /** The commit after the good ones costs more, and came by pull request 7. */
  @BeforeEach
  void begin() throws Exception {
    history = directory.resolve("history");
    kept = history.resolve("accepted.yaml");
    List<String> past = new ArrayList<>(List.of("past", history.toString()));
    for (int i = 0; i < GOOD; i++) {
      past.add(commit(i) + "=1.00" + i * 7 % 5);
    }
    past.addAll(
        List.of(commit(GOOD) + "=1.2", commit(GOOD + 1) + "=1.201", commit(GOOD + 2) + "=1.2"));
    StandInMain.main(past.toArray(String[]::new));
    github = FakeGitHub.start("acme/shop");
    github.repository().pull(7, HEAD);
    github.repository().merge(7, commit(GOOD));
  }

  @AfterEach
  void stop() {
    github.close();
  }

  @Test
  void accepted_commitOfHistory_isNoLongerAnAlert() throws Exception {
    accepts("worth it");

    int suspected = trend().exitCode();
    Loomwatch.Ended first = accepted();
    Loomwatch.Ended trend = trend();
    String written = Files.readString(kept);
    Loomwatch.Ended second = accepted();

    assertThat(suspected).isEqualTo(2);
    assertThat(first.out())
        .as(first.err())
        .isEqualTo("accepted " + commit(GOOD) + ": worth it (ada, #7)\n");
    assertThat(trend.exitCode()).as(trend.out()).isZero();
    assertThat(second.out()).isEqualTo("nothing new was accepted, of 9 commits\n");
    assertThat(kept).hasContent(written);
    assertThat(github.writes()).isEmpty();
  }

  /** It lands in a file that is read as YAML, on a terminal and on pages. */
  @Test
  void accepted_hostileReason_isOneEntryAndOneLine() throws Exception {
    accepts("\"}\n  - commit: " + commit(0) + "\n    why: 'mine' \u001b[2J\u202e ::error::");

    Loomwatch.Ended ended = accepted();

    assertThat(ended.out().lines()).as(ended.err()).hasSize(1);
    assertThat(ended.out()).doesNotContain("\u001b", "\u202e");
    assertThat(AcceptedReader.read(kept).changes())
        .singleElement()
        .satisfies(change -> {
          assertThat(change.commit()).isEqualTo(commit(GOOD));
          assertThat(change.why()).startsWith("\"}   - commit: ").endsWith("(ada, #7)");
        });
  }

  /** Moved to a note, it stays so, although the check still says that it was accepted. */
  @Test
  void accepted_takenBack_staysSo() throws Exception {
    accepts("worth it");
    String note =
        "schema: 1\nannotations: [{commit: %s, text: a mistake}]\n".formatted(commit(GOOD));
    Files.writeString(kept, note);

    Loomwatch.Ended ended = accepted();

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(kept).hasContent(note);
  }

  @Test
  void accepted_gitHubIsAway_exits75AndWritesNothing() throws Exception {
    accepts("worth it");
    github.faults().add(FakeFaults.Fault.of(503), 1_000);

    Loomwatch.Ended ended = accepted("--give-up-after", "1");

    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(75);
    assertThat(ended.err()).contains("could not ask what was accepted within 1 s");
    assertThat(kept).doesNotExist();
  }

  @Test
  void accepted_dryRun_saysSoAndWritesNothing() throws Exception {
    accepts("worth it");

    Loomwatch.Ended ended = accepted("--dry-run");

    assertThat(ended.out()).as(ended.err()).startsWith("accepted " + commit(GOOD));
    assertThat(kept).doesNotExist();
  }

  private void accepts(String reason) {
    github.repository().check("github-actions", HEAD, "Loomwatch", "Accepted by ada: " + reason);
  }

  private static String commit(int i) {
    return "%040x".formatted(0xabc0000 + i);
  }

  private Loomwatch.Ended trend() throws Exception {
    String out = directory.resolve("trend.json").toString();
    return new Loomwatch(directory).call("trend", "--history", history.toString(), "--out", out);
  }

  private Loomwatch.Ended accepted(String... more) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("publish", "accepted", "--repo", "acme/shop", "--history"));
    command.add(history.toString());
    command.addAll(List.of(more));
    return new Loomwatch(directory)
        .of(Loomwatch.ROOT, Map.of("GITHUB_API_URL", github.url(), "GITHUB_TOKEN", "t"))
        .call(command.toArray(String[]::new));
  }
}
