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
   * Heads the spectrum of service times ({@code -U}), which comes after that of latencies. wrk2
   * spells the heading in more than one way; this part of it is constant.
   */
  private static final String UNCORRECTED = "measured without taking delayed starts into account";

  /**
   * A row of a spectrum: value in milliseconds, percentile, cumulative count, and 1/(1−percentile),
   * as printed by HdrHistogram_c with {@code %12.3f %12f %12d %12.2f}; the last row ends with
   * {@code inf}.
   */
  private static final Pattern ROW =
      Pattern.compile("^ +([0-9.]+) +([0-9.]+) +([0-9]+) +(?:[0-9.]+|inf)$", Pattern.MULTILINE);

  private static final double NANOS_PER_MILLI = 1e6;

  /** Reads it; nothing when our script's report is missing or damaged. */
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
   * Samples between two rows are taken for the upper one, so a percentile read back is never below
   * what wrk2 saw, and at a printed percentile it is exact.
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

  /**
   * What our Lua script prints at the end of a run: exact, where wrk2's own text is rounded.
   *
   * @param durationMicros from the start to the end, calibration included; above 0
   * @param requests answered, with whatever status, calibration included
   * @param connect connections not opened
   * @param status responses of 400 and above; wrk2 takes a redirect for a success
   * @param timeout connections found idle for two seconds, at a look every two seconds
   * @param latency pairs of microseconds and how often they were seen, after the calibration
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

    /** Finds it in the output; nothing when wrk2 did not get that far, or it is damaged. */
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

    /** Latency from the intended start; nothing when none was recorded after the calibration. */
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
