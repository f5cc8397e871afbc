package loomwatch.tell.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import loomwatch.judge.calibration.Calibration;
import loomwatch.results.RecordException;

/**
 * {@code calibration.json}: same calibration, same bytes. Its schema is {@code
 * loomwatch/tell/calibration.schema.json} among this module's resources. What is unknown is null
 * and never left out; reading is strict.
 */
public final class CalibrationJson {
  private static final String REMEDY =
      "; ./loomwatch calibrate --table makes it anew from its records";

  private CalibrationJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(Calibration calibration) {
    return NullWritingMapper.write(calibration);
  }

  /**
   * Reads a calibration.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is no calibration, or of a newer schema
   */
  public static Calibration read(String json, String source) {
    try {
      requireSchema(NullWritingMapper.INSTANCE.readTree(json), source);
      return NullWritingMapper.INSTANCE.readValue(json, Calibration.class);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String position = at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
      String field = e instanceof JsonMappingException mapping ? VerdictFault.path(mapping) : "";
      String why =
          (field.isEmpty() ? "" : field + ": ")
              + e.getOriginalMessage().lines().findFirst().orElse("");
      throw new RecordException(
          source + position + ": calibration must be whole, was not: " + why + REMEDY, e);
    }
  }

  private static void requireSchema(JsonNode tree, String source) {
    JsonNode schema = tree.path("schema");
    if (!schema.canConvertToInt() || schema.intValue() < 1) {
      throw new RecordException(
          source
              + ": schema must be a whole number, at least 1, was "
              + VerdictFault.found(schema)
              + REMEDY);
    }
    if (schema.intValue() > Calibration.SCHEMA) {
      throw new RecordException(
          source
              + ": schema must be at most "
              + Calibration.SCHEMA
              + ", was "
              + schema.intValue()
              + ": a newer Loomwatch wrote it; update this one");
    }
  }
}
