package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.LoadPlan.Overload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Wrk2CommandTest {
  private static final Path BINARY = Path.of("/opt/wrk2/wrk");
  private static final Path SCRIPT = Path.of("/tmp/report.lua");

  @Test
  void feasible_wholeNumbers_isAsAsked() {
    LoadPlan plan = plan(2_000, 50, 13_000);

    assertThat(Wrk2Command.feasible(plan)).isEqualTo(plan);
  }

  @ParameterizedTest
  @CsvSource({"2000.4, 2000", "2000.5, 2001", "0.3, 1"})
  void feasible_brokenRate_isRoundedAndNeverZero(double asked, double feasible) {
    assertThat(Wrk2Command.feasible(plan(asked, 1, 13_000)).requestsPerSecond())
        .isEqualTo(feasible);
  }

  @ParameterizedTest
  @CsvSource({"12001, 13", "12250, 13", "13000, 13", "1, 1"})
  void feasible_brokenSeconds_areRoundedUp(long millis, long seconds) {
    assertThat(Wrk2Command.feasible(plan(500, 8, millis)).duration())
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  /** A connection without a request for two seconds would count as timed out. */
  @Test
  void feasible_fewerRequestsThanConnections_hasOneForEach() {
    assertThat(Wrk2Command.feasible(plan(4.4, 8, 13_000))).isEqualTo(plan(4, 4, 13_000));
  }

  @Test
  void of_plan_isTheCommandLine() {
    assertThat(Wrk2Command.of(BINARY, List.of(), plan(2_000, 50, 13_000), SCRIPT))
        .containsExactly(
            "/opt/wrk2/wrk",
            "-t1",
            "-c50",
            "-d13s",
            "-R2000",
            "-U",
            "-s",
            "/tmp/report.lua",
            "http://127.0.0.1:1/");
  }

  @Test
  void of_cores_keepsItOnThem() {
    assertThat(Wrk2Command.of(BINARY, List.of(1, 3), plan(2_000, 50, 13_000), SCRIPT))
        .startsWith("taskset", "-c", "1,3", "/opt/wrk2/wrk");
  }

  private static LoadPlan plan(double rate, int connections, long millis) {
    return new LoadPlan(
        URI.create("http://127.0.0.1:1/"),
        rate,
        connections,
        Duration.ofMillis(millis),
        Overload.EXPECTED);
  }
}
