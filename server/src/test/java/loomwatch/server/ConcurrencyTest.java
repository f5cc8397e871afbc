package loomwatch.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Who waits for a thread, and who does not: as in studies/waiting.yaml and async.yaml. */
@ResourceLock("tomcat")
class ConcurrencyTest {
  private static final int WAIT_MILLIS = 500;
  private static final Duration ONE_BY_ONE = Duration.ofMillis(3 * WAIT_MILLIS);

  @Test
  void serviceBlocking_onOnePlatformThread_isServedOneByOne() throws Exception {
    assertThat(threeAtOnce("platform", "/service-blocking")).isGreaterThanOrEqualTo(ONE_BY_ONE);
  }

  @Test
  void serviceAsync_onOnePlatformThread_isServedTogether() throws Exception {
    assertThat(threeAtOnce("platform", "/service-async")).isLessThan(ONE_BY_ONE);
  }

  @Test
  void serviceBlocking_onVirtualThreads_isServedTogetherWhateverThePoolsSize() throws Exception {
    assertThat(threeAtOnce("virtual", "/service-blocking")).isLessThan(ONE_BY_ONE);
  }

  private static Duration threeAtOnce(String mode, String path) throws Exception {
    try (RunningServer server = RunningServer.start(mode, "--max-threads", "1")) {
      assertThat(server.get(path + "?ms=0").statusCode()).isEqualTo(200);
      return Stopwatch.time(() -> server.getTogether(path + "?ms=" + WAIT_MILLIS, 3));
    }
  }
}
