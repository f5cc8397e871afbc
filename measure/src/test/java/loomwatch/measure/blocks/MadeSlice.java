package loomwatch.measure.blocks;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.measure.observe.JfrWatch;
import loomwatch.results.LoadResult;

/**
 * A slice that no server was loaded in, for tests: what a test does not name is any value that
 * could have been measured.
 *
 * @param position in the block's sequence
 * @param cpuNanos that the server used
 * @param stolenNanos that the host took; empty where it does not tell
 */
record MadeSlice(int position, long cpuNanos, OptionalLong stolenNanos) {
  static final MadeSlice ANY = new MadeSlice(0, 1, OptionalLong.empty());

  MeasuredSlice of(LoadResult load) {
    return new MeasuredSlice(
        position,
        position,
        0,
        0.006,
        new JfrWatch.Window(Instant.EPOCH, Instant.EPOCH.plusSeconds(1)),
        load,
        List.of(),
        Optional.of(CpuTimes.span(0, cpuNanos)),
        OptionalLong.of(1),
        OptionalLong.of(1),
        stolenNanos);
  }
}
