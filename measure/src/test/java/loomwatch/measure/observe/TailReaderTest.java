package loomwatch.measure.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import jdk.jfr.Recording;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What slow requests met, from recordings of this JVM while it was held up for real. */
@Isolated("it records this JVM")
class TailReaderTest {
  private static final Duration LONG = Duration.ofMillis(40);

  @TempDir Path folder;

  /** Something that holds a request up. */
  private interface Work {
    void run() throws InterruptedException;
  }

  @Test
  void read_requestThatSlept_isChargedToWhoSlept() throws Exception {
    Map<Stack, Double> met = met(TailReaderTest::doze);

    assertThat(most(met)).contains(TailReaderTest.class.getName() + ".doze");
    assertThat(total(met)).isGreaterThan(LONG.toNanos() / 1e9);
  }

  @Test
  void read_requestThatWaitedForAMonitor_isChargedToWhoWanted() throws Exception {
    Object lock = new Object();
    Thread holder = Thread.ofPlatform().unstarted(() -> hold(lock));

    Map<Stack, Double> met =
        met(() -> {
          holder.start();
          // Until it holds the lock and sleeps.
          while (holder.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          enter(lock);
        });
    holder.join();

    // Whoever holds it sleeps within the same time, and as long: either is the answer.
    assertThat(most(met))
        .containsAnyOf(
            TailReaderTest.class.getName() + ".enter", TailReaderTest.class.getName() + ".hold");
  }

  @Test
  void read_requestThatMetACollection_isChargedToWhoAskedForIt() throws Exception {
    Map<Stack, Double> met = met(TailReaderTest::collect);

    assertThat(met.keySet().stream().flatMap(stack -> stack.frames().stream()).map(Frame::name))
        .contains(TailReaderTest.class.getName() + ".collect");
  }

  @Test
  void read_requestSentLate_waitedForAConnectionFirst() throws Exception {
    Instant due = Instant.now();
    Path file = recorded(TailReaderTest::doze);
    Instant sent = due.minus(LONG);

    Map<Stack, Double> met =
        TailReader.read(file, List.of(new SlowRequest(sent.minus(LONG), sent, sent.plusMillis(1))));

    assertThat(met.get(TailReader.CONNECTION)).isEqualTo(0.04, within(1e-9));
    assertThat(met.get(TailReader.ELSEWHERE)).isEqualTo(0.001, within(1e-9));
  }

  @Test
  void read_shortSleepInALongRequest_isNotWhyItWasSlow() throws Exception {
    Instant from = Instant.now();
    Path file = recorded(TailReaderTest::doze);

    Map<Stack, Double> met =
        TailReader.read(file, List.of(new SlowRequest(from, from, from.plusSeconds(10))));

    assertThat(met.get(TailReader.ELSEWHERE)).isGreaterThan(9.0);
  }

  /** A pool's worker has the loop that asks for tasks on its stack while it works, too. */
  @Test
  void read_requestThatATaskServed_isChargedToWhoSlept() throws Exception {
    List<SlowRequest> request = new ArrayList<>();
    Path file;
    try (ForkJoinPool pool = new ForkJoinPool(1)) {
      file =
          recorded(() -> {
            Instant sent = Instant.now();
            pool.invoke(ForkJoinTask.adapt(TailReaderTest::rest));
            request.add(new SlowRequest(sent, sent, Instant.now()));
          });
    }

    assertThat(most(TailReader.read(file, request)))
        .contains(TailReaderTest.class.getName() + ".rest");
  }

  private static void rest() {
    try {
      Thread.sleep(LONG);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void doze() throws InterruptedException {
    Thread.sleep(LONG);
  }

  private static void hold(Object lock) {
    synchronized (lock) {
      try {
        Thread.sleep(LONG);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void enter(Object lock) {
    synchronized (lock) {
      assertThat(Thread.holdsLock(lock)).isTrue();
    }
  }

  private static void collect() {
    System.gc();
  }

  /** Of one request that was under way while this was done. */
  private Map<Stack, Double> met(Work work) throws Exception {
    Instant from = Instant.now();
    Path file = recorded(work);
    return TailReader.read(file, List.of(new SlowRequest(from, from, Instant.now())));
  }

  private Path recorded(Work work) throws Exception {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      for (String event :
          List.of(
              "ThreadSleep", "JavaMonitorEnter", "SystemGC", "GCPhasePause", "GarbageCollection")) {
        recording.enable("jdk." + event).withStackTrace().withThreshold(Duration.ZERO);
      }
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static List<String> most(Map<Stack, Double> met) {
    return met.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey()
        .frames()
        .stream()
        .map(Frame::name)
        .toList();
  }

  private static double total(Map<Stack, Double> met) {
    return met.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
