package loomwatch.results.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Path;
import loomwatch.results.JsonFault;
import loomwatch.results.RecordMapper;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.PackedFile;
import loomwatch.results.files.RecordException;

/** Reads and writes records of studies as JSON, as strictly as those of runs. */
public final class StudyJson {
  private StudyJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(StudyRecord record) {
    try {
      return RecordMapper.INSTANCE.writerWithDefaultPrettyPrinter().writeValueAsString(record)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a record always has a JSON form", e);
    }
  }

  /**
   * Reads a record from a UTF-8 file, packed or not.
   *
   * @throws RecordException when it cannot be read, or is no record of a study
   */
  public static StudyRecord read(Path file) {
    try {
      return read(PackedFile.text(file), file.toString());
    } catch (IOException e) {
      throw new RecordException(
          file + ": record must be a readable UTF-8 file, was not: " + AtomicFile.reason(e));
    }
  }

  /**
   * Reads a record.
   *
   * @param source how messages name the input
   */
  public static StudyRecord read(String json, String source) {
    try {
      return RecordMapper.read(json, StudyRecord.class);
    } catch (JsonProcessingException e) {
      throw new RecordException(
          "%s: it must be the record of a study, was not: %s; measure it anew"
              .formatted(source, JsonFault.firstLine(e)));
    }
  }
}
