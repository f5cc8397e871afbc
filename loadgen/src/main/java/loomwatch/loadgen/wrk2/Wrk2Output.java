package loomwatch.loadgen.wrk2;

import java.util.Optional;
import java.util.stream.IntStream;
import loomwatch.results.LatencyHistogram;

/**
 * What a run that came to its end printed.
 *
 * @param report our script's
 * @param latency from the intended start, after the calibration
 * @param serviceTime from the actual send, after the calibration; to the resolution of the printed
 *     spectrum, because wrk2 does not show this histogram to scripts
 * @param calibrated whether wrk2 emptied its histograms, so that they lack the start-up
 * @param timeWentBack whether wrk2 saw a response before its request: the clock was set
 */
record Wrk2Output(
    LuaReport report,
    Optional<LatencyHistogram> latency,
    Optional<LatencyHistogram> serviceTime,
    boolean calibrated,
    boolean timeWentBack) {
  private static final int THOUSANDTHS = 1_000;
  private static final String CALIBRATED = "  Thread calibration: ";

  /** What wrk.c's {@code response_complete} says to a latency below 0, which it then records. */
  private static final String NEGATIVE_LATENCY = "We are about to crash and die";

  /**
   * By how much requests were sent later than they were due: the widest gap between latency from
   * the intended start and from the actual send at one percentile; all of the latency where the
   * latter is unknown.
   */
  long lagNanos() {
    return latency
        .map(all ->
            IntStream.rangeClosed(1, THOUSANDTHS)
                .mapToDouble(thousandth -> 100.0 * thousandth / THOUSANDTHS)
                .mapToLong(percentile -> all.nanosAt(percentile) - serviceNanos(percentile))
                .max()
                .orElse(0))
        .orElse(0L);
  }

  private long serviceNanos(double percentile) {
    return serviceTime.map(time -> time.nanosAt(percentile)).orElse(0L);
  }

  /** Reads it; nothing when our script's report is missing or damaged. */
  static Optional<Wrk2Output> in(String text) {
    return LuaReport.in(text)
        .map(report ->
            new Wrk2Output(
                report,
                report.histogram(),
                Spectrum.uncorrected(text),
                text.contains(CALIBRATED),
                text.contains(NEGATIVE_LATENCY)));
  }
}
