package loomwatch.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine with several JDKs measures on. */
class ChosenJdkTest {
  @TempDir Path directory;

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

  private Path jdk(String version) throws IOException {
    Path home = directory.resolve(".jdks").resolve(version);
    World.executable(
        Files.writeString(Files.createDirectories(home.resolve("bin")).resolve("javac"), ""));
    Files.writeString(
        home.resolve("release"), "JAVA_RUNTIME_VERSION=\"" + version + "\"\nOS_NAME=\"Linux\"\n");
    return home;
  }
}
