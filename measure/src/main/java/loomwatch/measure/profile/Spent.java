package loomwatch.measure.profile;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack;

/**
 * What was read of a recording.
 *
 * @param by what was spent, by stack: bytes; seconds; of CPU, how many samples
 * @param cpuSamples how many samples of CPU there are
 * @param profiler the event that they are
 */
public record Spent(Map<Resource, Map<Stack, Double>> by, long cpuSamples, String profiler) {

  /**
   * The same with CPU in seconds: of that much in all, each sample but the profilers' is a part.
   */
  public Map<Resource, Map<Stack, Double>> scaledTo(double cpuSeconds) {
    Map<Resource, Map<Stack, Double>> scaled = new EnumMap<>(by);
    Map<Stack, Double> samples = by.getOrDefault(Resource.CPU, Map.of());
    Map<Stack, Double> cpu = new HashMap<>();
    samples.forEach((stack, count) -> {
      if (!stack.equals(JvmThreads.PROFILERS)) {
        cpu.put(stack, count * cpuSeconds / cpuSamples);
      }
    });
    scaled.put(Resource.CPU, cpu);
    return scaled;
  }
}
