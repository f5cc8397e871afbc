package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class MedianTest {
  @Test
  void of_oddMany_isTheMiddleOne() {
    assertThat(Median.of(DoubleStream.of(9, 1, 2))).isEqualTo(2);
  }

  @Test
  void of_evenMany_isBetweenTheTwoInTheMiddle() {
    assertThat(Median.of(DoubleStream.of(9, 1, 2, 3))).isEqualTo(2.5);
  }
}
