package loomwatch.measure.rounds;

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

/** Several windows of the same load on one launch, as one result. */
final class PooledLoad {
  /**
   * Of the windows so many may end with requests waiting. A pause of the server that falls on the
   * end of a window, such as a collection, is part of what is measured; a server that does not keep
   * up leaves a backlog in most of them.
   */
  private static final double BACKLOG_SHARE = 0.25;

  private PooledLoad() {}

  /** Pools at least one window; histograms merge without loss. */
  static LoadResult of(List<LoadResult> windows) {
    LoadResult first = windows.getFirst();
    long completed = windows.stream().mapToLong(LoadResult::completed).sum();
    double seconds =
        windows.stream()
            .filter(window -> window.completed() > 0)
            .mapToDouble(window -> window.completed() / window.achievedPerSecond())
            .sum();
    return new LoadResult(
        first.generator(),
        first.generatorVersion(),
        first.requestsPerSecond(),
        first.connections(),
        windows.stream().mapToDouble(LoadResult::durationSeconds).sum(),
        windows.stream().mapToLong(LoadResult::offered).sum(),
        completed,
        windows.stream().map(LoadResult::errors).reduce(LoadErrors.NONE, LoadErrors::plus),
        windows.stream().mapToLong(LoadResult::unfinished).sum(),
        completed == 0 ? 0 : completed / seconds,
        merged(windows.stream().map(LoadResult::latency).filter(Objects::nonNull).toList()),
        merged(windows.stream().map(LoadResult::serviceTime).filter(Objects::nonNull).toList()),
        seconds(windows),
        windows.stream().mapToLong(LoadResult::longestGeneratorStallNanos).max().orElse(0),
        withoutForgivenBacklog(oncePerCause(windows), windows),
        requests(windows),
        reopened(windows),
        windows.stream()
            .map(LoadResult::firstFailure)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null));
  }

  /** Null where a window does not know. */
  private static @Nullable Long reopened(List<LoadResult> windows) {
    List<Long> known = windows.stream().map(LoadResult::reopened).filter(Objects::nonNull).toList();
    return known.size() < windows.size() ? null : (Long) known.stream().mapToLong(n -> n).sum();
  }

  /** Request by request, of the windows that sent anything; null where requests are alike. */
  private static @Nullable List<RequestLoad> requests(List<LoadResult> windows) {
    List<List<RequestLoad>> told =
        windows.stream().map(LoadResult::requests).filter(Objects::nonNull).toList();
    return told.isEmpty()
        ? null
        : IntStream.range(0, told.getFirst().size())
            .mapToObj(index -> request(told.stream().map(window -> window.get(index)).toList()))
            .toList();
  }

  private static RequestLoad request(List<RequestLoad> windows) {
    return new RequestLoad(
        windows.getFirst().request(),
        windows.stream().mapToLong(RequestLoad::completed).sum(),
        windows.stream().mapToLong(RequestLoad::errors).sum(),
        merged(windows.stream().map(RequestLoad::latency).filter(Objects::nonNull).toList()));
  }

  /** The same without its histograms, seconds and requests, for the windows of a record. */
  static LoadResult bare(LoadResult load) {
    return new LoadResult(
        load.generator(),
        load.generatorVersion(),
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

  /** Numbers the seconds through: the second window goes on where the first ended. */
  private static List<LoadSecond> seconds(List<LoadResult> windows) {
    List<LoadSecond> all = new ArrayList<>();
    for (LoadResult window : windows) {
      for (LoadSecond second : window.seconds()) {
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

  private static Collection<Invalid> oncePerCause(List<LoadResult> windows) {
    Map<Invalid.Reason, Invalid> firsts = new EnumMap<>(Invalid.Reason.class);
    windows.stream()
        .flatMap(window -> window.invalid().stream())
        .forEach(invalid -> firsts.putIfAbsent(invalid.cause(), invalid));
    return firsts.values();
  }

  private static List<Invalid> withoutForgivenBacklog(
      Collection<Invalid> reasons, List<LoadResult> windows) {
    long behind =
        windows.stream()
            .filter(window -> window.invalid().stream().anyMatch(PooledLoad::isBacklog))
            .count();
    boolean forgiven = behind <= BACKLOG_SHARE * windows.size();
    return reasons.stream().filter(reason -> !(forgiven && isBacklog(reason))).toList();
  }

  private static boolean isBacklog(Invalid reason) {
    return reason.cause() == Invalid.Reason.RATE_NOT_REACHED;
  }
}
