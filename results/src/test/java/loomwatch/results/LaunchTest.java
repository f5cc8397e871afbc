package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult.LoadErrors;
import org.junit.jupiter.api.Test;

/** A zero that cannot be makes a launch invalid. */
class LaunchTest {
  @Test
  void launch_zeroThatCannotBe_countsForNothing() {
    for (Metric metric : Metric.values()) {
      Launch launch = measuring(Sample.of(metric, 0), 3000);

      assertThat(launch.invalid())
          .as(metric.label())
          .isEqualTo(
              metric.mayBeZero()
                  ? List.of()
                  : List.of(
                      dead(metric.label() + " was 0, which cannot be: its counter stood still")));
    }
    assertThat(Stream.of(Metric.values()).filter(Metric::mayBeZero))
        .as("so neither do CPU, bytes and latency")
        .containsExactly(
            Metric.SLOW_SHARE,
            Metric.CPU_AT_REST,
            Metric.GC_PAUSE_TOTAL,
            Metric.GC_PAUSE_MAX,
            Metric.PROMOTED_PER_REQUEST,
            Metric.PINNED,
            Metric.CONTEXT_SWITCHES_PER_REQUEST,
            Metric.RETAINED_PER_REQUEST,
            Metric.FAILED_REQUESTS,
            Metric.REOPENED_CONNECTIONS,
            Metric.SQL_STATEMENTS,
            Metric.OUTGOING_CALLS,
            Metric.ROUND_TRIPS,
            Metric.EXCEPTIONS,
            Metric.LOG_EVENTS,
            Metric.FILE_READS,
            Metric.FILE_WRITES,
            Metric.CONTENDED_LOCKS,
            Metric.READ_CALLS,
            Metric.WRITE_CALLS,
            Metric.DISK_WRITES,
            Metric.THREADS_STARTED,
            Metric.CLASSES_LOADED,
            Metric.ALLOCATED_PER_OPERATION,
            Metric.STOLEN);
  }

  @Test
  void launch_rateOfZero_countsForNothing() {
    assertThat(measuring(Sample.of(Metric.PINNED, 0), 0).invalid())
        .containsExactly(
            dead(
                "6000 requests were answered at 0.0 requests/s, which cannot be: its counter stood"
                    + " still"));
  }

  @Test
  void launch_deadCounterOfOneThatIsInvalidAnyway_addsNothing() {
    Launch died = Examples.record().launches().get(3);

    assertThat(died.invalid()).hasSize(1);
  }

  private static Invalid dead(String detail) {
    return new Invalid(Invalid.Reason.DEAD_COUNTER, detail);
  }

  private static Launch measuring(Sample sample, double achievedPerSecond) {
    LoadResult load =
        new LoadResult(
            "embedded",
            "1.0",
            3000,
            50,
            2,
            6000,
            6000,
            LoadErrors.NONE,
            0,
            achievedPerSecond,
            null,
            null,
            List.of(),
            0,
            List.of(),
            null,
            null,
            null,
            null);
    return Examples.launch(1, "head", Mode.VIRTUAL, "hello", load, sample);
  }
}
