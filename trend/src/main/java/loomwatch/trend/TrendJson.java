package loomwatch.trend;

import loomwatch.results.JsonFormat;
import loomwatch.results.files.RecordException;

/**
 * {@code trend.json}: same report, same bytes. Its schema is {@code trend.schema.json} in this
 * module's resources. What is unknown is left out, never null; reading is as strict as a record's.
 */
public final class TrendJson {
  private static final JsonFormat<TrendReport> FORMAT =
      JsonFormat.withoutNulls(
          TrendReport.class,
          "trend",
          TrendReport.SCHEMA,
          "./loomwatch trend makes it again from history");

  private TrendJson() {}

  /** Its JSON, indented, with a final newline. */
  public static String write(TrendReport report) {
    return FORMAT.write(report);
  }

  /**
   * Reads a report.
   *
   * @param source how messages name the input, such as its path
   * @throws RecordException when it is none, or of a newer schema
   */
  public static TrendReport read(String json, String source) {
    return FORMAT.read(json, source);
  }
}
