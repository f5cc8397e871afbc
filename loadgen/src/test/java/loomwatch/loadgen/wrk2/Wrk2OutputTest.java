package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import loomwatch.loadgen.wrk2.Wrk2Output.LuaReport;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult.LoadErrors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On what real runs printed, with our report as the newer runs have it. */
class Wrk2OutputTest {
  private static final String LATENCY = "[[900,2000],[1003000,976]]";
  private static final String REPORT =
      "LOOMWATCH_BEGIN\n"
          + "{\"durationMicros\":16000038,\"requests\":7992,\"connect\":1,\"read\":2,\"write\":3,"
          + "\"status\":4,\"timeout\":5,\"latency\":"
          + LATENCY
          + "}\nLOOMWATCH_END\n";

  @Test
  void in_realRun_isRead() throws IOException {
    Wrk2Output output = in(sample("sigstop-1s.txt") + REPORT);

    assertThat(output.calibrated()).isTrue();
    assertThat(output.timeWentBack()).isFalse();
    assertThat(output.report().requests()).isEqualTo(7_992);
    assertThat(output.report().completed()).isEqualTo(7_988);
    assertThat(output.report().errors()).isEqualTo(new LoadErrors(1, 2, 3, 4, 5));
    LatencyHistogram latency = output.latency().orElseThrow();
    assertThat(latency.count()).isEqualTo(2_976);
    assertThat(latency.maxNanos()).isBetween(1_002_500_000L, 1_003_500_000L);
    assertThat(output.serviceTime().map(LatencyHistogram::count)).contains(2_976L);
  }

  /** As wrk2 printed them; those of a server in overload look as if it kept up. */
  @ParameterizedTest
  @CsvSource({
    "sigstop-1s.txt, 2976, 75, 0.229, 0.231",
    "with-503-uncorrected.txt, 2980, 75, 0.468, 0.471",
    "overload.txt, 624, 50, 50.5, 50.7"
  })
  void serviceTime_realRun_hasItsCountAndPercentiles(
      String name, long count, double percentile, double atLeast, double atMost)
      throws IOException {
    LatencyHistogram service = in(sample(name) + REPORT).serviceTime().orElseThrow();

    assertThat(service.count()).isEqualTo(count);
    assertThat(service.nanosAt(percentile) / 1e6).isBetween(atLeast, atMost);
  }

  @Test
  void in_shortRunOrClockSetBack_isSeen() throws IOException {
    Wrk2Output output = in(sample("short-8s.txt") + REPORT);

    assertThat(output.calibrated()).isFalse();
    assertThat(output.serviceTime()).isEmpty();
    assertThat(in(REPORT.replace(LATENCY, "[]")).latency()).isEmpty();
    assertThat(in("We are about to crash and die (recoridng a negative #)" + REPORT).timeWentBack())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ok-latency.txt", "lua-done-json.txt"})
  void in_withoutOurReport_isNothing(String name) throws IOException {
    assertThat(Wrk2Output.in(sample(name))).isEmpty();
  }

  /** What would otherwise turn up as an odd number later. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"durationMicros\":16000038 > \"durationMicros\":0",
        "\"requests\":7992 > \"requests\":-1",
        "\"requests\":7992 > \"requests\":3",
        "\"requests\":7992, > ",
        "\"timeout\":5 > \"timeout\":-5",
        "[900,2000] > [900]",
        "[900,2000] > [900,-1]",
        "[900,2000] > [900,0]",
        "[900,2000] > [-900,2000]",
        "[900,2000] > [null,2000]",
        "[[900,2000],[1003000,976]] > null",
        "} > "
      })
  void in_damagedReport_isNothing(String damage) {
    int arrow = damage.indexOf(" > ");
    String damaged = REPORT.replace(damage.substring(0, arrow), damage.substring(arrow + 3));

    assertThat(damaged).isNotEqualTo(REPORT);
    assertThat(Wrk2Output.in(damaged)).isEmpty();
  }

  /** Stopped for a second: of those due meanwhile, a third of all, the first is a second late. */
  @Test
  void lagNanos_someRequestsLate_isThatOfTheLatest() throws IOException {
    assertThat(in(sample("sigstop-1s.txt") + REPORT).lagNanos() / 1e9).isBetween(0.9, 1.01);
    assertThat(in(sample("ok-latency.txt") + REPORT).lagNanos() / 1e9)
        .as("without service time, the worst latency")
        .isBetween(1.002, 1.004);
  }

  @Test
  void lagNanos_slowButNeverLate_isSmall() throws IOException {
    Wrk2Output overload = in(sample("overload.txt") + REPORT);
    Optional<LatencyHistogram> slow = overload.serviceTime();
    LuaReport report = overload.report();

    assertThat(new Wrk2Output(report, slow, slow, true, false).lagNanos()).isZero();
  }

  private static Wrk2Output in(String text) {
    return Wrk2Output.in(text).orElseThrow();
  }

  private static String sample(String name) throws IOException {
    try (InputStream resource =
        Objects.requireNonNull(Wrk2OutputTest.class.getResourceAsStream(name))) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
