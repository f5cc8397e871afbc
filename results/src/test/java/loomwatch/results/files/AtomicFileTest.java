package loomwatch.results.files;

import static loomwatch.results.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir Path folder;

  @Test
  void write_anyFile_holdsTheTextAlone() throws IOException {
    Path file = folder.resolve("a/b/verdict.json");
    AtomicFile.write(file, "µ a longer text {}\n");
    assertThat(file).hasContent("µ a longer text {}\n");
    assertThat(names(file.resolveSibling("."))).containsExactly("verdict.json");

    AtomicFile.write(file, "new");
    assertThat(file).hasContent("new");

    String large = "0123456789".repeat(1_000_000);
    AtomicFile.write(file, large);
    assertThat(file).hasContent(large);
  }

  @Test
  void write_fullDisk_leavesWhatWasThereAndNoTemporaryFile() throws IOException {
    Path file = Files.writeString(folder.resolve("report.md"), "before");

    assertThatThrownBy(() -> AtomicFile.write(file, "new", FullDisk.OPENING))
        .isInstanceOf(IOException.class)
        .hasMessage("No space left on device");
    assertThat(file).hasContent("before");
    assertThat(names(folder)).containsExactly("report.md");
  }

  @Test
  void write_fileOrFolderInTheWay_saysWhatToDoAndLeavesNoTemporaryFile() throws IOException {
    Path within = Files.writeString(folder.resolve("out"), "").resolve("report.md");
    Path full = Files.createDirectory(folder.resolve("report.md"));
    Files.createFile(full.resolve("not-empty"));

    refused(within, "FileAlreadyExists");
    refused(full, "Is a directory");
    assertThat(names(folder)).containsExactly("out", "report.md");
  }

  private static void refused(Path file, String why) {
    assertRefused(
        () -> AtomicFile.write(file, "new"),
        "%s: file must be writable, was not: %s; what was there before is intact: free space, or"
            + " correct the path or its permissions, and run again",
        file,
        why);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }
}
