package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each fault does to requests. */
@Isolated("it watches this JVM")
class FaultEffectTest {
  private static final Duration TWICE = Duration.ofMillis(800);

  @Test
  void latency_twoRequests_waitTogether() throws Exception {
    assertThat(twoAtOnce("virtual", "latency:400ms")).isBetween(Duration.ofMillis(400), TWICE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"platform", "virtual"})
  void lock_twoRequests_areServedOneByOne(String mode) throws Exception {
    assertThat(twoAtOnce(mode, "lock:400ms")).isGreaterThanOrEqualTo(TWICE);
  }

  @Test
  void cpu_request_usesTheProcessesTime() throws Exception {
    var process =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long before = process.getProcessCpuTime();

    twoAtOnce("virtual", "cpu:400ms");

    // 800 ms; a core may run faster now than while it was calibrated.
    assertThat(Duration.ofNanos(process.getProcessCpuTime() - before))
        .isGreaterThan(Duration.ofMillis(480));
  }

  @Test
  void pin_request_pinsItsCarrierAndLatencyDoesNot() throws Exception {
    assertThat(pinned("pin:40ms")).isNotEmpty();
    assertThat(pinned("latency:40ms")).isEmpty();
  }

  @Test
  void severalFaults_add() throws Exception {
    try (RunningServer server =
        RunningServer.start("platform", "--fault", "latency:60ms", "--fault", "pin:60ms")) {
      assertThat(RunningServer.time(() -> server.get("/hello")))
          .isGreaterThanOrEqualTo(Duration.ofMillis(120));
    }
  }

  private static Duration twoAtOnce(String mode, String fault) throws Exception {
    try (RunningServer server = RunningServer.start(mode, "--fault", fault)) {
      assertThat(server.get("/hello").statusCode()).isEqualTo(200);
      return RunningServer.time(() -> server.getTogether("/hello", 2));
    }
  }

  /** Times a request thread was pinned for at least 30 ms, while one request was served. */
  private static List<RecordedEvent> pinned(String fault) throws Exception {
    List<RecordedEvent> events = new CopyOnWriteArrayList<>();
    try (RunningServer server = RunningServer.start("virtual", "--fault", fault);
        RecordingStream stream = new RecordingStream()) {
      stream.setReuse(false);
      stream.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(30));
      stream.onEvent("jdk.VirtualThreadPinned", events::add);
      stream.startAsync();
      assertThat(server.get("/hello").statusCode()).isEqualTo(200);
      stream.stop();
    }
    return events.stream()
        .filter(event -> event.getThread().getJavaName().contains("-virt-"))
        .toList();
  }
}
