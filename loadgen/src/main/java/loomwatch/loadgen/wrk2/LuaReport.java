package loomwatch.loadgen.wrk2;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult.LoadErrors;
import org.HdrHistogram.Histogram;

/**
 * What our Lua script prints at the end of a run: exact, where wrk2's own text is rounded.
 *
 * @param durationMicros from the start to the end, calibration included; above 0
 * @param requests answered, with whatever status, calibration included
 * @param connect connections not opened
 * @param read connections that broke while reading
 * @param write requests not written
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
    if (!latency.stream().allMatch(LuaReport::isSeen)) {
      throw new IllegalArgumentException("latency must hold pairs of microseconds and a count");
    }
  }

  private static boolean isSeen(List<Long> pair) {
    return pair.size() == 2 && pair.getFirst() >= 0 && pair.getLast() > 0;
  }

  /** Finds it in the output; nothing when wrk2 did not get that far, or it is damaged. */
  static Optional<LuaReport> in(String output) {
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

  /** Requests answered with success. */
  long completed() {
    return requests - status;
  }

  /** Latency from the intended start; nothing when none was recorded after the calibration. */
  Optional<LatencyHistogram> histogram() {
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
