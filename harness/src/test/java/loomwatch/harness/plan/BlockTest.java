package loomwatch.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BlockTest {
  @Test
  void sliceOrder_twoLaunches_isThereAndBackAgain() {
    assertThat(Block.sliceOrder(2, 4)).isEqualTo(List.of(0, 1, 1, 0, 0, 1, 1, 0));
  }

  @Test
  void sliceOrder_linearDriftOverFourSlices_cancels() {
    List<Integer> order = Block.sliceOrder(2, 2);
    double[] sums = new double[2];
    for (int position = 0; position < order.size(); position++) {
      sums[order.get(position)] += position;
    }
    assertThat(sums[0]).isEqualTo(sums[1]);
  }

  @Test
  void sliceOrder_oneLaunch_isThatLaunchOnly() {
    assertThat(Block.sliceOrder(1, 3)).containsExactly(0, 0, 0);
  }
}
