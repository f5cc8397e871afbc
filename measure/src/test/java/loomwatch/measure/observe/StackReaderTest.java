package loomwatch.measure.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What a launch has at its end, from recordings of this JVM. */
@Isolated("it records this JVM")
class StackReaderTest {
  private static final int TIMES = 3;

  @TempDir Path folder;

  private Instant ready = Instant.MAX;

  /** Something whose traces are looked for. */
  private interface Work {
    void run() throws InterruptedException;
  }

  @Test
  void read_codeAsksForCollections_countsThemByWhoAsked() throws Exception {
    Map<Resource, Map<Stack, Double>> seen = seen(StackReaderTest::collect);

    assertThat(through("collect", of(Resource.COLLECTIONS, seen))).isEqualTo(TIMES);
  }

  @Test
  void read_threadsThatStay_countByWhoStartedThem() throws Exception {
    CountDownLatch end = new CountDownLatch(1);

    Map<Resource, Map<Stack, Double>> seen =
        seen(() -> {
          start(end);
          startThatEnds();
        });
    end.countDown();

    assertThat(through("start", of(Resource.THREADS, seen))).isEqualTo(TIMES);
    assertThat(through("startThatEnds", of(Resource.THREADS, seen))).isZero();
  }

  @Test
  void read_withoutLoad_hasNothingThatRequestsSpend() throws Exception {
    assertThat(of(Resource.BLOCKING, seen(() -> Thread.sleep(5)))).isEmpty();
  }

  @Test
  void read_beforeItWasReady_hasWhatTheFirstThreadWaitedFor() throws Exception {
    Map<Resource, Map<Stack, Double>> seen = seen(() -> sleepOn("main"));

    assertThat(through("sleep", of(Resource.START, seen))).isBetween(0.02, 10.0);
  }

  @Test
  void read_afterItWasReady_hasNothingOfItsStart() throws Exception {
    ready = Instant.EPOCH;

    assertThat(of(Resource.START, seen(() -> sleepOn("main")))).isEmpty();
  }

  @Test
  void read_poolsWaitBeforeItWasReady_hasNothingOfThem() throws Exception {
    assertThat(of(Resource.START, seen(() -> sleepOn("pool-1")))).isEmpty();
  }

  private static void sleepOn(String thread) throws InterruptedException {
    Thread.ofPlatform().name(thread).start(StackReaderTest::sleep).join();
  }

  private static void sleep() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private static void collect() {
    for (int i = 0; i < TIMES; i++) {
      System.gc();
    }
  }

  private static void start(CountDownLatch end) {
    for (int i = 0; i < TIMES; i++) {
      Thread.ofPlatform().daemon().start(() -> await(end));
    }
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private static void startThatEnds() throws InterruptedException {
    Thread.ofPlatform().start(() -> {}).join();
  }

  private Map<Resource, Map<Stack, Double>> seen(Work work) throws Exception {
    Path file = folder.resolve("r.jfr");
    try (Recording recording = new Recording()) {
      for (String event : List.of("SystemGC", "ThreadStart", "ThreadEnd", "ThreadSleep")) {
        recording.enable("jdk." + event).withStackTrace().withoutThreshold();
      }
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
    }
    StackReader.Times times = new StackReader.Times(ready, time -> false);
    return StackReader.read(file, folder.resolve("none.jfr"), times).by();
  }

  private static Map<Stack, Double> of(Resource resource, Map<Resource, Map<Stack, Double>> seen) {
    return seen.getOrDefault(resource, Map.of());
  }

  private static double through(String method, Map<Stack, Double> stacks) {
    String name = StackReaderTest.class.getName() + "." + method;
    return stacks.entrySet().stream()
        .filter(entry -> entry.getKey().frames().stream().map(Frame::name).anyMatch(name::equals))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
