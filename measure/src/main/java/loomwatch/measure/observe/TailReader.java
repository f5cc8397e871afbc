package loomwatch.measure.observe;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import loomwatch.measure.observe.EventStacks.PauseReason;
import loomwatch.measure.observe.EventStacks.WaitingThreads;
import loomwatch.results.Stack;
import org.jspecify.annotations.Nullable;

/**
 * Attributes the time of slow requests to causes, from a JFR recording. Not thread-safe.
 *
 * <p>JFR does not record which thread served a request. A pause of the whole JVM counts for every
 * request under way. Of the events that block a single thread, the longest within the request's
 * time counts, if it is most of the remaining time, as nothing shorter makes a request slow.
 */
public final class TailReader {
  /** Time before a request is sent, while all connections are in use. */
  static final Stack CONNECTION = PauseReason.because("waiting for a free connection");

  /** C2's threads and the server share CPUs. */
  static final Stack COMPILATION = PauseReason.because("beside a compilation of C2");

  static final Stack ELSEWHERE = PauseReason.because("running, or waiting for a CPU or a thread");

  /** Tolerance for the difference between the clocks of generator and recording. */
  private static final Duration APART = Duration.ofNanos(500_000);

  private static final Duration LEAST = Duration.ofNanos(200_000);
  private static final int C2 = 4;
  private static final double MOST_OF = 0.5;
  private static final double NANOS = 1e9;

  private final EventStacks stacks = new EventStacks();
  private final List<Timed> pauses = new ArrayList<>();

  private final NavigableMap<Instant, List<Timed>> held = new TreeMap<>();

  private final List<Timed> compilations = new ArrayList<>();
  private final List<Timed> asked = new ArrayList<>();
  private final Map<Long, Stack> collections = new HashMap<>();
  private final Map<Stack, Double> met = new HashMap<>();

  private TailReader() {}

  /**
   * An interval with its cause.
   *
   * @param collection number of the collection for a collector's pause, else null
   */
  private record Timed(Instant from, Instant to, Stack stack, @Nullable Long collection) {
    static Timed of(RecordedEvent event, Stack stack) {
      return new Timed(event.getStartTime(), event.getEndTime(), stack, null);
    }

    Duration length() {
      return Duration.between(from, to);
    }

    Duration in(Instant start, Instant end) {
      Duration both =
          Duration.between(start.isAfter(from) ? start : from, end.isBefore(to) ? end : to);
      return both.isNegative() ? Duration.ZERO : both;
    }
  }

  public static Map<Stack, Double> read(Path recording, List<SlowRequest> slowest)
      throws IOException {
    TailReader reader = new TailReader();
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        reader.event(file.readEvent());
      }
    }
    slowest.forEach(reader::divide);
    return reader.met;
  }

  private void event(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.GarbageCollection" ->
          collections.put(event.getLong("gcId"), PauseReason.collection(event));
      case "jdk.SystemGC" -> keep(event, false).ifPresent(asked::add);
      case "jdk.GCPhasePause" ->
          pauses.add(
              new Timed(
                  event.getStartTime(),
                  event.getEndTime(),
                  PauseReason.because("collection"),
                  event.getLong("gcId")));
      case "jdk.ExecuteVMOperation" ->
          PauseReason.safepoint(event).ifPresent(reason -> pauses.add(Timed.of(event, reason)));
      case "jdk.JavaMonitorEnter",
          "jdk.ThreadSleep",
          "jdk.JavaMonitorWait",
          "jdk.ThreadPark",
          "jdk.SocketRead",
          "jdk.VirtualThreadPinned" ->
          keep(event, true)
              .ifPresent(
                  each -> held.computeIfAbsent(each.from(), unused -> new ArrayList<>()).add(each));
      case "jdk.Compilation" -> {
        if (event.getInt("compileLevel") >= C2) {
          compilations.add(Timed.of(event, COMPILATION));
        }
      }
      default -> {}
    }
  }

  private Optional<Timed> keep(RecordedEvent event, boolean working) {
    return Optional.of(event)
        .filter(each -> each.getDuration().compareTo(LEAST) >= 0)
        .flatMap(stacks::of)
        .filter(stack -> !working || !WaitingThreads.is(stack))
        .map(stack -> Timed.of(event, stack));
  }

  private void divide(SlowRequest request) {
    Duration left = spend(request.latency(), CONNECTION, between(request.due(), request.sent()));
    for (Timed pause : pauses) {
      left = spend(left, reason(pause), pause.in(request.sent(), request.done()));
    }
    Optional<Timed> longest = longestWithin(request);
    if (longest.isPresent() && seconds(longest.get().length()) >= MOST_OF * seconds(left)) {
      left = spend(left, longest.get().stack(), longest.get().length());
    }
    for (Timed compilation : compilations) {
      left = spend(left, COMPILATION, compilation.in(request.sent(), request.done()));
    }
    spend(left, ELSEWHERE, left);
  }

  private Duration spend(Duration left, Stack reason, Duration part) {
    Duration taken = part.compareTo(left) < 0 ? part : left;
    if (taken.isPositive()) {
      met.merge(reason, seconds(taken), Double::sum);
    }
    return left.minus(taken);
  }

  private Stack reason(Timed pause) {
    if (pause.collection() == null) {
      return pause.stack();
    }
    return asked.stream()
        .filter(each -> !pause.from().isBefore(each.from()) && !pause.to().isAfter(each.to()))
        .findFirst()
        .map(Timed::stack)
        .orElseGet(() -> collections.getOrDefault(pause.collection(), pause.stack()));
  }

  private Optional<Timed> longestWithin(SlowRequest request) {
    Instant from = request.sent().minus(APART);
    Instant to = request.done().plus(APART);
    return held.tailMap(from, true).values().stream()
        .flatMap(List::stream)
        .takeWhile(each -> each.from().isBefore(to))
        .filter(each -> !each.to().isAfter(to))
        .reduce((longest, each) -> each.length().compareTo(longest.length()) > 0 ? each : longest);
  }

  private static Duration between(Instant from, Instant to) {
    Duration length = Duration.between(from, to);
    return length.isNegative() ? Duration.ZERO : length;
  }

  private static double seconds(Duration length) {
    return length.toNanos() / NANOS;
  }
}
