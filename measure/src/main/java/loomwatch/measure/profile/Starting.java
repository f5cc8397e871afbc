package loomwatch.measure.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import loomwatch.results.Stack;

/**
 * What a launch spent until it was ready: CPU of all its Java threads, and what its first thread
 * waited for. Waits of others are those of pools, which have no work yet. Not thread-safe.
 */
final class Starting {
  private static final String FIRST_THREAD = "main";
  private static final double NANOS = 1e9;

  /** Between two {@code jdk.ExecutionSample} of a thread; as {@code stacks.jfc} has it. */
  private static final double PERIOD_SECONDS = 0.004;

  private final Instant ready;
  private final Map<Stack, Double> byTime = new HashMap<>();
  private final Map<Stack, Double> executing = new HashMap<>();
  private final Map<Stack, Double> waiting = new HashMap<>();

  /** Of a launch that was ready at that time. */
  Starting(Instant ready) {
    this.ready = ready;
  }

  /** Takes an event with its stack, if it is one of these. */
  void event(RecordedEvent event, Optional<Stack> stack) {
    if (stack.isEmpty() || event.getStartTime().isAfter(ready)) {
      return;
    }
    switch (event.getEventType().getName()) {
      case StackReader.CPU_TIME ->
          byTime.merge(
              stack.get(), event.getDuration("samplingPeriod").toNanos() / NANOS, Double::sum);
      case StackReader.EXECUTION -> executing.merge(stack.get(), PERIOD_SECONDS, Double::sum);
      case "jdk.JavaMonitorEnter",
          "jdk.JavaMonitorWait",
          "jdk.SocketRead",
          "jdk.ThreadPark",
          "jdk.ThreadSleep" -> {
        RecordedThread thread = event.getThread();
        if (thread != null && FIRST_THREAD.equals(thread.getJavaName())) {
          waiting.merge(stack.get(), secondsUntilReady(event), Double::sum);
        }
      }
      default -> {
        // Takes no time of the start, or none that is known.
      }
    }
  }

  private double secondsUntilReady(RecordedEvent event) {
    Instant end = event.getEndTime().isAfter(ready) ? ready : event.getEndTime();
    return Duration.between(event.getStartTime(), end).toNanos() / NANOS;
  }

  /** Seconds by stack. */
  Map<Stack, Double> spent() {
    Map<Stack, Double> spent = new HashMap<>(byTime.isEmpty() ? executing : byTime);
    waiting.forEach((stack, seconds) -> spent.merge(stack, seconds, Double::sum));
    return spent;
  }
}
