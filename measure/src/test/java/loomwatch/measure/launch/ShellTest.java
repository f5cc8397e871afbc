package loomwatch.measure.launch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import loomwatch.measure.subject.SubjectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShellTest {
  @TempDir Path folder;

  @Test
  void run_thatFails_tellsItsLastLinesWithoutColours() {
    Shell.Command command =
        new Shell.Command(
            "the build",
            "printf '[\\033[1;31mERROR\\033[m] no\\n'; exit 3",
            folder,
            Map.of(),
            Duration.ofSeconds(20));

    try (Children children = new Children()) {
      assertThatThrownBy(() -> new Shell(children).run(command, folder.resolve("log")))
          .isInstanceOf(SubjectException.class)
          .hasMessageContaining("must end with 0, ended with 3; its last lines:\n    [ERROR] no\n");
    }
  }
}
