package loomwatch.loadgen.wrk2;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult.LoadErrors;
import org.HdrHistogram.Histogram;

/**
 * The output of a completed run.
 *
 * @param report output of the report script
 * @param latency latency from the intended start, after the calibration
 * @param serviceTime latency from the actual start, after the calibration; only at the resolution
 *     of the printed spectrum, because scripts cannot read this histogram
 * @param calibrated whether wrk2 cleared its histograms after start-up
 * @param timeWentBack whether wrk2 saw a response before its request, because the clock was set
 */
record Wrk2Output(
    LuaReport report,
    Optional<LatencyHistogram> latency,
    Optional<LatencyHistogram> serviceTime,
    boolean calibrated,
    boolean timeWentBack) {
  private static final int THOUSANDTHS = 1_000;
  private static final String CALIBRATED = "  Thread calibration: ";

  /** Output of wrk.c's {@code response_complete} for a negative latency, which it then records. */
  private static final String NEGATIVE_LATENCY = "We are about to crash and die";

  /** Constant part of the heading of the spectrum of service times ({@code -U}), the second one. */
  private static final String UNCORRECTED = "measured without taking delayed starts into account";

  /**
   * A row of a spectrum: value in milliseconds, percentile, cumulative count, and 1/(1−percentile),
   * as HdrHistogram_c prints with {@code %12.3f %12f %12d %12.2f}; the last row ends with {@code
   * inf}.
   */
  private static final Pattern ROW =
      Pattern.compile("^ +([0-9.]+) +([0-9.]+) +([0-9]+) +(?:[0-9.]+|inf)$", Pattern.MULTILINE);

  private static final double NANOS_PER_MILLI = 1e6;

  /** Parses the output; empty if the script's report is missing or damaged. */
  static Optional<Wrk2Output> in(String text) {
    return LuaReport.in(text)
        .map(report ->
            new Wrk2Output(
                report,
                report.histogram(),
                serviceTime(text),
                text.contains(CALIBRATED),
                text.contains(NEGATIVE_LATENCY)));
  }

  /**
   * Assigns samples between two rows to the upper one, so that percentiles are never too low, and
   * exact at printed percentiles.
   */
  private static Optional<LatencyHistogram> serviceTime(String text) {
    int heading = text.indexOf(UNCORRECTED);
    Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    long before = 0;
    Matcher row = ROW.matcher(heading < 0 ? "" : text.substring(heading));
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

  /**
   * Returns how late requests were sent: the largest difference between latency and service time at
   * one percentile; the largest latency if service times are unknown.
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

  /**
   * The report of the Lua script, which is exact where wrk2's own text is rounded.
   *
   * @param durationMicros duration including calibration; above 0
   * @param requests number of answers with any status, including calibration
   * @param connect connections not opened
   * @param status responses of 400 and above; wrk2 counts redirects as successes
   * @param timeout connections idle for two seconds, checked every two seconds
   * @param latency pairs of microseconds and count, after the calibration
   */
  record LuaReport(
      long durationMicros,
      long requests,
      long connect,
      long read,
      long write,
      long status,
      long timeout,
      List<List<Long>> latency) {
    private static final String BEGIN = "LOOMWATCH_BEGIN\n";
    private static final String END = "\nLOOMWATCH_END";
    private static final long NANOS_PER_MICRO = 1_000;
    private static final ObjectMapper JSON =
        JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    LuaReport {
      if (durationMicros <= 0) {
        throw new IllegalArgumentException("durationMicros must be > 0, was " + durationMicros);
      }
      if (LongStream.of(requests, connect, read, write, status, timeout).anyMatch(n -> n < 0)) {
        throw new IllegalArgumentException("counts must be ≥ 0");
      }
      if (status > requests) {
        throw new IllegalArgumentException("status must be ≤ requests, was " + status);
      }
      latency = latency.stream().map(List::copyOf).toList();
      if (!latency.stream().allMatch(LuaReport::isCounted)) {
        throw new IllegalArgumentException("latency must hold pairs of microseconds and a count");
      }
    }

    private static boolean isCounted(List<Long> pair) {
      return pair.size() == 2 && pair.getFirst() >= 0 && pair.getLast() > 0;
    }

    /** Finds the report in the output; empty if it is missing or damaged. */
    private static Optional<LuaReport> in(String output) {
      int begin = output.indexOf(BEGIN);
      int end = output.indexOf(END, Math.max(0, begin));
      if (begin < 0 || end < 0) {
        return Optional.empty();
      }
      try {
        String json = output.substring(begin + BEGIN.length(), end);
        return Optional.of(JSON.readValue(json, LuaReport.class));
      } catch (JsonProcessingException e) {
        return Optional.empty();
      }
    }

    LoadErrors errors() {
      return new LoadErrors(connect, read, write, status, timeout);
    }

    long completed() {
      return requests - status;
    }

    /** Returns the latency from the intended start; empty if there is none after calibration. */
    private Optional<LatencyHistogram> histogram() {
      if (latency.isEmpty()) {
        return Optional.empty();
      }
      Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
      for (List<Long> pair : latency) {
        histogram.recordValueWithCount(pair.get(0) * NANOS_PER_MICRO, pair.get(1));
      }
      return Optional.of(LatencyHistogram.copyOf(histogram));
    }
  }
}
