package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void doing_moreThanARow_isCutAndStillTellsTheTime() {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Progress progress =
        new Progress(
            new PrintStream(said, true, StandardCharsets.UTF_8),
            Progress.Style.TERMINAL,
            () -> false,
            5,
            Duration.ofMinutes(3),
            50);
    progress.begin("hello", Duration.ofMinutes(3));

    progress.doing("starting %s", "base-platform, base-virtual, head-platform");

    assertThat(said.toString(StandardCharsets.UTF_8))
        .isEqualTo("\r\033[2K[ 1/5] hello: starting base-pla · about 3:00 left");
  }
}
