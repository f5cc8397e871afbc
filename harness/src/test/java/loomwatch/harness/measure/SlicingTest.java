package loomwatch.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import loomwatch.harness.plan.Profile;
import org.junit.jupiter.api.Test;

/** On the profile quick: 22 slices of 0.35 s. */
class SlicingTest {
  @Test
  void of_engineThatMeasuresFromTheStart_isTheProfiles() {
    assertThat(Slicing.of(Profile.QUICK, Duration.ZERO))
        .isEqualTo(new Slicing(Duration.ofMillis(350), 22));
  }

  @Test
  void of_engineThatLosesTenSeconds_isOneSliceThatMeasuresAsMuch() {
    assertThat(Slicing.of(Profile.QUICK, Duration.ofSeconds(10)))
        .isEqualTo(new Slicing(Duration.ofMillis(17_700), 1));
  }

  @Test
  void of_engineThatLosesTwoSeconds_losesNoMoreThanItMeasures() {
    Slicing slicing = Slicing.of(Profile.QUICK, Duration.ofSeconds(2));

    assertThat(slicing).isEqualTo(new Slicing(Duration.ofNanos(4_566_666_666L), 3));
  }

  @Test
  void of_engineThatLosesLittle_hasNoMoreSlicesThanTheProfile() {
    assertThat(Slicing.of(Profile.QUICK, Duration.ofMillis(100)))
        .isEqualTo(new Slicing(Duration.ofMillis(450), 22));
  }
}
