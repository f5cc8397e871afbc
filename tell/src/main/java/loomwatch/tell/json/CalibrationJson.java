package loomwatch.tell.json;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import loomwatch.judge.calibration.Calibration;
import loomwatch.results.JsonFault;
import loomwatch.results.files.RecordException;

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
      JsonNode tree = NullWritingMapper.INSTANCE.readTree(json);
      JsonFault.requireSchema(tree, Calibration.SCHEMA, source, REMEDY);
      return tree.path("schema").intValue() == 1
          ? today(OF_SCHEMA_1.readValue(json, Calibration.class))
          : NullWritingMapper.INSTANCE.readValue(json, Calibration.class);
    } catch (JsonProcessingException e) {
      String field = e instanceof JsonMappingException mapping ? JsonFault.path(mapping) : "";
      throw new RecordException(
          source
              + JsonFault.position(e.getLocation())
              + ": calibration must be whole, was not: "
              + (field.isEmpty() ? "" : field + ": ")
              + JsonFault.firstLine(e)
              + REMEDY,
          e);
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
}
