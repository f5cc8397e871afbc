package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;

/** On the profile quick: 22 slices of 0.35 s. */
class SlicingTest {
  private static final Scenario HELLO =
      Objects.requireNonNull(Catalogue.SHIPPED.byName().get("hello"));
  private static final Scenario SLOW =
      Objects.requireNonNull(Catalogue.SHIPPED.byName().get("sleep-50"));

  @Test
  void of_comparison_isCutWhereManyRequestsAreLeft() {
    Profile comparing = Profile.QUICK.forComparing();

    assertThat(Slicing.of(comparing, HELLO, Duration.ZERO))
        .isEqualTo(new Slicing(Duration.ofMillis(150), 16));
    assertThat(Slicing.of(comparing, SLOW, Duration.ZERO))
        .isEqualTo(new Slicing(Duration.ofMillis(300), 8));
  }

  @Test
  void of_engineThatMeasuresFromTheStart_isTheProfiles() {
    assertThat(Slicing.of(Profile.QUICK, HELLO, Duration.ZERO))
        .isEqualTo(new Slicing(Duration.ofMillis(350), 22));
  }

  @Test
  void of_engineThatLosesTenSeconds_isOneSliceThatMeasuresAsMuch() {
    assertThat(Slicing.of(Profile.QUICK, HELLO, Duration.ofSeconds(10)))
        .isEqualTo(new Slicing(Duration.ofMillis(17_700), 1));
  }

  @Test
  void of_engineThatLosesTwoSeconds_losesNoMoreThanItMeasures() {
    Slicing slicing = Slicing.of(Profile.QUICK, HELLO, Duration.ofSeconds(2));

    assertThat(slicing).isEqualTo(new Slicing(Duration.ofNanos(4_566_666_666L), 3));
  }

  @Test
  void of_engineThatLosesLittle_hasNoMoreSlicesThanTheProfile() {
    assertThat(Slicing.of(Profile.QUICK, HELLO, Duration.ofMillis(100)))
        .isEqualTo(new Slicing(Duration.ofMillis(450), 22));
  }
}
