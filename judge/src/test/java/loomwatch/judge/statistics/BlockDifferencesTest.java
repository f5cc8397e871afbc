package loomwatch.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class BlockDifferencesTest {

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
}
