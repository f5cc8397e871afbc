package loomwatch.results.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That writers wait for each other is in {@code RecordStoreProcessesTest}. */
class LockedFolderTest {
  @TempDir Path folder;

  @Test
  void whileLocked_interrupted_doesNothingAndLocksNobodyOut() throws IOException {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> LockedFolder.whileLocked(folder, () -> "never"))
        .isInstanceOf(IOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(LockedFolder.whileLocked(folder, () -> "done")).isEqualTo("done");
  }

  @Test
  void whileLocked_workInAnotherFolder_isPartOfIt(@TempDir Path other) throws IOException {
    String done =
        LockedFolder.whileLocked(folder, () -> LockedFolder.whileLocked(other, () -> "both"));

    assertThat(done).isEqualTo("both");
    assertThat(folder.resolve(".lock")).exists();
    assertThat(other.resolve(".lock")).exists();
  }
}
