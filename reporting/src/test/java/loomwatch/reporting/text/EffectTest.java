package loomwatch.reporting.text;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.reporting.report.Lines;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EffectTest {
  @ParameterizedTest
  @CsvSource({
    "14.58, 10.86, 18.41, +14.6 % (+10.9 % to +18.4 %)",
    "18.82, 1.02, 39.77, +19 % (+1 % to +40 %)",
    "-5.0081, -5.0201, -4.9960, −5.01 % (−5.02 % to −5.00 %)",
    "0.02, -3.37, 3.53, 0.0 % (−3.4 % to +3.5 %)",
    "0, 0, 0, 0 % (0 % to 0 %)",
    "1.4e-13, -0.98, 0.99, 0.0 % (−1.0 % to +1.0 %)",
    "130.4, 60.2, 231.3, +130 % (+60 % to +230 %)",
  })
  void withInterval_anyChange_hasTheDigitsItsErrorSupports(
      double effect, double low, double high, String expected) {
    assertThat(Effect.withInterval(line(effect, new Interval(low, high)))).isEqualTo(expected);
  }

  @Test
  void withInterval_onePair_hasNoInterval() {
    assertThat(Effect.withInterval(line(-2.2345, null))).isEqualTo("−2.23 %");
  }

  @Test
  void withInterval_noRatio_isADash() {
    assertThat(Effect.withInterval(line(null, null))).isEqualTo("–");
  }

  @Test
  void size_improvement_hasNoSign() {
    assertThat(Effect.size(line(-12.04, new Interval(-13, -11)))).isEqualTo("12.0 %");
  }

  @Test
  void p_improvement_isThatOfTheBetter() {
    assertThat(Effect.p(change(-2, null))).isEqualTo(0.0156);
    assertThat(Effect.p(change(2, null))).isEqualTo(0.5);
  }

  @ParameterizedTest
  @CsvSource({
    "0.03125, p 0.031",
    "0.5, p 0.5",
    "1, p 1",
    "0.0001, p 0.0001",
    "0.000061, p < 0.0001"
  })
  void inWords_anyP_isNeverZero(double p, String expected) {
    assertThat(Effect.inWords(p)).isEqualTo(expected);
  }

  @Test
  void inWords_notTested_isEmpty() {
    assertThat(Effect.inWords(null)).isEmpty();
  }

  @Test
  void smallest_large_keepsItsZeros() {
    assertThat(Effect.smallest(100.0)).isEqualTo("100 %");
    assertThat(Effect.smallest(2.0)).isEqualTo("2 %");
    assertThat(Effect.smallest(1e300)).isEqualTo("1.00e+300 %");
  }

  private static Change change(double effect, @Nullable Interval interval) {
    return Lines.change(effect, interval, 0.5, 0.0156);
  }

  private static MetricVerdict line(@Nullable Double effect, @Nullable Interval interval) {
    return Lines.line(effect, interval);
  }
}
