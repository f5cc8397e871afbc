package loomwatch.measure.blocks;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/**
 * CPU time that no slice is charged with: a collection between two of them, work left for later,
 * threads that wake. While one server of a block is loaded the others have nothing to do, so what
 * they use then is theirs alone.
 */
final class WholeCpu {
  /** Idle time of a launch below which its clock's steps and our own questions are most of it. */
  private static final Duration ENOUGH_IDLE = Duration.ofMillis(500);

  private WholeCpu() {}

  /**
   * Of everything from the beginning of the first slice to that of the last.
   *
   * @param slices in the order they were taken
   * @return nothing where a launch was hardly ever idle
   */
  static List<Sample> of(List<MeasuredSlice> slices) {
    List<Step> steps =
        IntStream.range(1, slices.size())
            // One that was taken again came after load that nobody counted.
            .filter(next -> slices.get(next).retakes() == 0)
            .mapToObj(next -> new Step(slices.get(next - 1), slices.get(next)))
            .toList();
    Duration idle = steps.stream().map(Step::idle).reduce(Duration.ZERO, Duration::plus);
    long requests = steps.stream().mapToLong(step -> step.slice().load().completed()).sum();
    if (idle.compareTo(ENOUGH_IDLE) < 0 || requests == 0) {
      return List.of();
    }
    double all = steps.stream().mapToLong(Step::cpuNanos).sum();
    double between = steps.stream().mapToLong(Step::idleCpuNanos).sum();
    return List.of(
        Sample.of(Metric.CPU_PER_REQUEST_TOTAL, all / 1e9 / requests),
        Sample.of(Metric.BACKGROUND_CPU, between / idle.toNanos()));
  }

  /** A slice and the time until the next. */
  private record Step(MeasuredSlice slice, MeasuredSlice next) {
    Duration idle() {
      return Duration.between(slice.window().to(), next.window().from());
    }

    long cpuNanos() {
      return next.cpu().before().sinceNanos(slice.cpu().before());
    }

    long idleCpuNanos() {
      return next.cpu().before().sinceNanos(slice.cpu().after());
    }
  }
}
