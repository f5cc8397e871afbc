package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
  @Test
  void suggestion_typingError_namesTheNearestAndAll() {
    assertThat(NearestName.suggestion("helo", List.of("cpu", "hello", "sleep-50")))
        .isEqualTo("did you mean 'hello'? Known: cpu, hello, sleep-50");
  }

  @Test
  void suggestion_nothingNear_namesAllAndGuessesNothing() {
    assertThat(NearestName.suggestion("xyz", List.of("cpu", "hello", "sleep-50")))
        .isEqualTo("known: cpu, hello, sleep-50");
  }

  @Test
  void suggestion_onlyTheBeginning_isNear() {
    assertThat(NearestName.suggestion("sleep", List.of("cpu", "sleep-50-over")))
        .isEqualTo("did you mean 'sleep-50-over'? Known: cpu, sleep-50-over");
  }

  @Test
  void advice_equallyNear_namesThemAllAndNoOther() {
    assertThat(NearestName.advice("p98", List.of("cpu", "p50", "p90", "p95", "p99.9")))
        .isEqualTo("Did you mean p90 or p95?");
  }

  @Test
  void advice_nothingNear_namesAllInOrder() {
    assertThat(NearestName.advice("xyz", List.of("hello", "cpu")))
        .isEqualTo("Known are: cpu, hello.");
  }

  @Test
  void distance_isLevenshteins() {
    assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestName.distance("", "abc")).isEqualTo(3);
    assertThat(NearestName.distance("abc", "abc")).isZero();
  }
}
