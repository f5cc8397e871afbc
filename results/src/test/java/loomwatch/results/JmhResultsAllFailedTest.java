package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;

class JmhResultsAllFailedTest {
  @Test
  void allFailed_always_isAnInvalidLaunchOfEachByName() {
    List<Launch> launches =
        JmhResults.allFailed(
            Map.of(
                "demo.B.b", new JmhResults.Benchmark("second", Mode.VIRTUAL),
                "demo.A.a", new JmhResults.Benchmark("first", Mode.PLATFORM)),
            new JmhResults.Run(4, 2, "base", Instant.parse("2026-11-21T05:01:00Z")),
            "JMH hung");

    List<Invalid> hung = List.of(new Invalid(Invalid.Reason.BENCHMARK_FAILED, "JMH hung"));
    assertThat(launches)
        .extracting(
            Launch::block,
            Launch::order,
            Launch::arm,
            Launch::scenario,
            Launch::mode,
            Launch::invalid)
        .containsExactly(
            tuple(4, 2, "base", "first", Mode.PLATFORM, hung),
            tuple(4, 3, "base", "second", Mode.VIRTUAL, hung));
  }
}
