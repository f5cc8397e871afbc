package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shell and the conditions of single steps, which need neither act nor a repository. */
class StepsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "README.md|false",
        "judge/src/main/java/A.java|false",
        "server/src/test/java/A.java|false",
        "server/src/main/java/src/test/A.java|true",
        "container/jdks|true",
        ".gitattributes|true",
        "README.md\",\"previous_filename\":\"server/A|true"
      })
  void performance_ofAFile_isMeasuredIfItMayMatter(String file, String moved) throws Exception {
    String condition =
        Workflow.of("perf.yml").job("gate").steps().stream()
            .map(step -> Workflow.map(step.content().get("env")).get("RELEVANT"))
            .filter(Objects::nonNull)
            .map(Object::toString)
            .findFirst()
            .orElseThrow();
    Path files =
        Files.writeString(
            directory.resolve("files.json"), "{\"files\":[{\"filename\":\"" + file + "\"}]}");

    assertThat(Tools.tell(directory, Map.of(), "jq", condition, files.toString())).isEqualTo(moved);
  }

  /** act ends where a called workflow failed, so the condition is read. */
  @Test
  void performance_machineFails_saysSoOnTheHead() {
    Workflow.Job unmeasured = Workflow.of("perf.yml").job("unmeasured");

    assertThat(unmeasured.needs()).containsExactly("gate", "measure");
    assertThat(unmeasured.text("if"))
        .isEqualTo(
            "${{ !cancelled() && needs.gate.result == 'success'"
                + " && needs.measure.result != 'cancelled'"
                + " && (needs.measure.result != 'success'"
                + " || needs.measure.outputs.moved == 'false') }}");
    assertThat(unmeasured.part("env"))
        .containsEntry(
            "BECAUSE",
            "${{ needs.gate.outputs.begun == 'false' && 'not-yet'"
                + " || needs.gate.outputs.moved == 'false' && 'nothing-moved'"
                + " || needs.measure.result == 'success' && needs.measure.outputs.moved == 'false'"
                + " && 'alike' || 'failed' }}");
  }

  /** The same, and what is said then. */
  @ParameterizedTest
  @CsvSource({
    "true, success, The fix restores 98 %.",
    "'', skipped, It could not be measured or judged.",
    "false, skipped, 'The machine built the same from it as from base, which restores all of the loss.'"
  })
  void fix_however_isCommentedOn(String moved, String outcome, String said) throws Exception {
    Workflow.Job report = Workflow.of("perf-comment.yml").job("report");
    World.executable(
        Files.writeString(
            Files.createDirectories(directory.resolve("bin")).resolve("gh"),
            "#!/bin/sh\necho \"$*\"\n"));
    Files.writeString(
        Files.createDirectories(directory.resolve("out")).resolve("restored"),
        "\nThe fix restores 98 %.\n");
    Map<String, String> environment =
        Map.of(
            "PATH", directory.resolve("bin") + ":" + System.getenv("PATH"),
            "GITHUB_REPOSITORY", "acme/shop",
            "PULL", "7",
            "BRANCH", "faster",
            "FIX", "0123456789",
            "URL", "https://runs",
            "MOVED", moved,
            "OUTCOME", outcome);

    String sent =
        Tools.tell(
            directory,
            environment,
            "bash",
            "-e",
            "-c",
            Workflow.shellOf(Workflow.of("perf-comment.yml").file(), "Comment"));

    assertThat(report.text("if"))
        .isEqualTo(
            "${{ !cancelled() && needs.handle.result == 'success' && needs.handle.outputs.loss !="
                + " '' && needs.measure.result != 'cancelled' }}");
    assertThat(sent)
        .isEqualTo("api --silent repos/acme/shop/issues/7/comments -F body=@out/comment");
    assertThat(directory.resolve("out/comment"))
        .content()
        .startsWith("**Fix `faster`** (0123456) against base, by [this run](https://runs):\n\n")
        .endsWith(said + "\n");
  }

  /** The record itself may be out of an attempt's reach that runs all jobs again. */
  @ParameterizedTest
  @CsvSource({
    "'out/results/result-own 1', pass, 1",
    "'', regressed, 1",
    "'', pass, 0",
    "'', none, ''"
  })
  void main_recordedByAnEarlierAttempt_historyKnowsItsVerdict(
      String judged, String verdict, String code) throws Exception {
    String say =
        Workflow.shellOf(
            Repository.WORKFLOWS.resolve("record.yml"), "Read the verdict on this run's commit");
    Path history = Files.createDirectories(directory.resolve("out/pages/history"));
    Files.createFile(history.resolve("head.json"));
    String entry =
        "{\"entry\": {\"kind\": \"%s\", \"provenance\": {\"commit\": \"%s\"}, \"verdict\": %s}}\n";
    Files.writeString(
        history.resolve("2026-11.jsonl"),
        entry.formatted("run", "other", "\"inconclusive\"")
            + entry.formatted("run", "own", verdict.equals("none") ? "null" : "\"" + verdict + "\"")
            + entry.formatted("comparison", "own", "\"invalid\""));
    Files.writeString(directory.resolve("out/judged"), judged + "\n");

    Path said = directory.resolve("said");
    Map<String, String> environment =
        Map.of("GITHUB_SHA", "own", "GITHUB_OUTPUT", said.toString(), "PAGES", "out/pages");
    Tools.tell(directory, environment, "bash", "-e", "-c", say);

    assertThat(said).content().isEqualTo("exit-code=" + code + "\nrecord=\n");
  }

  /** A report beside the record would be taken for the gate's if the gate broke down. */
  @ParameterizedTest
  @CsvSource({
    "workflows/record.yml, record.json causes.json bisect.json",
    "actions/judge/action.yml, record.json causes.json"
  })
  void artifact_holdsMoreThanItsRecord_thatIsGone(String definition, String kept) throws Exception {
    String clear =
        Workflow.shellOf(Repository.ROOT.resolve(".github").resolve(definition), "Delete all");
    String artifact = "out/results/result-1";
    for (String file :
        List.of(
            "record.json",
            "causes.json",
            "bisect.json",
            "report.md",
            "deep/causes.json",
            ".hidden/x")) {
      Path left = directory.resolve(artifact).resolve(file);
      Files.createDirectories(left.getParent());
      Files.createFile(left);
    }

    Tools.tell(directory, Map.of("RUN", artifact), "bash", "-e", "-c", clear);

    assertThat(Tools.tell(directory, Map.of(), "find", "out", "-type", "f").lines())
        .containsExactlyInAnyOrder(
            Stream.of(kept.split(" ")).map(file -> artifact + "/" + file).toArray(String[]::new));
  }

  /** Through one, what is written there would land in a script that is started next. */
  @Test
  void pages_holdALinkWhereLoomwatchReadsOrWrites_areRefused() throws Exception {
    String refuse =
        Workflow.shellOf(Repository.ACTIONS.resolve("pages/action.yml"), "Refuse links");
    String[] command = {"bash", "-e", "-c", refuse};
    Map<String, String> service = Map.of("FOLDER", "services/cart");
    link(".git/link");
    link("latest");
    link("1.0/latest");

    assertThat(Tools.run(directory, service, command).exitCode()).isZero();
    for (String refused :
        List.of("services", "history/2026.jsonl", "dev", "a/studies/b", "notices.json")) {
      Path link = link(refused);
      Tools.Ended ended = Tools.run(directory, service, command);
      assertThat(ended.exitCode()).as(refused).isEqualTo(1);
      assertThat(ended.said()).contains("held '" + refused + "'");
      Files.delete(link);
    }
  }

  private Path link(String at) throws Exception {
    Path link = directory.resolve("out/pages").resolve(at);
    Files.createDirectories(link.getParent());
    return Files.createSymbolicLink(link, directory);
  }

  /** A newer one waits there for its pull request. */
  @Test
  void choose_severalInstalled_isTheNewestThatLoomwatchNames() throws Exception {
    Files.createDirectory(directory.resolve("container"));
    Files.writeString(
        directory.resolve("container/jdks"),
        "eclipse-temurin:25.0.97_3-jdk-noble@a\neclipse-temurin:21.0.98_2-jdk-noble@a\n");
    jdk("21.0.98+2-LTS");
    jdk("25.0.97+30-LTS");
    jdk("25.0.98+1-LTS");
    Path named = jdk("25.0.97+3-LTS");
    Path said = directory.resolve("said");
    Map<String, String> here =
        Map.of("HOME", directory.toString(), "LOOMWATCH_JDK", "", "GITHUB_ENV", said.toString());
    String choose =
        Workflow.shellOf(
            Repository.WORKFLOWS.resolve("measure.yml"), "Choose the newest installed JDK");

    Tools.tell(directory, here, "bash", "-e", "-c", choose);

    assertThat(said).content().isEqualTo("LOOMWATCH_JDK=" + named + "\n");
  }

  /** Whoever may push a tag, or replace an archive, cannot make up GitHub's attestation. */
  @ParameterizedTest
  @CsvSource({"v1.2.0, true, packed", "v1.2.0, false, sources", "other, true, sources"})
  void loomwatch_ofARelease_isTheAttestedArchive(String tag, boolean attested, String launcher)
      throws Exception {
    Path ours = Files.createDirectories(directory.resolve("ours"));
    String[] commands = {
      "git init --quiet -b main . && echo sources > loomwatch && git add loomwatch",
      "git -c user.name=T -c user.email=t@example.org commit --quiet -m release",
      "git tag " + tag + " && git clone --quiet . ../checkout",
      "git -C ../checkout remote set-url origin https://github.com/acme/loomwatch",
      "mkdir -p ../packed/loomwatch/lib && echo packed > ../packed/loomwatch/loomwatch",
      "tar -czf ../archive -C ../packed loomwatch"
    };
    Tools.tell(ours, Map.of(), "bash", "-e", "-c", String.join("\n", commands));
    String head = Tools.tell(ours, Map.of(), "git", "rev-parse", "HEAD");
    Path gh = Files.createDirectories(directory.resolve("bin")).resolve("gh");
    World.executable(
        Files.writeString(
            gh,
            """
            #!/bin/sh
            [ "$1 $2 $3 $4" != "release download v1.2.0 --repo" ] || exec cp %s/archive "$9"
            [ "$1 $2 $4 $5 $6 $7" = "attestation verify --repo acme/loomwatch --source-digest %s" ] && %s
            """
                .formatted(directory, head, attested)));
    Map<String, String> environment =
        Map.of(
            "PATH",
            directory.resolve("bin") + ":" + Tools.path(),
            "RUNNER_TEMP",
            directory.toString(),
            "GITHUB_SERVER_URL",
            "https://github.com",
            "GIT_CONFIG_COUNT",
            "1",
            "GIT_CONFIG_KEY_0",
            "url.file://" + ours + ".insteadOf",
            "GIT_CONFIG_VALUE_0",
            "https://github.com/acme/loomwatch");
    String take =
        Workflow.shellOf(Repository.ACTIONS.resolve("loomwatch/action.yml"), "Take the release");
    Path checkout = directory.resolve("checkout");

    Tools.Ended ended =
        Tools.run(checkout, environment, "bash", "-e", "-o", "pipefail", "-c", take);

    assertThat(ended.exitCode()).as(ended.said()).isZero();
    assertThat(checkout.resolve("loomwatch")).content().isEqualTo(launcher + "\n");
    assertThat(ended.said().contains("cannot be verified")).isEqualTo(!attested);
  }

  private Path jdk(String version) throws IOException {
    Path home = directory.resolve(".jdks").resolve(version);
    World.executable(
        Files.writeString(Files.createDirectories(home.resolve("bin")).resolve("javac"), ""));
    Files.writeString(
        home.resolve("release"), "JAVA_RUNTIME_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
    return home;
  }
}
