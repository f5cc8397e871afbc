package loomwatch.measure.blocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.observe.JfrWatch.HeapCollection;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.results.Metric;
import loomwatch.results.Sample;

/**
 * What a launch keeps of its requests, and what its collections take. The whole heap is collected
 * once it is warm, which is also when all launches begin alike, and again when the load is over.
 */
final class Kept {
  private final Collecting collecting = new Collecting();
  private List<HeapCollection> collections = List.of();
  private OptionalLong liveWarm = OptionalLong.empty();
  private OptionalLong liveLoaded = OptionalLong.empty();

  void begin(Target target) throws IOException {
    collecting.begin(target);
  }

  void warmed(Target target) throws LaunchFailure, IOException, InterruptedException {
    collecting.end(target);
    liveWarm = Memory.live(target);
    collecting.begin(target);
  }

  void loaded(Target target) throws IOException {
    collecting.end(target);
  }

  void seen(List<HeapCollection> all) {
    collections = List.copyOf(all);
  }

  /** Last of all that is asked of a server: nothing is as it was after its heap was collected. */
  void collected(Target target) throws LaunchFailure, InterruptedException {
    liveLoaded = Memory.live(target);
  }

  /**
   * All that could be told.
   *
   * @param slices all of them, which count or not
   * @param known samples of the launch
   */
  List<Sample> samples(List<MeasuredSlice> slices, List<Sample> known) {
    List<Sample> samples = new ArrayList<>();
    liveLoaded.ifPresent(live -> samples.add(Sample.of(Metric.LIVE_SET, live)));
    long requests =
        slices.stream().mapToLong(slice -> slice.load().completed() * (1 + slice.retakes())).sum();
    if (liveLoaded.isPresent() && liveWarm.isPresent() && requests > 0) {
      double grown = liveLoaded.getAsLong() - liveWarm.getAsLong();
      samples.add(Sample.of(Metric.RETAINED_PER_REQUEST, grown / requests));
    }
    known.stream()
        .filter(sample -> sample.metric() == Metric.ALLOCATED_PER_REQUEST)
        .findFirst()
        .ifPresent(allocated -> samples.addAll(collecting.samples(collections, allocated.value())));
    return samples;
  }
}
