package loomwatch.measure.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
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
  private final Starting starting;
  private final Map<Resource, Map<Stack, Double>> spent = new EnumMap<>(Resource.class);
  private final Map<Stack, Double> executing = new HashMap<>();
  private final EventStacks stacks = new EventStacks();
  private final StartedThreads threads = new StartedThreads();

  private StackReader(Times times) {
    this.loaded = times.loaded();
    this.starting = new Starting(times.ready());
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
  public static Spent read(Path recording, Path samples, Times times) throws IOException {
    Spent ofJfr = read(recording, times);
    if (!Files.exists(samples)) {
      return ofJfr;
    }
    Spent sampled = read(samples, times);
    if (sampled.cpuSamples() == 0) {
      return ofJfr;
    }
    Map<Resource, Map<Stack, Double>> both = new EnumMap<>(ofJfr.by());
    both.putAll(sampled.by());
    return new Spent(both, sampled.cpuSamples(), "async-profiler");
  }

  private static Spent read(Path recording, Times times) throws IOException {
    StackReader reader = new StackReader(times);
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        reader.event(file.readEvent());
      }
    }
    return reader.spent();
  }

  private Spent spent() {
    threads.remaining().forEach(start -> keep(Resource.THREADS, start, 1));
    starting.spent().forEach((stack, seconds) -> add(Resource.START, stack, seconds));
    Map<Stack, Double> cpu = spent.computeIfAbsent(Resource.CPU, resource -> new HashMap<>());
    boolean byTime = !cpu.isEmpty();
    if (!byTime) {
      cpu.putAll(executing);
    }
    long samples = Math.round(cpu.values().stream().mapToDouble(Double::doubleValue).sum());
    return new Spent(spent, samples, byTime ? CPU_TIME : EXECUTION);
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
              StoodStill.collection(event),
              event.getDuration("sumOfPauses").toNanos() / NANOS);
      case "jdk.ExecuteVMOperation" ->
          StoodStill.safepoint(event)
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
        .filter(stack -> resource != Resource.BLOCKING || !Idling.is(stack))
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
}
