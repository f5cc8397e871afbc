package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment.Untested;
import loomwatch.judge.verdict.Change.Size;
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

  /** The middle of head's launches was 39.3 µs, but its windows took 23.4 % more than base's. */
  @Test
  void of_pairsThatDisagreeWithTheMiddles_isBaseAndWhatThePairsMakeOfIt() {
    Size measured =
        new Size.SeveralPairs(37.3e-6, 39.3e-6, 23.4, new Interval(20, 27), OptionalDouble.empty());

    assertThat(
            Lines.row(new Change(5, measured, new Untested(), OptionalDouble.empty())).baseToHead())
        .isEqualTo("37.3 → 46.0 µs");
  }

  private static String moved(double effect, Interval interval) {
    return Lines.cpu(effect, interval).baseToHead();
  }
}
