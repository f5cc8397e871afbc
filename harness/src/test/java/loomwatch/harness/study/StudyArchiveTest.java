package loomwatch.harness.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import loomwatch.harness.job.Installation;
import loomwatch.harness.study.StudyCampaign.StudyFiles;
import loomwatch.results.files.RecordException;
import loomwatch.results.yaml.BadFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StudyArchiveTest {
  @TempDir Path out;

  @Test
  void all_recordsThatCannotBeRead_hideNoOther() throws Exception {
    Path studies = Files.createDirectories(out.resolve("studies"));
    Files.copy(Path.of("../docs/studies/creation.json.gz"), studies.resolve("creation.json.gz"));
    Files.writeString(studies.resolve("heap.json.gz"), "no gzip");
    Path measured =
        Files.createDirectories(
            StudyArchive.measured(out, "pool").directory("20261101T000000Z-0001"));
    Files.writeString(measured.resolve("record.json"), "{}");

    assertThat(StudyArchive.all(studies)).containsOnlyKeys("creation");
    assertThatThrownBy(() -> StudyArchive.measured(out, "pool").newest())
        .isInstanceOf(RecordException.class);
  }

  /** Its name becomes that of a folder and of files. */
  @Test
  void read_fileOfAnotherName_saysWhatToDo() {
    StudyFiles files = new StudyFiles(new Installation(out, Optional.empty(), out));

    assertThatThrownBy(() -> files.read(out.resolve("our pool.yaml")))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("name of the file must be letters, ")
        .hasMessageContaining("Rename it");
  }
}
