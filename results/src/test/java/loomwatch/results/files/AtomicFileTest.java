package loomwatch.results.files;

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
  void write_newFileInNewFolder_holdsTheText() throws IOException {
    Path file = folder.resolve("a/b/verdict.json");

    AtomicFile.write(file, "µ {}\n");

    assertThat(file).hasContent("µ {}\n");
    assertThat(names(file.resolveSibling("."))).containsExactly("verdict.json");
  }

  @Test
  void write_existingFile_replacesIt() throws IOException {
    Path file = Files.writeString(folder.resolve("report.md"), "a longer text from before");

    AtomicFile.write(file, "new");

    assertThat(file).hasContent("new");
  }

  @Test
  void write_largeText_isComplete() {
    String text = "0123456789".repeat(1_000_000);

    AtomicFile.write(folder.resolve("big"), text);

    assertThat(folder.resolve("big")).hasContent(text);
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
  void write_fileInPlaceOfFolder_saysWhatToDo() throws IOException {
    Path file = Files.writeString(folder.resolve("out"), "").resolve("report.md");

    assertThatThrownBy(() -> AtomicFile.write(file, "new"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: file must be writable, was not: FileAlreadyExists; what was there before is"
                + " intact: free space, or correct the path or its permissions, and run again",
            file);
  }

  @Test
  void write_folderInPlaceOfFile_saysWhatToDoAndLeavesNoTemporaryFile() throws IOException {
    Path file = Files.createDirectory(folder.resolve("report.md"));
    Files.createFile(file.resolve("not-empty"));

    assertThatThrownBy(() -> AtomicFile.write(file, "new"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "%s: file must be writable, was not: Is a directory; what was there before is"
                + " intact: free space, or correct the path or its permissions, and run again",
            file);
    assertThat(names(folder)).containsExactly("report.md");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }
}
