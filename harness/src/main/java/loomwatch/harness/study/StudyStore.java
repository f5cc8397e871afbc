package loomwatch.harness.study;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import loomwatch.results.AtomicFile;
import loomwatch.results.study.StudyJson;
import loomwatch.results.study.StudyRecord;

/**
 * The records of studies: {@code studies/NAME/ID/record.json} under the output folder, each whole
 * after every block.
 *
 * @param out the output folder
 */
public record StudyStore(Path out) {
  private static final String RECORD = "record.json";

  /** Where a record of that id lies. */
  public Path place(String study, String id) {
    return out.resolve("studies").resolve(study).resolve(id);
  }

  /** Keeps it in place of what it was after the block before. */
  void write(Path directory, StudyRecord record) {
    AtomicFile.write(directory.resolve(RECORD), StudyJson.write(record));
  }

  /** The newest of that study, if there is one. */
  public Optional<StudyRecord> latest(String study) throws IOException {
    Path folder = out.resolve("studies").resolve(study);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    TreeSet<Path> found = new TreeSet<>(Comparator.comparing(Path::getFileName));
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path each : all) {
        if (Files.isRegularFile(each.resolve(RECORD))) {
          found.add(each);
        }
      }
    }
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(StudyJson.read(found.last().resolve(RECORD)));
  }
}
