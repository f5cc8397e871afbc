package loomwatch.loadgen.wrk2;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.results.LatencyHistogram;
import org.HdrHistogram.Histogram;

/**
 * Reads the percentile spectra wrk2 prints: rows of value in milliseconds, percentile, cumulative
 * count, and 1/(1−percentile), as printed by HdrHistogram_c with {@code %12.3f %12f %12d %12.2f};
 * the last column of the last row is {@code inf}.
 *
 * <p>Samples between two rows are taken for the upper one, so a percentile read back is never below
 * what wrk2 saw, and at a printed percentile it is exact.
 */
final class Spectrum {
  private static final Pattern ROW =
      Pattern.compile("^ +([0-9.]+) +([0-9.]+) +([0-9]+) +(?:[0-9.]+|inf)$", Pattern.MULTILINE);

  /** wrk2 spells its own heading in more than one way; this part of it is constant. */
  private static final String UNCORRECTED = "measured without taking delayed starts into account";

  private static final double NANOS_PER_MILLI = 1e6;

  private Spectrum() {}

  /** The latency from the intended start, if it was printed ({@code -L}). */
  static Optional<LatencyHistogram> corrected(String output) {
    int uncorrected = output.indexOf(UNCORRECTED);
    return read(uncorrected < 0 ? output : output.substring(0, uncorrected));
  }

  /** The time from the actual send, if it was printed ({@code -U}). */
  static Optional<LatencyHistogram> uncorrected(String output) {
    int start = output.indexOf(UNCORRECTED);
    return start < 0 ? Optional.empty() : read(output.substring(start));
  }

  private static Optional<LatencyHistogram> read(String text) {
    Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    long before = 0;
    Matcher row = ROW.matcher(text);
    while (row.find()) {
      long cumulative = Long.parseLong(row.group(3));
      if (cumulative > before) {
        long nanos = Math.round(Double.parseDouble(row.group(1)) * NANOS_PER_MILLI);
        histogram.recordValueWithCount(nanos, cumulative - before);
        before = cumulative;
      }
    }
    return before == 0 ? Optional.empty() : Optional.of(LatencyHistogram.copyOf(histogram));
  }
}
