package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import loomwatch.measure.host.ProcessTree;
import loomwatch.measure.subject.SubjectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShellTest {
  private static final String REMARK = "Of JDK 25.";

  @TempDir Path folder;

  @Test
  void run_thatFails_tellsItsLastLinesWithoutColours() {
    Shell.Command command = command("printf '[\\033[1;31mERROR\\033[m] no\\n'; exit 3");

    try (Children children = new Children()) {
      assertThatThrownBy(() -> new Shell(children).run(command, folder.resolve("log")))
          .isInstanceOf(SubjectException.class)
          .hasMessageContaining(
              "must end with 0, ended with 3; it says:\n    [ERROR] no\n  Of JDK 25.\n");
    }
  }

  /** As the daemons of Gradle and mvnd do, which the next build would be given to. */
  @Test
  void run_thatLeavesADaemonBehind_endsItBeforeItReturns() throws Exception {
    try (Children children = new Children()) {
      new Shell(children)
          .run(command("setsid sleep 607 & echo $! > daemon; sleep 0.2"), folder.resolve("log"));
    }

    assertThat(ProcessTree.runs(Long.parseLong(Files.readString(folder.resolve("daemon")).strip())))
        .isFalse();
  }

  private Shell.Command command(String line) {
    return new Shell.Command("the build", line, folder, Map.of(), Duration.ofSeconds(20), REMARK);
  }
}
