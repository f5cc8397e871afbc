package loomwatch.reporting.json;

import loomwatch.judge.calibration.Calibration;
import loomwatch.results.JsonFormat;
import loomwatch.results.files.RecordException;

/**
 * {@code calibration.json}: same calibration, same bytes. Its schema is {@code
 * loomwatch/reporting/calibration.schema.json} among this module's resources. What is unknown is
 * null and never left out; reading is strict.
 */
public final class CalibrationJson {
  private static final JsonFormat<Calibration> FORMAT =
      JsonFormat.withNulls(
          Kinds.MAPPER,
          Calibration.class,
          "calibration",
          Calibration.SCHEMA,
          "./loomwatch calibrate --table makes it again from its records");

  private CalibrationJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(Calibration calibration) {
    return FORMAT.write(calibration);
  }

  /**
   * Reads a calibration.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is no calibration, or of a newer schema
   */
  public static Calibration read(String json, String source) {
    return FORMAT.read(json, source);
  }
}
