package loomwatch.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import loomwatch.judge.statistics.Looks.Look;
import org.junit.jupiter.api.Test;

final class LooksTest {
  @Test
  void two_spendsTwoThenThreePercent() {
    assertThat(Looks.two(6, 12).looks()).containsExactly(new Look(6, 0.02), new Look(12, 0.03));
  }

  @Test
  void pairsNeeded_ofEachPowerOfTwo_isThatMany() {
    for (int n = 1; n <= 60; n++) {
      assertThat(SignFlip.pairsNeeded(Math.scalb(1.0, -n))).isEqualTo(n);
      assertThat(SignFlip.pairsNeeded(Math.scalb(0.999, -n))).isEqualTo(n + 1);
    }
  }

  @Test
  void smallestP_isReachedByTheTest() {
    for (int n : new int[] {1, 6, 16, 17}) {
      double[] even = new double[n];
      Arrays.fill(even, 1);
      assertThat(StepDownMaxTTest.greater(BlockDifferences.complete(even)).getFirst().adjusted())
          .isEqualTo(Looks.smallestP(n));
    }
  }

  @Test
  void two_tooFewBlocks_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Looks.two(4, 10))
        .withMessage("blocks must be enough for p to reach 0.02, at least 6, was 4");
  }

  @Test
  void two_fiveBlocksFirst_spendsTheSmallestPThereIs() {
    assertThat(Looks.two(5, 11).looks())
        .containsExactly(new Look(5, 0.03125), new Look(11, 0.01875));
  }

  @Test
  void look_tooFewBlocksForItsLevel_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Look(5, 0.02))
        .withMessage("blocks must be enough for p to reach 0.02, at least 6, was 5");
  }

  @Test
  void look_levelOfZero_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Look(8, 0))
        .withMessage("level must be above 0 and at most 0.05, was 0.0");
  }

  @Test
  void looks_descending_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Looks.two(8, 8))
        .withMessage("looks must be at ascending blocks, was 8 after 8");
  }

  @Test
  void looks_overspent_areRefused() {
    List<Look> looks = List.of(new Look(8, 0.03), new Look(16, 0.03));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Looks(looks))
        .withMessage("levels must add up to at most 0.05, was 0.06");
  }

  @Test
  void looks_none_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Looks(List.of()))
        .withMessage("looks must be at least one, was none");
  }

  @Test
  void smallestP_noBlocks_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Looks.smallestP(0))
        .withMessage("blocks must be at least 1, was 0");
  }
}
