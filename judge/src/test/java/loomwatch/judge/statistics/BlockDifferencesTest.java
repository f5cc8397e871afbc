package loomwatch.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BlockDifferencesTest {
  /** Bytes of a request: one launch's JIT took another path. */
  private static final double[] STANDING_OUT = {-0.58, 1e-4, -2e-4, 1e-4, 2e-4};

  @Test
  void complete_three_isInBlocksZeroToTwo() {
    BlockDifferences metric = BlockDifferences.complete(0.1, -0.2, 0.3);
    assertThat(metric.blocks()).containsExactly(0, 1, 2);
    assertThat(metric.values()).containsExactly(0.1, -0.2, 0.3);
    assertThat(metric.pairs()).isEqualTo(3);
  }

  @Test
  void negated_twice_isTheSame() {
    BlockDifferences metric = BlockDifferences.of(new int[] {4, 1}, new double[] {2, -3});
    assertThat(metric.negated().values()).containsExactly(-2, 3);
    assertThat(metric.negated().negated().values()).containsExactly(2, -3);
    assertThat(metric.negated().blocks()).containsExactly(4, 1);
  }

  @Test
  void of_arraysChangedAfterwards_isUnmoved() {
    int[] blocks = {0, 1};
    double[] differences = {1, 2};
    BlockDifferences metric = BlockDifferences.of(blocks, differences);
    blocks[0] = 9;
    differences[0] = 9;
    metric.values()[1] = 9;
    assertThat(metric.blocks()).containsExactly(0, 1);
    assertThat(metric.values()).containsExactly(1, 2);
  }

  @Test
  void of_sameBlockTwice_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockDifferences.of(new int[] {3, 1, 3}, new double[] {1, 2, 3}))
        .withMessage("blocks must be distinct, block 3 was given twice");
  }

  @Test
  void of_differenceWithoutABlock_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockDifferences.of(new int[] {0}, new double[] {1, 2}))
        .withMessage("blocks must be as many as differences (2), were 1");
  }

  @Test
  void complete_missingAsNaN_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlockDifferences.complete(1, Double.NaN))
        .withMessage("difference[1] must be a finite number, was NaN");
  }

  @Test
  void drawnIn_onePairOfFiveThatStandsOut_countsAsTenTimesTheOthers() {
    BlockDifferences metric = BlockDifferences.of(new int[] {1, 2, 3, 4, 6}, STANDING_OUT);
    assertThat(metric.drawnIn().values()).containsExactly(-0.002, 1e-4, -2e-4, 1e-4, 2e-4);
    assertThat(metric.standingOut()).containsExactly(1);
  }

  @Test
  void drawnIn_twoPairsOfNineThatStandOut_areLeftAsTheyAre() {
    BlockDifferences metric =
        BlockDifferences.complete(-0.58, 1e-4, -2e-4, 1e-4, 2e-4, 1e-4, 0.6, 2e-4, 1e-4);
    assertThat(metric.drawnIn().values()).containsExactly(metric.values());
    assertThat(metric.standingOut()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource
  void drawnIn_nothingThatStandsOut_isTheSame(double[] differences) {
    BlockDifferences metric = BlockDifferences.complete(differences);
    assertThat(metric.drawnIn().values()).containsExactly(differences);
    assertThat(metric.standingOut()).isEmpty();
  }

  static Stream<double[]> drawnIn_nothingThatStandsOut_isTheSame() {
    return Stream.of(
        new double[] {},
        new double[] {0.5, 1e-4, 1e-4, 1e-4}, // too few to say so
        new double[] {0.7, 0, 0, 0, 0},
        new double[] {0.02, -0.01, 0.015, -0.09, 0.01});
  }

  /** So that a test by sign flips is exact: what it flips is what would have been drawn in. */
  @Test
  void drawnIn_signsFlipped_isFlippedAlike() {
    for (int signs = 0; signs < 1 << STANDING_OUT.length; signs++) {
      double[] flipped = STANDING_OUT.clone();
      double[] expected = BlockDifferences.complete(STANDING_OUT).drawnIn().values();
      for (int i = 0; i < flipped.length; i++) {
        int sign = (signs >> i & 1) == 0 ? 1 : -1;
        flipped[i] *= sign;
        expected[i] *= sign;
      }
      assertThat(BlockDifferences.complete(flipped).drawnIn().values()).containsExactly(expected);
    }
  }
}
