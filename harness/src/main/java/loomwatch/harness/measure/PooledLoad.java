package loomwatch.harness.measure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadErrors;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadSecond;
import org.jspecify.annotations.Nullable;

/** Several slices of the same load on one launch, as one result. */
final class PooledLoad {
  /**
   * Of the slices so many may end with requests waiting. A pause of the server that falls on the
   * end of a slice, such as a collection, is part of what is measured; a server that does not keep
   * up leaves a backlog in most of them.
   */
  private static final double BACKLOG_SHARE = 0.25;

  private PooledLoad() {}

  /** Pools at least one slice; histograms merge without loss. */
  static LoadResult of(List<LoadResult> slices) {
    LoadResult first = slices.getFirst();
    long completed = slices.stream().mapToLong(LoadResult::completed).sum();
    double seconds =
        slices.stream()
            .filter(slice -> slice.completed() > 0)
            .mapToDouble(slice -> slice.completed() / slice.achievedPerSecond())
            .sum();
    return new LoadResult(
        first.engine(),
        first.engineVersion(),
        first.requestsPerSecond(),
        first.connections(),
        slices.stream().mapToDouble(LoadResult::durationSeconds).sum(),
        slices.stream().mapToLong(LoadResult::offered).sum(),
        completed,
        slices.stream().map(LoadResult::errors).reduce(LoadErrors.NONE, LoadErrors::plus),
        slices.stream().mapToLong(LoadResult::unfinished).sum(),
        completed == 0 ? 0 : completed / seconds,
        merged(slices.stream().map(LoadResult::latency).filter(Objects::nonNull).toList()),
        merged(slices.stream().map(LoadResult::serviceTime).filter(Objects::nonNull).toList()),
        seconds(slices),
        slices.stream().mapToLong(LoadResult::longestGeneratorStallNanos).max().orElse(0),
        oncePerCause(slices));
  }

  /** The same without its histograms and seconds, for the slices of a record. */
  static LoadResult bare(LoadResult load) {
    return new LoadResult(
        load.engine(),
        load.engineVersion(),
        load.requestsPerSecond(),
        load.connections(),
        load.durationSeconds(),
        load.offered(),
        load.completed(),
        load.errors(),
        load.unfinished(),
        load.achievedPerSecond(),
        null,
        null,
        List.of(),
        load.longestGeneratorStallNanos(),
        load.invalid());
  }

  private static @Nullable LatencyHistogram merged(List<LatencyHistogram> parts) {
    return parts.isEmpty() ? null : LatencyHistogram.merged(parts);
  }

  /** Numbers the seconds through: the second slice goes on where the first ended. */
  private static List<LoadSecond> seconds(List<LoadResult> slices) {
    List<LoadSecond> all = new ArrayList<>();
    for (LoadResult slice : slices) {
      for (LoadSecond second : slice.seconds()) {
        all.add(
            new LoadSecond(
                all.size(),
                second.offered(),
                second.completed(),
                second.errors(),
                second.p50Nanos(),
                second.maxNanos()));
      }
    }
    return all;
  }

  private static List<Invalid> oncePerCause(List<LoadResult> slices) {
    Map<Invalid.Cause, Invalid> firsts = new EnumMap<>(Invalid.Cause.class);
    slices.stream()
        .flatMap(slice -> slice.invalid().stream())
        .forEach(invalid -> firsts.putIfAbsent(invalid.cause(), invalid));
    if (slices.stream().filter(PooledLoad::leftBacklog).count() <= BACKLOG_SHARE * slices.size()) {
      firsts.remove(Invalid.Cause.RATE_NOT_REACHED);
    }
    return List.copyOf(firsts.values());
  }

  private static boolean leftBacklog(LoadResult slice) {
    return slice.invalid().stream()
        .anyMatch(invalid -> invalid.cause() == Invalid.Cause.RATE_NOT_REACHED);
  }
}
