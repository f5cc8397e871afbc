package loomwatch.results.stacks;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import loomwatch.results.Arm;
import loomwatch.results.Mode;

/**
 * What the threads of one launch spent: under load, once it was warm, and until it was ready.
 *
 * @param scenario that it was loaded with
 * @param block from 1
 * @param arm base or head
 * @param mode how its threads served requests
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
    int block,
    Arm arm,
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
   * its end, all of them made together. 0 where nobody knows: no slice was quiet enough for a tail.
   */
  public long shares(Resource resource) {
    return switch (resource) {
      case CPU, ALLOCATION, BLOCKING, PINNING, PAUSES -> requests;
      case TAIL -> slow;
      case LIVE, COLLECTIONS, THREADS, START -> 1;
    };
  }

  /** Of that resource, by stack; empty where nothing was seen. */
  public Map<Stack, Double> of(Resource resource) {
    return spent.getOrDefault(resource, Map.of());
  }
}
