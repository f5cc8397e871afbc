package loomwatch.loadgen.wrk2;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadErrors;
import org.HdrHistogram.Histogram;

/**
 * What our Lua script prints at the end of a run: exact, where wrk2's own text is rounded.
 *
 * @param durationMicros from the start to the end, calibration included
 * @param requests answered, with whatever status, calibration included
 * @param connect connections not opened
 * @param read connections that broke while reading
 * @param write requests not written
 * @param status responses outside 2xx and 3xx
 * @param timeout requests unanswered for wrk2's limit
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

  LuaReport {
    latency = List.copyOf(latency);
  }

  /** Finds it in the output; nothing when wrk2 did not get that far. */
  static Optional<LuaReport> in(String output) {
    int begin = output.indexOf(BEGIN);
    int end = output.indexOf(END, Math.max(0, begin));
    if (begin < 0 || end < 0) {
      return Optional.empty();
    }
    try {
      String json = output.substring(begin + BEGIN.length(), end);
      return Optional.of(new ObjectMapper().readValue(json, LuaReport.class));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  LoadErrors errors() {
    return new LoadErrors(connect, read, write, status, timeout);
  }

  LatencyHistogram histogram() {
    Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    for (List<Long> pair : latency) {
      histogram.recordValueWithCount(pair.get(0) * NANOS_PER_MICRO, pair.get(1));
    }
    return LatencyHistogram.copyOf(histogram);
  }
}
