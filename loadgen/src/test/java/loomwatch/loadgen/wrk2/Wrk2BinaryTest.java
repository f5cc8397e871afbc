package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Wrk2BinaryTest {
  private static final String WHERE =
      "its source is at github.com/giltene/wrk2; build it there, put it on the PATH as wrk2, or"
          + " name it with --wrk2";

  @TempDir Path directory;

  @Test
  void at_plainWrkOrNothing_isRefused() throws IOException {
    Path wrk = FakeWrk2.program(directory, "echo '  -c, --connections <N>'");

    assertThatThrownBy(() -> Wrk2Binary.at(wrk))
        .hasMessage(wrk + " has no option for the rate: it is wrk, not wrk2; " + WHERE);
    assertThatThrownBy(() -> Wrk2Binary.at(Path.of("/nowhere/wrk2")))
        .hasMessage("/nowhere/wrk2 is no program; " + WHERE);
  }

  @Test
  void at_wrk2_tellsBannerAndHash() throws IOException {
    String one = Wrk2Binary.at(FakeWrk2.doing(directory, "exit 1")).version();
    assertThat(one).matches("wrk2 \\(wrk 4\\.0\\.0 \\[epoll]\\) sha256:[0-9a-f]{12}");
    String other = Wrk2Binary.at(FakeWrk2.doing(directory, "exit 2")).version();
    assertThat(other).isNotEqualTo(one);
  }

  @Test
  void at_nameAlone_isTheFileHere() throws IOException {
    Path here = Path.of("wrk2-" + System.nanoTime());
    Files.copy(FakeWrk2.doing(directory, "exit 1"), here, StandardCopyOption.COPY_ATTRIBUTES);
    try {
      assertThat(Wrk2Binary.at(here).file()).isEqualTo(here.toAbsolutePath());
    } finally {
      Files.delete(here);
    }
  }
}
