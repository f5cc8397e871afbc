package loomwatch.judge.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import org.junit.jupiter.api.Test;

class LooksTest {
  @Test
  void upTo_elevenRounds_looksFourTimes() {
    assertThat(Looks.upTo(11))
        .containsExactly(
            new Look(3, .0125), new Look(5, .0125), new Look(8, .0125), new Look(11, .0125));
  }

  @Test
  void upTo_few_looksTwiceOrOnce() {
    assertThat(Looks.upTo(3)).containsExactly(new Look(3, .05));
    assertThat(Looks.upTo(5)).containsExactly(new Look(3, .025), new Look(5, .025));
  }

  @Test
  void upTo_any_sharesTheLevel() {
    IntStream.rangeClosed(3, 60)
        .forEach(most ->
            assertThat(Looks.upTo(most).stream().mapToDouble(Look::alpha).sum())
                .isCloseTo(Looks.LEVEL, within(1e-12)));
  }
}
