package loomwatch.tell.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.judge.cause.CauseReport;
import loomwatch.results.JsonFault;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;

/**
 * {@code causes.json}. Its schema is {@code loomwatch/tell/causes.schema.json} among this module's
 * resources. What is unknown is null and never left out; reading is strict.
 */
public final class CausesJson {
  private static final String REMEDY = "; ./loomwatch why makes it anew";

  private CausesJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(CauseReport explanation) {
    return NullWritingMapper.write(explanation);
  }

  /**
   * Reads one from a UTF-8 file.
   *
   * @throws RecordException when it cannot be read, is none, or of a newer schema
   */
  public static CauseReport read(Path file) {
    try {
      return read(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new RecordException(
          file + " must be a readable UTF-8 file, was not: " + AtomicFile.reason(e) + REMEDY, e);
    }
  }

  /**
   * Reads one.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is none, or of a newer schema
   */
  public static CauseReport read(String json, String source) {
    try {
      JsonNode schema = NullWritingMapper.INSTANCE.readTree(json).path("schema");
      if (!schema.canConvertToInt() || schema.intValue() != CauseReport.SCHEMA) {
        throw new RecordException(
            "%s: schema must be %d, was %s%s"
                .formatted(source, CauseReport.SCHEMA, JsonFault.found(schema), REMEDY));
      }
      return NullWritingMapper.INSTANCE.readValue(json, CauseReport.class);
    } catch (JsonProcessingException e) {
      throw new RecordException(
          "%s: causes must be whole, were not: %s%s"
              .formatted(source, JsonFault.firstLine(e), REMEDY),
          e);
    }
  }
}
