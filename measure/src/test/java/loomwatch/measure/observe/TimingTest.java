package loomwatch.measure.observe;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import loomwatch.measure.observe.Timing.Calls;
import loomwatch.measure.observe.Timing.Calls.Bucket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent in a real JVM that does not know of it: {@code Timed.java} in the resources. */
class TimingTest {
  private static final String TOTAL = "Timed$Cart.total(I)J";

  private static final String ADD = "Timed$Cart.add(II)J";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"here", "17"})
  void drain_methodsThatAreCalled_haveTheirTimes(String jdk) throws Exception {
    Process process = SourceProgram.start(jdk, List.of(), "Timed.java", ".", directory);
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("up");
      Timing timing =
          new Timing(
              process.pid(),
              directory,
              List.of(
                  "absent.Absent.absent()V", TOTAL, ADD, "Timed$Cart.total(Ljava/lang/String;)J"));
      timing.start();
      timing.drain();
      Thread.sleep(500);
      Map<String, Calls> calls = timing.drain();

      assertThat(calls).containsOnlyKeys(TOTAL, ADD);
      Calls total = requireNonNull(calls.get(TOTAL));
      Calls add = requireNonNull(calls.get(ADD));
      assertThat(total.typical() / total.count()).isBetween(2e6, 2e7);
      assertThat(add.count())
          .as("two of each call, and one that throws")
          .isCloseTo(3 * total.count(), within(total.count() / 4));
      assertThat(add.typical() / add.count()).isLessThan(1e5);
    } finally {
      process.destroyForcibly().onExit().join();
    }
  }

  @Test
  void new_tooManyMethods_fails() {
    List<String> methods = Collections.nCopies(TimingProbe.MOST + 1, TOTAL);

    assertThatThrownBy(() -> new Timing(1, directory, methods))
        .hasMessage("methods must be up to 300, were 301");
  }

  @Test
  void bucket_impossibleDurations_areAtTheEnds() {
    assertThat(TimingProbe.bucket(0)).isEqualTo(TimingProbe.bucket(1)).isZero();
    assertThat(TimingProbe.bucket(-5)).isZero();
    assertThat(TimingProbe.bucket(Long.MAX_VALUE)).isEqualTo(TimingProbe.BUCKETS - 1);
  }

  /** Of the slower bucket, half is within the nine of ten that count. */
  @Test
  void typical_someCallsTakeLong_isThatOfTheOthers() {
    Calls calls = new Calls(List.of(new Bucket(80, 80_000), new Bucket(20, 1_000_000)));

    assertThat(calls.count()).isEqualTo(100);
    assertThat(calls.total()).isEqualTo(1_080_000);
    assertThat(calls.typical()).isCloseTo((80_000 + 500_000) / 0.9, within(1e-6));
  }
}
