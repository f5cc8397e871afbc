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
 * What the threads of one launch spent: under load, once it was warm, and until it was ready.
 *
 * @param requests completed in that time; above 0
 * @param slow how many of them, the slowest, were looked at one by one
 * @param cpuSeconds that the process used in that time, all threads; above 0
 * @param spent by stack, of all its {@linkplain #shares(Resource) shares}: seconds, bytes or how
 *     many
 * @param cpuSamples how many CPU is told from
 * @param profiler what told CPU, such as {@code jdk.CPUTimeSample}
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
    // Not Map.copyOf, whose order differs from JVM to JVM, and with it the last place of sums.
    spent.forEach((resource, stacks) ->
        copy.put(resource, Collections.unmodifiableMap(new HashMap<>(stacks))));
    spent = Collections.unmodifiableMap(copy);
  }

  /**
   * By how many its amounts are divided: requests, of the tail the slow ones; what a launch has at
   * its end, all of them made together. 0 where nobody knows: no window was quiet enough for a
   * tail.
   */
  public long shares(Resource resource) {
    return switch (resource) {
      case CPU, ALLOCATION, BLOCKING, PINNING, PAUSES -> requests;
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
    /** Time that threads at work waited: for monitors, parked, asleep. */
    BLOCKING(Unit.SECONDS_PER_REQUEST),
    PINNING(Unit.SECONDS_PER_REQUEST),
    /** Time in which the JVM stood still; what stands for the stack is the reason. */
    PAUSES(Unit.SECONDS_PER_REQUEST),
    /**
     * Time of the slowest of a hundred requests, each by itself, by what it met: the stack of
     * whoever waited, or the reason why the JVM stood still.
     */
    TAIL(Unit.SECONDS_PER_REQUEST),
    /** Bytes on the heap after the load and a full collection; the class stands for the stack. */
    LIVE(Unit.BYTES),
    /** Collections that code asked for since the JVM's start, by the stack that asked. */
    COLLECTIONS(Unit.COUNT),
    /** Platform threads started since the JVM's start that never ended, by the stack that did. */
    THREADS(Unit.COUNT),
    /** Time until a launch was ready: CPU of its threads, and what its first one waited for. */
    START(Unit.SECONDS);

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

    /**
     * Whether requests spend it in code, rather than the JVM as a whole, or all of them together.
     */
    public boolean isSpentByCode() {
      return switch (this) {
        case CPU, ALLOCATION, BLOCKING, PINNING, TAIL -> true;
        case PAUSES, LIVE, COLLECTIONS, THREADS, START -> false;
      };
    }

    public boolean hasCauses() {
      return this != PAUSES;
    }
  }

  /**
   * Stacks in the text that flame graph tools share: a line each, the outermost method first, names
   * apart by semicolons, then a blank and a whole number. Here: nanoseconds, or bytes, for each
   * thousand requests; of what all requests of a launch left together, bytes or how many; of its
   * start, nanoseconds.
   */
  public static final class FoldedStacks {
    private static final double PER_REQUESTS = 1_000;
    private static final double NANOS = 1e9;

    private FoldedStacks() {}

    /**
     * The mean over those of these launches of which it is known, by name; lines that round to 0
     * are left out.
     */
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
        case LIVE, COLLECTIONS, THREADS -> 1;
        case START -> NANOS;
      };
    }

    /** A name may hold neither a semicolon nor a line's end in this text; class files may. */
    private static String line(Stack stack) {
      return stack.frames().stream()
          .map(frame -> frame.name().replaceAll("[;\\s\\p{Cntrl}]", "_"))
          .collect(joining(";"));
    }
  }
}
