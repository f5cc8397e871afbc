package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainSoFarTest {
  private static final Invalid DIED = new Invalid(Invalid.Cause.SERVER_DIED, "for the test");

  private final List<Launch> launches = new ArrayList<>();

  @Test
  void isIn_twiceTheLiveSetInBothBlocks_isPlain() {
    pair(1, Metric.LIVE_SET, 10, 20);
    assertThat(PlainSoFar.isIn(launches)).as("one block").isFalse();

    pair(2, Metric.LIVE_SET, 10, 21);
    assertThat(PlainSoFar.isIn(launches)).isTrue();

    pair(3, Metric.LIVE_SET, 10, 11);
    assertThat(PlainSoFar.isIn(launches)).as("a block that differs").isFalse();
  }

  @Test
  void isIn_betterOrAlittleWorse_isNot() {
    pair(1, Metric.CPU_PER_REQUEST, 20, 10);
    pair(2, Metric.CPU_PER_REQUEST, 20, 28);

    assertThat(PlainSoFar.isIn(launches)).isFalse();
  }

  @Test
  void isIn_whatRepeatsTooLittle_isNot() {
    pair(1, Metric.LATENCY_P99, 1, 8);
    pair(2, Metric.LATENCY_P99, 1, 9);

    assertThat(PlainSoFar.isIn(launches)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "RETAINED_PER_REQUEST, 0, 48, true",
    "RETAINED_PER_REQUEST, -1, 48, true",
    "RETAINED_PER_REQUEST, 0.05, 0.5, false",
    "CPU_AT_REST, 0.001, 0.0016, false",
    "CPU_AT_REST, 0.001, 0.0032, true",
    "LIVE_SET, 0, 8, false"
  })
  void isIn_asMuchMore_isAsItsToleranceSays(
      Metric metric, double base, double head, boolean plain) {
    pair(1, metric, base, head);
    pair(2, metric, base, head);

    assertThat(PlainSoFar.isIn(launches)).isEqualTo(plain);
  }

  @Test
  void isIn_launchThatFailed_isNoPair() {
    pair(1, Metric.LIVE_SET, 10, 20);
    launches.add(launch(2, "base", Metric.LIVE_SET, 10, List.of()));
    launches.add(launch(2, "head", Metric.LIVE_SET, 20, List.of(DIED)));

    assertThat(PlainSoFar.isIn(launches)).isFalse();
  }

  private void pair(int block, Metric metric, double base, double head) {
    launches.add(launch(block, "base", metric, base, List.of()));
    launches.add(launch(block, "head", metric, head, List.of()));
  }

  private static Launch launch(
      int block, String arm, Metric metric, double value, List<Invalid> invalid) {
    return new Launch(
        block,
        0,
        arm,
        Mode.VIRTUAL,
        "hello",
        Instant.EPOCH,
        null,
        null,
        null,
        List.of(),
        List.of(Sample.of(metric, value)),
        invalid);
  }
}
