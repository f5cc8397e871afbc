package loomwatch.gate.calibration;

import java.util.Arrays;
import java.util.Locale;
import loomwatch.gate.verdict.GatedPairs;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The t-test threshold of Bencher (its {@code lib/bencher_boundary}: {@code mean.rs}, {@code
 * limits/mod.rs}, {@code limits/limit.rs}), for a measure that is better when lower: an alarm when
 * the new value is above m + s·t₍p,n−1₎, with m and s the mean and standard deviation of the n
 * newest earlier values. s has n below the line, not n − 1, and nothing allows for m being an
 * estimate; that is Bencher's arithmetic, and stays so here. Fewer than two earlier values, or
 * equal ones, give no boundary.
 *
 * <p>A value is the mean over a comparison's launches: base's for what was, head's for what is
 * judged.
 *
 * @param boundary p, from 0.5 to 1
 * @param most n at most
 */
record HistoryTTest(double boundary, int most) implements Rule {

  @Override
  public String name() {
    return String.format(Locale.ROOT, "Bencher t-test %.2f", boundary);
  }

  @Override
  public String method() {
    return String.format(
        Locale.ROOT,
        "mean of head's launches above the %.2f quantile of Student's t around the mean of base's"
            + " in up to %d earlier comparisons",
        boundary,
        most);
  }

  @Override
  public Call judge(GatedPairs pairs, double[] earlier) {
    double[] newest =
        Arrays.copyOfRange(earlier, Math.max(0, earlier.length - most), earlier.length);
    if (newest.length < 2) {
      return Call.CANNOT_TELL;
    }
    double limit = limit(newest);
    if (Double.isNaN(limit)) {
      return Call.CANNOT_TELL;
    }
    return pairs.meanOfHead() > limit ? Call.ALARM : Call.SILENT;
  }

  /** The boundary above these; NaN when they are all equal. */
  double limit(double[] values) {
    int n = values.length;
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / n;
    double t = TDistribution.of(n - 1.0).inverseCumulativeProbability(boundary);
    return variance == 0 ? Double.NaN : mean + Math.sqrt(variance) * t;
  }
}
