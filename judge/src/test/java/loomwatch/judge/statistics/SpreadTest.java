package loomwatch.judge.statistics;

import static loomwatch.judge.statistics.Seeds.known;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SpreadTest {

  @Test
  void pooled_two_isTheirDistanceOverRootTwo() {
    assertThat(known(pooled(new double[] {3, 5}))).isCloseTo(Math.sqrt(2), within(1e-15));
  }

  @Test
  void pooled_oneGroup_agreesWithNumpy() {
    // np.std([12.1,11.4,13.0,12.7,11.9], ddof=1)
    assertThat(known(pooled(new double[] {12.1, 11.4, 13.0, 12.7, 11.9})))
        .isCloseTo(0.637965516309463, within(1e-14));
  }

  @Test
  void pooled_largeOffset_losesNoDigits() {
    assertThat(known(pooled(new double[] {1e9 + 1, 1e9 + 2, 1e9 + 3}))).isCloseTo(1, within(1e-9));
  }

  @Test
  void pooled_one_saysHowManyAreNeeded() {
    Estimate<Double> one = pooled(new double[] {7});
    assertThat(one).isEqualTo(new Estimate.Inconclusive<>(1, 2));
    Estimate.Inconclusive<Double> few = (Estimate.Inconclusive<Double>) one;
    assertThat(few.reason()).isEqualTo("1 sample is too few");
    assertThat(few.whatWouldHelp()).isEqualTo("at least 2 samples");
  }

  @Test
  void pooled_groups_weighsThemByTheirFreedom() {
    // s² = 1 with 2 degrees of freedom and 8 with 1: (2 × 1 + 1 × 8)/3
    double[] one = {4, 5, 6};
    double[] other = {100, 104};
    assertThat(known(Spread.pooled(List.of(one, other))))
        .isCloseTo(Math.sqrt(10.0 / 3), within(1e-12));
  }

  @Test
  void pooled_oneGroup_isItsOwn() {
    double[] x = {1.1, 0.3, 2.9, -0.4};
    assertThat(known(Spread.pooled(List.of(x, new double[] {7}))))
        .isCloseTo(known(pooled(x)), within(1e-12));
  }

  @Test
  void pooled_groupsOfOne_saysHowManyAreNeeded() {
    assertThat(Spread.pooled(List.of(new double[] {1}, new double[] {2})))
        .isEqualTo(new Estimate.Inconclusive<>(1, 2));
  }

  private static Estimate<Double> pooled(double[] group) {
    return Spread.pooled(List.of(group));
  }
}
