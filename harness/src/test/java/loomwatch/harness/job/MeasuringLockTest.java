package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import loomwatch.harness.job.Machine.MeasuringLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuringLockTest {
  @TempDir Path directory;

  @Test
  void take_held_isRefusedUntilItIsClosed() throws Exception {
    Path path = directory.resolve("lock");

    try (MeasuringLock unused = MeasuringLock.take(path)) {
      assertThatThrownBy(() -> MeasuringLock.take(path))
          .isInstanceOf(UsageException.class)
          .hasMessage(
              "another Loomwatch run is measuring on this machine (lock %s); two would measure each"
                  + " other: wait for it to end",
              path);
    }

    MeasuringLock.take(path).close();
  }

  @Test
  void take_first_leavesAFileForEveryUser() throws Exception {
    Path path = directory.resolve("lock");

    MeasuringLock.take(path).close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-rw-rw-");
  }
}
