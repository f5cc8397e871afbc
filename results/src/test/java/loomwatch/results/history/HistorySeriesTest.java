package loomwatch.results.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import java.util.Random;
import loomwatch.results.Metric.Direction;
import loomwatch.results.StrictJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quicker than Jackson's own, and not a bit less strict. */
final class HistorySeriesTest {
  private static final String WHOLE =
      "{\"scenario\":\"hello\",\"mode\":\"virtual\",\"metric\":\"latency-p99\",\"unit\":\"s\","
          + "\"direction\":\"lower\",\"values\":[0.001,2,3e-5]}";

  @Test
  void series_written_isReadAsItWas() throws JsonProcessingException {
    assertThat(read(WHOLE))
        .isEqualTo(
            new HistorySeries(
                "hello",
                "virtual",
                "latency-p99",
                "s",
                Direction.LOWER_IS_BETTER,
                List.of(0.001, 2.0, 3e-5)));
  }

  @Test
  void values_ofAnySize_areReadToTheBit() throws JsonProcessingException {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      List<Double> values =
          random
              .longs(50)
              .mapToObj(Double::longBitsToDouble)
              .filter(HistorySeries::isValue)
              .toList();
      HistorySeries series =
          new HistorySeries("a", "b", "c", "s", Direction.HIGHER_IS_BETTER, values);

      assertThat(read(StrictJson.WITHOUT_NULLS.writeValueAsString(series)))
          .as("seed %d", seed)
          .isEqualTo(series);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"mode\":\"virtual\", | | series must have a field mode",
        "\"values\":[0.001,2,3e-5] | \"values\":[] | values must be at least one, was none",
        "0.001 | \"0.001\" | values must be numbers",
        "0.001 | null | values must be numbers",
        "0.001 | 1e308 | values must be 0 or from 1e-100 to 1e100 in size, was 1.0E308",
        "0.001 | NaN | values must be finite numbers, was NaN",
        "[0.001,2,3e-5] | 2 | values must be a list",
        "\"hello\" | 1 | scenario must be text",
        "\"hello\" | null | scenario must be text",
        "\"hello\" | \" \" | scenario must be some text, was \" \"",
        "lower | sideways | direction must be lower or higher",
        "\"unit\":\"s\" | \"unit\":\"s\",\"more\":1 | series must not have a field more",
        "\"unit\":\"s\" | \"unit\":\"s\",\"unit\":\"s\" | Duplicate field 'unit'"
      })
  void series_thatIsNot_isRefusedInWords(String part, String instead, String message) {
    String json = WHOLE.replace(part, instead == null ? "" : instead);

    assertThatThrownBy(
            () -> StrictJson.WITHOUT_NULLS.readValue("[" + json + "]", HistorySeries[].class))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining(message);
  }

  private static HistorySeries read(String json) throws JsonProcessingException {
    return StrictJson.WITHOUT_NULLS.readValue(json, HistorySeries.class);
  }
}
