package loomwatch.reporting.json;

import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.cause.CauseReport;
import loomwatch.results.JsonFormat;
import loomwatch.results.StrictJson;

/**
 * The JSON of causes and calibrations: the same value, the same bytes. What is unknown is null and
 * never left out; reading is strict. Their schemas are among this module's resources.
 */
public final class JsonFormats {
  /** {@code causes.json}. */
  public static final JsonFormat<CauseReport> CAUSES =
      JsonFormat.withNulls(
          StrictJson.WITH_NULLS,
          CauseReport.class,
          "causes",
          CauseReport.SCHEMA,
          "./loomwatch why makes it again");

  /** {@code calibration.json}. */
  public static final JsonFormat<Calibration> CALIBRATION =
      JsonFormat.withNulls(
          StrictJson.WITH_NULLS,
          Calibration.class,
          "calibration",
          Calibration.SCHEMA,
          "./loomwatch calibrate --table makes it again from its records");

  private JsonFormats() {}
}
