package loomwatch.tell.json;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
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

  /** Schema 1 also held what others' rules say of the same comparisons. */
  private static final JsonMapper OF_SCHEMA_1 =
      NullWritingMapper.INSTANCE.rebuild().addMixIn(Calibration.class, WithoutRivals.class).build();

  @JsonIgnoreProperties("rivals")
  private interface WithoutRivals {}

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
      int schema = schema(NullWritingMapper.INSTANCE.readTree(json), source);
      return schema == 1
          ? today(OF_SCHEMA_1.readValue(json, Calibration.class))
          : NullWritingMapper.INSTANCE.readValue(json, Calibration.class);
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

  /** As the version of today would have written it. */
  private static Calibration today(Calibration read) {
    return new Calibration(
        Calibration.SCHEMA,
        read.rule(),
        read.judgedBy(),
        read.host(),
        read.profile(),
        read.engine(),
        read.thresholds(),
        read.scenarios(),
        read.unchanged(),
        read.noise(),
        read.handicaps(),
        read.comparisons(),
        read.warnings());
  }

  private static int schema(JsonNode tree, String source) {
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
    return schema.intValue();
  }
}
