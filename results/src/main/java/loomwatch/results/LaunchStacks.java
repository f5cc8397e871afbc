package loomwatch.results;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.Metric.Unit;

/**
 * The cost of one launch's threads, under load once it was warm, and until it was ready.
 *
 * @param requests completed in that time; above 0, and 1 for a benchmark's operation, of which all
 *     amounts are then
 * @param slow number of the slowest requests, which were traced one by one
 * @param cpuSeconds CPU time of the process in that time, all threads; above 0
 * @param spent total of all {@linkplain #shares(Resource) shares}, by stack: seconds, bytes or
 *     counts
 * @param cpuSamples number of samples of CPU
 * @param profiler that sampled CPU, such as {@code jdk.CPUTimeSample}
 */
public record LaunchStacks(
    String scenario,
    int round,
    Side variant,
    Mode mode,
    long requests,
    long slow,
    double cpuSeconds,
    Map<Resource, Map<Stack, Double>> spent,
    long cpuSamples,
    String profiler) {

  public LaunchStacks {
    Map<Resource, Map<Stack, Double>> copy = new EnumMap<>(Resource.class);
    // Map.copyOf has another order in each JVM, which would change the last digit of sums.
    spent.forEach((resource, stacks) ->
        copy.put(resource, Collections.unmodifiableMap(new HashMap<>(stacks))));
    spent = Collections.unmodifiableMap(copy);
  }

  /**
   * Returns the divisor of its amounts: the requests, for the tail the slow ones, or 1 per launch.
   * It is 0 if unknown, as when no window was quiet enough for a tail.
   */
  public long shares(Resource resource) {
    return switch (resource) {
      case CPU, ALLOCATION, BLOCKING, PINNING, PAUSES, COUNTS -> requests;
      case TAIL -> slow;
      case LIVE, COLLECTIONS, THREADS, START -> 1;
    };
  }

  public Map<Stack, Double> of(Resource resource) {
    return spent.getOrDefault(resource, Map.of());
  }

  public enum Resource {
    CPU(Unit.SECONDS_PER_REQUEST),
    ALLOCATION(Unit.BYTES_PER_REQUEST),
    /** Time that busy threads waited for monitors, parked or slept. */
    BLOCKING(Unit.SECONDS_PER_REQUEST),
    PINNING(Unit.SECONDS_PER_REQUEST),
    /** Time in which the JVM was stopped; the reason replaces the stack. */
    PAUSES(Unit.SECONDS_PER_REQUEST),
    /** Time of the slowest 1 % of requests, by waiting thread's stack or reason of a pause. */
    TAIL(Unit.SECONDS_PER_REQUEST),
    /** Bytes on the heap after the load and a full collection; the class replaces the stack. */
    LIVE(Unit.BYTES),
    /** Explicit collections since the JVM's start, by the stack that requested them. */
    COLLECTIONS(Unit.COUNT),
    /** Platform threads that never ended, by the stack that started them. */
    THREADS(Unit.COUNT),
    /** Time until a launch was ready: CPU of its threads, and waits of its first one. */
    START(Unit.SECONDS),
    /** What requests do, counted one by one; no profiler tells. */
    COUNTS(Unit.PER_REQUEST);

    private final Unit unit;

    Resource(Unit unit) {
      this.unit = unit;
    }

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    public Unit unit() {
      return unit;
    }

    /** Reports whether code of single requests spends it, not the JVM or all of them. */
    public boolean isSpentByCode() {
      return switch (this) {
        case CPU, ALLOCATION, BLOCKING, PINNING, TAIL, COUNTS -> true;
        case PAUSES, LIVE, COLLECTIONS, THREADS, START -> false;
      };
    }

    public boolean hasCauses() {
      return this != PAUSES && this != COUNTS;
    }
  }

  /**
   * Writes stacks in the text format of flame graph tools: one line each, outermost method first,
   * names separated by semicolons, then a blank and a whole number: nanoseconds or bytes per 1,000
   * requests, or nanoseconds, bytes or a count per launch.
   */
  public static final class FoldedStacks {
    private static final double PER_REQUESTS = 1_000;
    private static final double NANOS = 1e9;

    private FoldedStacks() {}

    /** Returns the mean over launches with known values, without lines that round to 0. */
    public static String write(Collection<LaunchStacks> launches, Resource resource) {
      Map<String, Double> lines = new TreeMap<>();
      List<LaunchStacks> known =
          launches.stream().filter(launch -> launch.shares(resource) > 0).toList();
      for (LaunchStacks launch : known) {
        double scale = scale(resource) / launch.shares(resource) / known.size();
        launch
            .of(resource)
            .forEach((stack, amount) -> lines.merge(line(stack), amount * scale, Double::sum));
      }
      StringBuilder text = new StringBuilder();
      lines.forEach((line, amount) -> {
        long whole = Math.round(amount);
        if (whole > 0) {
          text.append(line).append(' ').append(whole).append('\n');
        }
      });
      return text.toString();
    }

    private static double scale(Resource resource) {
      return switch (resource) {
        case CPU, BLOCKING, PINNING, PAUSES, TAIL -> PER_REQUESTS * NANOS;
        case ALLOCATION -> PER_REQUESTS;
        case LIVE, COLLECTIONS, THREADS, COUNTS -> 1;
        case START -> NANOS;
      };
    }

    /** Names in class files may contain semicolons and line breaks, which this text cannot. */
    private static String line(Stack stack) {
      return stack.frames().stream()
          .map(frame -> frame.name().replaceAll("[;\\s\\p{Cntrl}]", "_"))
          .collect(joining(";"));
    }
  }
}
