package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.judge.verdict.Interval;
import org.junit.jupiter.api.Test;

/** From what to what, with the digits that the interval supports. */
final class MovementTest {
  @Test
  void of_knownToATenthOfAPercent_hasItsDigits() {
    assertThat(moved(10, new Interval(9.9, 10.1))).isEqualTo("170.0 → 187.0 µs");
  }

  @Test
  void of_aHundredfoldWithinAnything_keepsADigit() {
    assertThat(moved(11_000, new Interval(5_000, 28_000))).isEqualTo("170 µs → 19 ms");
  }

  @Test
  void of_anIntervalBelowNothing_keepsTwoDigits() {
    assertThat(moved(50, new Interval(-180, 280))).isEqualTo("170 → 260 µs");
  }

  private static String moved(double effect, Interval interval) {
    return Lines.cpu(effect, interval).baseToHead();
  }
}
