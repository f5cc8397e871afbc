package loomwatch.results.files;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** The month of a measurement in UTC, such as {@code 2026-11}; years have four digits. */
public final class KeptMonth {
  public static final String PATTERN = "\\d{4}-\\d{2}";

  public static final String YEARS = "of a year from 0000 to 9999";

  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant AFTER = Instant.parse("+10000-01-01T00:00:00Z");

  private KeptMonth() {}

  public static boolean exists(Instant instant) {
    return !instant.isBefore(FIRST) && instant.isBefore(AFTER);
  }

  public static String of(Instant instant) {
    return YearMonth.from(instant.atOffset(ZoneOffset.UTC)).toString();
  }
}
