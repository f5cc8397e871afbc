package loomwatch.measure.blocks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
            .mapToObj(next -> Step.of(slices.get(next - 1), slices.get(next)))
            .flatMap(Optional::stream)
            .toList();
    Duration idle = steps.stream().map(Step::idle).reduce(Duration.ZERO, Duration::plus);
    long requests = steps.stream().mapToLong(Step::requests).sum();
    if (idle.compareTo(ENOUGH_IDLE) < 0 || requests == 0) {
      return List.of();
    }
    double all = steps.stream().mapToLong(Step::cpuNanos).sum();
    double between = steps.stream().mapToLong(Step::idleCpuNanos).sum();
    return List.of(
        Sample.of(Metric.CPU_PER_REQUEST_TOTAL, all / 1e9 / requests),
        Sample.of(Metric.CPU_AT_REST, between / idle.toNanos()));
  }

  /**
   * A slice and the time until the next.
   *
   * @param cpuNanos from the beginning of one to that of the other
   * @param idleCpuNanos from the end of one to the beginning of the other
   */
  private record Step(long requests, Duration idle, long cpuNanos, long idleCpuNanos) {
    static Optional<Step> of(MeasuredSlice slice, MeasuredSlice next) {
      return slice
          .cpu()
          .flatMap(here ->
              next.cpu()
                  .map(there ->
                      new Step(
                          slice.load().completed(),
                          Duration.between(slice.window().to(), next.window().from()),
                          there.before().sinceNanos(here.before()),
                          there.before().sinceNanos(here.after()))));
    }
  }
}
