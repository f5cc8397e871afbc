package loomwatch.trend;

import loomwatch.results.JsonFormat;
import loomwatch.results.files.RecordException;

/**
 * Reads and writes {@code trend.json}, deterministically. The schema is {@code trend.schema.json}
 * in this module's resources. Unknown values are left out, never null; reading is as strict as for
 * a record.
 */
public final class TrendJson {
  private static final JsonFormat<TrendReport> FORMAT =
      JsonFormat.withoutNulls(
          TrendReport.class,
          "trend",
          TrendReport.SCHEMA,
          "./loomwatch trend makes it again from history");

  private TrendJson() {}

  /** Returns indented JSON with a final newline. */
  public static String write(TrendReport report) {
    return FORMAT.write(report);
  }

  /**
   * Reads a report.
   *
   * @param source name of the input in messages, such as its path
   * @throws RecordException if it is no report, or has a newer schema
   */
  public static TrendReport read(String json, String source) {
    return FORMAT.read(json, source);
  }
}
