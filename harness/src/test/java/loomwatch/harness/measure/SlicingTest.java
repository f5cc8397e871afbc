package loomwatch.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import loomwatch.harness.plan.Profile;
import org.junit.jupiter.api.Test;

/** On the profile quick: 16 slices of 0.4 s. */
class SlicingTest {
  @Test
  void of_engineThatMeasuresFromTheStart_isTheProfiles() {
    assertThat(Slicing.of(Profile.QUICK, Duration.ZERO))
        .isEqualTo(new Slicing(Duration.ofMillis(400), 16));
  }

  @Test
  void of_engineThatLosesTenSeconds_isOneSliceThatMeasuresAsMuch() {
    assertThat(Slicing.of(Profile.QUICK, Duration.ofSeconds(10)))
        .isEqualTo(new Slicing(Duration.ofMillis(16_400), 1));
  }

  @Test
  void of_engineThatLosesTwoSeconds_losesNoMoreThanItMeasures() {
    Slicing slicing = Slicing.of(Profile.QUICK, Duration.ofSeconds(2));

    assertThat(slicing.count()).isEqualTo(3);
    assertThat(slicing.total()).isBetween(Duration.ofMillis(12_399), Duration.ofMillis(12_400));
  }

  @Test
  void of_engineThatLosesLittle_hasNoMoreSlicesThanTheProfile() {
    assertThat(Slicing.of(Profile.QUICK, Duration.ofMillis(100)))
        .isEqualTo(new Slicing(Duration.ofMillis(500), 16));
  }
}
