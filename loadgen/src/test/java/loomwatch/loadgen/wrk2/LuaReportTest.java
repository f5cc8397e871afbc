package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult.LoadErrors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LuaReportTest {
  private static final String GOOD =
      "{\"durationMicros\":13000038,\"requests\":6493,\"connect\":1,\"read\":2,\"write\":3,"
          + "\"status\":4,\"timeout\":5,\"latency\":[[150,700],[1256,750]]}";

  @Test
  void in_report_isRead() {
    LuaReport report = in(GOOD).orElseThrow();

    assertThat(report.requests()).isEqualTo(6_493);
    assertThat(report.completed()).isEqualTo(6_489);
    assertThat(report.errors()).isEqualTo(new LoadErrors(1, 2, 3, 4, 5));
    LatencyHistogram latency = report.histogram().orElseThrow();
    assertThat(latency.count()).isEqualTo(1_450);
    assertThat(latency.maxNanos()).isBetween(1_255_000L, 1_257_000L);
  }

  @Test
  void histogram_nothingAfterTheCalibration_isNothing() {
    assertThat(in(GOOD.replace("[150,700],[1256,750]", "")).orElseThrow().histogram()).isEmpty();
  }

  /** What would otherwise turn up as an odd number later. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"durationMicros\":13000038 > \"durationMicros\":0",
        "\"requests\":6493 > \"requests\":-1",
        "\"requests\":6493 > \"requests\":3",
        "\"requests\":6493, > ",
        "\"timeout\":5 > \"timeout\":-5",
        "[150,700] > [150]",
        "[150,700] > [150,-1]",
        "[150,700] > [150,0]",
        "[150,700] > [-150,700]",
        "[150,700] > [null,700]",
        "[[150,700],[1256,750]] > null",
        "} > "
      })
  void in_damaged_isNothing(String damage) {
    int arrow = damage.indexOf(" > ");
    String damaged = GOOD.replace(damage.substring(0, arrow), damage.substring(arrow + 3));

    assertThat(damaged).isNotEqualTo(GOOD);
    assertThat(in(damaged)).isEmpty();
  }

  @Test
  void in_anotherScriptsJson_isNothing() throws IOException {
    try (InputStream resource =
        Objects.requireNonNull(LuaReportTest.class.getResourceAsStream("lua-done-json.txt"))) {
      String text = new String(resource.readAllBytes(), StandardCharsets.UTF_8);

      assertThat(LuaReport.in(text)).isEmpty();
    }
  }

  private static Optional<LuaReport> in(String json) {
    return LuaReport.in("Running\nLOOMWATCH_BEGIN\n" + json + "\nLOOMWATCH_END\n");
  }
}
