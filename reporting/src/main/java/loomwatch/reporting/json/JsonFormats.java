package loomwatch.reporting.json;

import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.cause.CauseReport;
import loomwatch.results.JsonFormat;
import loomwatch.results.StrictJson;

/**
 * The JSON formats of causes and calibrations. The same value gives the same bytes; an unknown
 * value is null and never omitted; reading is strict. The schemas are resources of this module.
 */
public final class JsonFormats {
  public static final JsonFormat<CauseReport> CAUSES =
      JsonFormat.withNulls(
          StrictJson.WITH_NULLS,
          CauseReport.class,
          "causes",
          CauseReport.SCHEMA,
          "./loomwatch why makes it again");

  public static final JsonFormat<Calibration> CALIBRATION =
      JsonFormat.withNulls(
          StrictJson.WITH_NULLS,
          Calibration.class,
          "calibration",
          Calibration.SCHEMA,
          "./loomwatch calibrate --table makes it again from its records");

  private JsonFormats() {}
}
