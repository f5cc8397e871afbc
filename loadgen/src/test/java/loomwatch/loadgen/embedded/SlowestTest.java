package loomwatch.loadgen.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import loomwatch.loadgen.SlowRequest;
import org.junit.jupiter.api.Test;

/** Which requests of a run are kept one by one. */
class SlowestTest {
  @Test
  void requests_moreThanAreKept_areTheSlowest() {
    Slowest slowest = new Slowest(2);
    for (long latency : new long[] {5, 900, 3, 40, 700, 6}) {
      slowest.completed(1_000_000, 1_000_100, 1_000_000 + latency * 1_000);
    }

    assertThat(slowest.requests())
        .extracting(SlowRequest::latency)
        .containsExactlyInAnyOrder(Duration.ofNanos(900_000), Duration.ofNanos(700_000));
  }

  @Test
  void requests_noneAskedFor_areNone() {
    Slowest slowest = new Slowest(0);
    slowest.completed(1, 2, 3);

    assertThat(slowest.requests()).isEmpty();
  }
}
