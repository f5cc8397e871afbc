package loomwatch.measure.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
import loomwatch.measure.observe.EventStacks.JvmThreads;
import loomwatch.measure.observe.EventStacks.PauseReason;
import loomwatch.measure.observe.EventStacks.WaitingThreads;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack;

/** Reads what a launch's threads spent, and which never ended, from JFR. Not thread-safe. */
public final class StackReader {
  private static final String CPU_TIME = "jdk.CPUTimeSample";

  private static final String EXECUTION = "jdk.ExecutionSample";

  /** Seconds between two execution samples of a thread, as in {@code stacks.jfc}. */
  private static final double PERIOD_SECONDS = 0.004;

  private static final double NANOS = 1e9;

  private final Times times;
  private final long allocationInterval;
  private final EventStacks stacks = new EventStacks();
  private final Map<Resource, Map<Stack, Double>> spent = new EnumMap<>(Resource.class);

  /** Samples of JDKs that cannot sample a thread's CPU time. */
  private final Map<Stack, Double> executing = new HashMap<>();

  private final Map<Stack, Double> cpuOfStart = new HashMap<>();
  private final Map<Stack, Double> executingAtStart = new HashMap<>();
  private final Map<Stack, Double> waitingAtStart = new HashMap<>();

  /** Thread starts by JFR's number of the thread, which is never reused. */
  private final Map<Long, RecordedEvent> threadStarts = new HashMap<>();

  /** Ended threads: a recording is not sorted by time, so an end may be read before its start. */
  private final Set<Long> endedThreads = new HashSet<>();

  private StackReader(Times times, long allocationInterval) {
    this.times = times;
    this.allocationInterval = allocationInterval;
  }

  public record Times(Instant ready, Predicate<Instant> loaded) {}

  /** Warm-ups are alike on both sides, and few samples are of code that is not yet compiled. */
  private static final Times FORK = new Times(Instant.MIN, any -> true);

  /**
   * The costs read from a recording.
   *
   * @param by cost by stack: bytes, seconds, or for CPU the number of samples
   * @param profiler the event or program that sampled CPU
   */
  public record StackCosts(Map<Resource, Map<Stack, Double>> by, long cpuSamples, String profiler) {

    public Map<Stack, Double> of(Resource resource) {
      return by.getOrDefault(resource, Map.of());
    }

    /** Converts CPU samples to seconds, as shares of that total; removes those of profilers. */
    public Map<Resource, Map<Stack, Double>> scaledTo(double cpuSeconds) {
      Map<Resource, Map<Stack, Double>> scaled = new EnumMap<>(by);
      Map<Stack, Double> cpu = new HashMap<>(of(Resource.CPU));
      cpu.remove(JvmThreads.PROFILERS);
      cpu.replaceAll((stack, count) -> count * cpuSeconds / cpuSamples);
      scaled.put(Resource.CPU, cpu);
      return scaled;
    }
  }

  /**
   * Reads a launch's recordings.
   *
   * @param samples recording of async-profiler; if it does not exist, JFR's samples of CPU and
   *     allocation are used
   */
  public static StackCosts read(Path recording, Path samples, Times times) throws IOException {
    return read(recording, samples, times, AsyncProfiler.ALLOCATION_INTERVAL);
  }

  /** Reads recordings that {@link AsyncProfiler#flag} and JFR left of a whole fork. */
  public static StackCosts ofFork(Path recording, Path samples) throws IOException {
    return read(recording, samples, FORK, AsyncProfiler.FORK_ALLOCATION_INTERVAL);
  }

  private static StackCosts read(Path recording, Path samples, Times times, long allocationInterval)
      throws IOException {
    StackCosts ofJfr = new StackReader(times, allocationInterval).costs(recording);
    if (!Files.exists(samples)) {
      return ofJfr;
    }
    StackCosts sampled = new StackReader(times, allocationInterval).costs(samples);
    if (sampled.cpuSamples() == 0) {
      return ofJfr;
    }
    Map<Resource, Map<Stack, Double>> both = new EnumMap<>(ofJfr.by());
    both.putAll(sampled.by());
    return new StackCosts(both, sampled.cpuSamples(), "async-profiler");
  }

  private StackCosts costs(Path recording) throws IOException {
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        event(file.readEvent());
      }
    }
    return costs();
  }

  private StackCosts costs() {
    threadStarts.keySet().removeAll(endedThreads);
    threadStarts.values().forEach(start -> keep(Resource.THREADS, start, 1));
    Map<Stack, Double> cpuAtStart = cpuOfStart.isEmpty() ? executingAtStart : cpuOfStart;
    cpuAtStart.forEach((stack, seconds) -> add(Resource.START, stack, seconds));
    waitingAtStart.forEach((stack, seconds) -> add(Resource.START, stack, seconds));
    Map<Stack, Double> cpu = spent.computeIfAbsent(Resource.CPU, resource -> new HashMap<>());
    boolean byTime = !cpu.isEmpty();
    if (!byTime) {
      cpu.putAll(executing);
    }
    long samples = Math.round(cpu.values().stream().mapToDouble(Double::doubleValue).sum());
    return new StackCosts(spent, samples, byTime ? CPU_TIME : EXECUTION);
  }

  private void event(RecordedEvent event) {
    if (!event.getStartTime().isAfter(times.ready())) {
      stacks.of(event).ifPresent(stack -> beforeReady(event, stack));
    }
    switch (event.getEventType().getName()) {
      case "jdk.SystemGC" -> keep(Resource.COLLECTIONS, event, 1);
      case "jdk.ThreadStart" ->
          thread(event).ifPresent(thread -> threadStarts.put(thread.getId(), event));
      case "jdk.ThreadEnd" -> thread(event).ifPresent(thread -> endedThreads.add(thread.getId()));
      default -> {
        if (times.loaded().test(event.getStartTime())) {
          underLoad(event);
        }
      }
    }
  }

  /** Returns the thread that starts or ends; empty where JFR of JDK 17 lost it. */
  private static Optional<RecordedThread> thread(RecordedEvent event) {
    return Optional.ofNullable(event.getThread("thread"));
  }

  /** Counts CPU time of all Java threads, and waits of the first; others wait in pools. */
  private void beforeReady(RecordedEvent event, Stack stack) {
    switch (event.getEventType().getName()) {
      case CPU_TIME ->
          cpuOfStart.merge(
              stack, event.getDuration("samplingPeriod").toNanos() / NANOS, Double::sum);
      case EXECUTION -> executingAtStart.merge(stack, PERIOD_SECONDS, Double::sum);
      case "jdk.JavaMonitorEnter",
          "jdk.JavaMonitorWait",
          "jdk.SocketRead",
          "jdk.ThreadPark",
          "jdk.ThreadSleep" -> {
        RecordedThread thread = event.getThread();
        if (thread != null && "main".equals(thread.getJavaName())) {
          Instant ready = times.ready();
          Instant end = event.getEndTime().isAfter(ready) ? ready : event.getEndTime();
          double seconds = Duration.between(event.getStartTime(), end).toNanos() / NANOS;
          waitingAtStart.merge(stack, seconds, Double::sum);
        }
      }
      default -> {
        // Other events take no time of the start, or none that is known.
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
        // Other events are not used.
      }
    }
  }

  /** Returns the object's size divided by the probability that it is sampled. */
  private double standsFor(long size) {
    return size / -Math.expm1(-(double) size / allocationInterval);
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

  /** Returns the stack, or the purpose of a thread without Java code. */
  private Stack cpuStack(RecordedEvent event) {
    RecordedThread thread =
        event.hasField("sampledThread") ? event.getThread("sampledThread") : event.getThread();
    String name = thread == null || thread.getOSName() == null ? "" : thread.getOSName();
    return JvmThreads.isOfProfilers(name)
        ? JvmThreads.PROFILERS
        : stacks.of(event).orElseGet(() -> JvmThreads.stack(name));
  }
}
