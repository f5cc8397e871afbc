package loomwatch.measure.blocks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.LoadSecond;
import loomwatch.results.LoadResult.RequestLoad;
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
        withoutForgivenBacklog(oncePerCause(slices), slices),
        requests(slices),
        reopened(slices),
        slices.stream()
            .map(LoadResult::firstFailure)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null));
  }

  /** Null where a slice does not know. */
  private static @Nullable Long reopened(List<LoadResult> slices) {
    List<Long> known = slices.stream().map(LoadResult::reopened).filter(Objects::nonNull).toList();
    return known.size() < slices.size() ? null : (Long) known.stream().mapToLong(n -> n).sum();
  }

  /** Request by request, of the slices that sent anything; null where requests are alike. */
  private static @Nullable List<RequestLoad> requests(List<LoadResult> slices) {
    List<List<RequestLoad>> told =
        slices.stream().map(LoadResult::requests).filter(Objects::nonNull).toList();
    return told.isEmpty()
        ? null
        : IntStream.range(0, told.getFirst().size())
            .mapToObj(index -> request(told.stream().map(slice -> slice.get(index)).toList()))
            .toList();
  }

  private static RequestLoad request(List<RequestLoad> slices) {
    return new RequestLoad(
        slices.getFirst().request(),
        slices.stream().mapToLong(RequestLoad::completed).sum(),
        slices.stream().mapToLong(RequestLoad::errors).sum(),
        merged(slices.stream().map(RequestLoad::latency).filter(Objects::nonNull).toList()));
  }

  /** The same without its histograms, seconds and requests, for the slices of a record. */
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

  private static Collection<Invalid> oncePerCause(List<LoadResult> slices) {
    Map<Invalid.Reason, Invalid> firsts = new EnumMap<>(Invalid.Reason.class);
    slices.stream()
        .flatMap(slice -> slice.invalid().stream())
        .forEach(invalid -> firsts.putIfAbsent(invalid.cause(), invalid));
    return firsts.values();
  }

  private static List<Invalid> withoutForgivenBacklog(
      Collection<Invalid> reasons, List<LoadResult> slices) {
    long behind =
        slices.stream()
            .filter(slice -> slice.invalid().stream().anyMatch(PooledLoad::isBacklog))
            .count();
    boolean forgiven = behind <= BACKLOG_SHARE * slices.size();
    return reasons.stream().filter(reason -> !(forgiven && isBacklog(reason))).toList();
  }

  private static boolean isBacklog(Invalid reason) {
    return reason.cause() == Invalid.Reason.RATE_NOT_REACHED;
  }
}
