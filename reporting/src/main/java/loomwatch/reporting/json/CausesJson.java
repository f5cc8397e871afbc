package loomwatch.reporting.json;

import java.nio.file.Path;
import loomwatch.judge.cause.CauseReport;
import loomwatch.results.JsonFormat;
import loomwatch.results.files.RecordException;

/**
 * {@code causes.json}. Its schema is {@code loomwatch/reporting/causes.schema.json} among this
 * module's resources. What is unknown is null and never left out; reading is strict.
 */
public final class CausesJson {
  private static final JsonFormat<CauseReport> FORMAT =
      JsonFormat.withNulls(
          Kinds.MAPPER,
          CauseReport.class,
          "causes",
          CauseReport.SCHEMA,
          "./loomwatch why makes it again");

  private CausesJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(CauseReport explanation) {
    return FORMAT.write(explanation);
  }

  /**
   * Reads one from a UTF-8 file.
   *
   * @throws RecordException when it cannot be read, is none, or of a newer schema
   */
  public static CauseReport read(Path file) {
    return FORMAT.read(file);
  }

  /**
   * Reads one.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is none, or of a newer schema
   */
  public static CauseReport read(String json, String source) {
    return FORMAT.read(json, source);
  }
}
