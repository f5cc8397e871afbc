package loomwatch.measure.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import loomwatch.measure.profile.EventStacks.JvmThreads;
import loomwatch.measure.profile.EventStacks.PauseReason;
import loomwatch.measure.profile.EventStacks.WaitingThreads;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack;

/**
 * Reads a JFR recording: what threads spent, in the windows of load only; and what a launch has at
 * its end, from the JVM's start. Not thread-safe.
 */
public final class StackReader {
  /** The event of JDK 25; older ones have the next. */
  static final String CPU_TIME = "jdk.CPUTimeSample";

  static final String EXECUTION = "jdk.ExecutionSample";

  private static final double NANOS = 1e9;

  private final Predicate<Instant> loaded;
  private final StartCosts starting;
  private final Map<Resource, Map<Stack, Double>> spent = new EnumMap<>(Resource.class);
  private final Map<Stack, Double> executing = new HashMap<>();
  private final EventStacks stacks = new EventStacks();
  private final StartedThreads threads = new StartedThreads();

  private StackReader(Times times) {
    this.loaded = times.loaded();
    this.starting = new StartCosts(times.ready());
  }

  /**
   * When a launch did what.
   *
   * @param ready when it was
   * @param loaded whether it was under the measured load at that time
   */
  public record Times(Instant ready, Predicate<Instant> loaded) {}

  /**
   * Reads a launch's recordings.
   *
   * @param recording of JFR
   * @param samples of async-profiler; where it does not exist, JFR tells of CPU and allocation too
   * @param times of the launch
   */
  public static StackCosts read(Path recording, Path samples, Times times) throws IOException {
    StackCosts ofJfr = read(recording, times);
    if (!Files.exists(samples)) {
      return ofJfr;
    }
    StackCosts sampled = read(samples, times);
    if (sampled.cpuSamples() == 0) {
      return ofJfr;
    }
    Map<Resource, Map<Stack, Double>> both = new EnumMap<>(ofJfr.by());
    both.putAll(sampled.by());
    return new StackCosts(both, sampled.cpuSamples(), "async-profiler");
  }

  private static StackCosts read(Path recording, Times times) throws IOException {
    StackReader reader = new StackReader(times);
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        reader.event(file.readEvent());
      }
    }
    return reader.spent();
  }

  private StackCosts spent() {
    threads.remaining().forEach(start -> keep(Resource.THREADS, start, 1));
    starting.spent().forEach((stack, seconds) -> add(Resource.START, stack, seconds));
    Map<Stack, Double> cpu = spent.computeIfAbsent(Resource.CPU, resource -> new HashMap<>());
    boolean byTime = !cpu.isEmpty();
    if (!byTime) {
      cpu.putAll(executing);
    }
    long samples = Math.round(cpu.values().stream().mapToDouble(Double::doubleValue).sum());
    return new StackCosts(spent, samples, byTime ? CPU_TIME : EXECUTION);
  }

  private void event(RecordedEvent event) {
    starting.event(event, stacks.of(event));
    switch (event.getEventType().getName()) {
      case "jdk.SystemGC" -> keep(Resource.COLLECTIONS, event, 1);
      case "jdk.ThreadStart" -> threads.started(event);
      case "jdk.ThreadEnd" -> threads.ended(event);
      default -> {
        if (loaded.test(event.getStartTime())) {
          underLoad(event);
        }
      }
    }
  }

  private void underLoad(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case CPU_TIME -> {
        if (!event.getBoolean("failed")) {
          add(Resource.CPU, cpuStack(event), 1);
        }
      }
      case EXECUTION -> executing.merge(cpuStack(event), 1.0, Double::sum);
      case "jdk.ObjectAllocationSample" ->
          keep(Resource.ALLOCATION, event, (double) event.getLong("weight"));
      case "jdk.ObjectAllocationInNewTLAB", "jdk.ObjectAllocationOutsideTLAB" ->
          keep(Resource.ALLOCATION, event, standsFor(event.getLong("allocationSize")));
      case "jdk.JavaMonitorEnter", "jdk.ThreadSleep", "jdk.JavaMonitorWait", "jdk.ThreadPark" ->
          keep(Resource.BLOCKING, event, seconds(event));
      case "jdk.VirtualThreadPinned" -> keep(Resource.PINNING, event, seconds(event));
      case "jdk.GarbageCollection" ->
          add(
              Resource.PAUSES,
              PauseReason.collection(event),
              event.getDuration("sumOfPauses").toNanos() / NANOS);
      case "jdk.ExecuteVMOperation" ->
          PauseReason.safepoint(event)
              .ifPresent(reason -> add(Resource.PAUSES, reason, seconds(event)));
      default -> {
        // Of no use here.
      }
    }
  }

  /**
   * The bytes that a sample at random stands for: an object of that size is hit with the chance
   * below the line.
   */
  private static double standsFor(long size) {
    return size / -Math.expm1(-(double) size / AsyncProfiler.ALLOCATION_INTERVAL);
  }

  private void keep(Resource resource, RecordedEvent event, double amount) {
    stacks
        .of(event)
        .filter(stack -> resource != Resource.BLOCKING || !WaitingThreads.is(stack))
        .ifPresent(stack -> add(resource, stack, amount));
  }

  private void add(Resource resource, Stack stack, double amount) {
    spent.computeIfAbsent(resource, unused -> new HashMap<>()).merge(stack, amount, Double::sum);
  }

  private static double seconds(RecordedEvent event) {
    return event.getDuration().toNanos() / NANOS;
  }

  /** Of a thread without Java code, what it is there for. */
  private Stack cpuStack(RecordedEvent event) {
    RecordedThread thread =
        event.hasField("sampledThread") ? event.getThread("sampledThread") : event.getThread();
    String name = thread == null || thread.getOSName() == null ? "" : thread.getOSName();
    return JvmThreads.isOfProfilers(name)
        ? JvmThreads.PROFILERS
        : stacks.of(event).orElseGet(() -> JvmThreads.stack(name));
  }

  /**
   * What was read of a recording.
   *
   * @param by what was spent, by stack: bytes; seconds; of CPU, how many samples
   * @param cpuSamples how many samples of CPU there are
   * @param profiler the event that they are
   */
  public record StackCosts(Map<Resource, Map<Stack, Double>> by, long cpuSamples, String profiler) {

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

  /**
   * What a launch spent until it was ready: CPU of all its Java threads, and what its first thread
   * waited for. Waits of others are those of pools, which have no work yet. Not thread-safe.
   */
  static final class StartCosts {
    private static final String FIRST_THREAD = "main";
    private static final double NANOS = 1e9;

    /** Between two {@code jdk.ExecutionSample} of a thread; as {@code stacks.jfc} has it. */
    private static final double PERIOD_SECONDS = 0.004;

    private final Instant ready;
    private final Map<Stack, Double> byTime = new HashMap<>();
    private final Map<Stack, Double> executing = new HashMap<>();
    private final Map<Stack, Double> waiting = new HashMap<>();

    /** Of a launch that was ready at that time. */
    StartCosts(Instant ready) {
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

  /** Platform threads that were started and never ended. Not thread-safe. */
  static final class StartedThreads {
    /** By JFR's number of the thread, which no other gets. */
    private final Map<Long, RecordedEvent> starts = new HashMap<>();

    /** A recording is not in the order of time: an end may be read before its start. */
    private final Set<Long> ended = new HashSet<>();

    /** Takes a {@code jdk.ThreadStart}, whose stack is that of whoever started it. */
    void started(RecordedEvent event) {
      starts.put(event.getThread("thread").getId(), event);
    }

    /** Takes a {@code jdk.ThreadEnd}. */
    void ended(RecordedEvent event) {
      ended.add(event.getThread("thread").getId());
    }

    /** The starts of those that never ended; called last. */
    Collection<RecordedEvent> remaining() {
      starts.keySet().removeAll(ended);
      return starts.values();
    }
  }
}
