package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "helo | cpu,hello,sleep-50 | did you mean 'hello'? Known: cpu, hello, sleep-50",
        "xyz | cpu,hello,sleep-50 | known: cpu, hello, sleep-50",
        "sleep | cpu,sleep-50-over | did you mean 'sleep-50-over'? Known: cpu, sleep-50-over"
      })
  void suggestion_namesTheNearestAndAll(String asked, String known, String expected) {
    assertThat(NearestName.suggestion(asked, List.of(known.split(",")))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p98 | cpu,p50,p90,p95,p99.9 | Did you mean p90 or p95?",
        "xyz | hello,cpu | Known are: cpu, hello."
      })
  void advice_namesTheNearestAloneElseAllInOrder(String asked, String known, String expected) {
    assertThat(NearestName.advice(asked, List.of(known.split(",")))).isEqualTo(expected);
  }

  @Test
  void asked_oldNameOfAKeyOrOption_isToldTheNewOne() {
    assertThat(NearestName.advice("subject", List.of("scenarios", "service")))
        .isEqualTo("It is called service now.");
    assertThat(NearestName.suggestion("--handicap", List.of("--fault", "--head")))
        .isEqualTo("it is called '--fault' now. Known: --fault, --head");
    assertThat(NearestName.advice("slices", List.of("rate"))).isEqualTo("Known are: rate.");
  }

  @Test
  void distance_isLevenshteins() {
    assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestName.distance("", "abc")).isEqualTo(3);
    assertThat(NearestName.distance("abc", "abc")).isZero();
  }
}
