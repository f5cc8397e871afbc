package loomwatch.server.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Each fault does what it says, by its own measure; those that wait are tried with a server. */
@Isolated("it watches this JVM")
class FaultTest {
  @Test
  void cpu_size_isSpentComputing() throws Exception {
    assertThat(cpuMillisOf("cpu:100ms")).isBetween(60L, 400L);
  }

  /** A spin against the clock would get a fraction of its size here, as a busy host gives it. */
  @Test
  void cpu_onFewerCoresThanThreads_isSpentInFullByEach() throws Exception {
    int threads = 4 * Runtime.getRuntime().availableProcessors();
    List<CompletableFuture<Long>> spent = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      CompletableFuture<Long> millis = new CompletableFuture<>();
      spent.add(millis);
      Thread.ofPlatform()
          .start(() -> {
            try {
              millis.complete(cpuMillisOf("cpu:60ms"));
            } catch (InterruptedException e) {
              millis.completeExceptionally(e);
            }
          });
    }

    assertThat(spent).allSatisfy(millis -> assertThat(millis.join()).isBetween(36L, 240L));
  }

  private static long cpuMillisOf(String fault) throws InterruptedException {
    var threads = ManagementFactory.getThreadMXBean();
    InjectedFault.parse(fault).prepare();
    long before = threads.getCurrentThreadCpuTime();
    InjectedFault.parse(fault).apply();
    return Duration.ofNanos(threads.getCurrentThreadCpuTime() - before).toMillis();
  }

  @Test
  void alloc_size_isAllocated() throws Exception {
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    InjectedFault fault = InjectedFault.parse("alloc:64KiB");
    fault.apply();
    long before = threads.getCurrentThreadAllocatedBytes();

    for (int i = 0; i < 100; i++) {
      fault.apply();
    }

    long each = (threads.getCurrentThreadAllocatedBytes() - before) / 100;
    assertThat(each).isBetween(64L * 1_024, 65L * 1_024);
    assertThat(InjectedFault.Alloc.lastLength()).isEqualTo(64 * 1_024 - 16);
  }

  @Test
  void tail_share_waitsInThatManyRequests() throws Exception {
    InjectedFault fault = InjectedFault.parse("tail:10%:1ms");
    int slow = 0;
    for (int i = 0; i < 1_000; i++) {
      long start = System.nanoTime();
      fault.apply();
      slow += System.nanoTime() - start >= 1_000_000 ? 1 : 0;
    }

    assertThat(slow).isBetween(50, 200);
  }

  @Test
  void leak_size_isKept() throws Exception {
    InjectedFault fault = InjectedFault.parse("leak:1KiB");
    long before = liveBytes();
    for (int i = 0; i < 20_000; i++) {
      fault.apply();
    }

    assertThat((liveBytes() - before) / 20_000).isBetween(900L, 1_200L);
  }

  @Test
  void retain_size_isKeptFromTheStart() throws Exception {
    long before = liveBytes();
    InjectedFault fault = InjectedFault.parse("retain:32MiB");
    fault.prepare();
    fault.apply();

    assertThat(liveBytes() - before).isBetween(30L << 20, 36L << 20);
  }

  private static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void collect_everySoManyRequests_collects() throws Exception {
    InjectedFault fault = InjectedFault.parse("collect:10");
    long before = collections();
    for (int i = 0; i < 30; i++) {
      fault.apply();
    }

    assertThat(collections() - before).isBetween(3L, 6L);
  }

  /** Of the same garbage, in the same JVM: the collectors' own time for each collection. */
  @Test
  void gc_factor_collectionsAreThatMuchDearer() throws Exception {
    System.gc();
    double plain = nanosOfCollection();
    InjectedFault.parse("gc:4").prepare();

    assertThat(nanosOfCollection() / plain).isGreaterThan(2);
  }

  /** The least of five, which nothing held up, each some time after the last: it was heard of. */
  private static double nanosOfCollection() throws Exception {
    InjectedFault garbage = InjectedFault.parse("alloc:64KiB");
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      Thread.sleep(50);
      long before = CollectorClock.nanos();
      long count = collectionsOfAnyKind();
      while (collectionsOfAnyKind() == count) {
        garbage.apply();
      }
      least = Math.min(least, CollectorClock.nanos() - before);
    }
    return least;
  }

  private static long collectionsOfAnyKind() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  private static long collections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(collector -> collector.getName().contains("Old"))
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  @Test
  void background_share_isSpentByAThreadOfItsOwn() throws Exception {
    InjectedFault.parse("background:10%").prepare();
    long before = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
    Thread.sleep(1_000);
    long after = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
    Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("fault-background"))
        .forEach(Thread::interrupt);

    assertThat(after - before).isBetween(40L, 600L);
  }

  /** CPU time of this JVM's own collectors, as the kernel counts it. */
  private static final class CollectorClock {
    private static final Path TASKS = Path.of("/proc/self/task");

    /** How HotSpot calls the threads that collect; all but Serial's, which is the VM's own. */
    private static final List<String> NAMES =
        List.of("GC Thread", "G1 Conc", "G1 Main", "ZWorker", "ZDriver", "Shenandoah", "VM Thread");

    private CollectorClock() {}

    /**
     * In nanoseconds, so far.
     *
     * @throws UncheckedIOException where /proc has no tasks
     */
    static long nanos() {
      try (Stream<Path> tasks = Files.list(TASKS)) {
        return tasks.toList().stream().mapToLong(CollectorClock::nanosOf).sum();
      } catch (IOException e) {
        throw new UncheckedIOException("a fault of the collector needs Linux's schedstat", e);
      }
    }

    private static long nanosOf(Path task) {
      try {
        String name = Files.readString(task.resolve("comm"));
        return NAMES.stream().anyMatch(name::startsWith)
            ? Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0])
            : 0;
      } catch (IOException ended) {
        // A compiler's thread may end between the listing and the reading.
        return 0;
      }
    }
  }
}
