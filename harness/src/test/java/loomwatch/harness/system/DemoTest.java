package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.system.Loomwatch.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo up to where it would measure; ReleaseTest has all of it. */
class DemoTest {
  @TempDir Path directory;

  @Test
  void demo_inTheFolderOfAService_saysWhatItDoesAndLeavesTheServiceAlone() throws Exception {
    Files.writeString(directory.resolve("loomwatch.yaml"), "no: service\n");
    Loomwatch here =
        new Loomwatch(directory)
            .of(Loomwatch.ROOT, Map.of("LOOMWATCH_SERVICE", "/nowhere"))
            .standingIn(directory);
    Ended demo;
    try (MeasuringLock unused = MeasuringLock.take(directory.resolve("loomwatch-measuring.lock"))) {
      demo = here.call("demo");
    }

    assertThat(demo.out()).startsWith("Loomwatch now compares the server that ships with itself");
    assertThat(demo.err()).startsWith("loomwatch: another Loomwatch run is measuring");
    assertThat(demo.exitCode()).isEqualTo(64);
  }
}
