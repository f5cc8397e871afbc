package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import loomwatch.measure.blocks.Measurement;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import org.junit.jupiter.api.Test;

class LookPlanTest {
  private static final List<String> ARMS = List.of("base", "head");

  @Test
  void of_noBudget_isTheProfiles() {
    assertThat(LookPlan.of(Profile.QUICK).looks())
        .containsExactly(
            new Look(3, .0125), new Look(5, .0125), new Look(8, .0125), new Look(11, .0125));
  }

  @Test
  void of_budgetForOneLook_spendsTheWholeLevelOnIt() {
    LookPlan plan = within(roundsOf(hello(), 3), hello());

    assertThat(plan.looks()).containsExactly(new Look(3, 0.05));
  }

  @Test
  void of_budgetForMany_looksBetweenToo() {
    LookPlan plan = within(roundsOf(hello(), 20), hello());

    assertThat(plan.looks()).extracting(Look::blocks).containsExactly(3, 9, 15, 20);
  }

  @Test
  void of_anyBudget_keepsAFifthForRoundsThatTakeLonger() {
    Duration budget = Duration.ofMinutes(30);

    int blocks = within(budget, hello()).last();

    Duration expected = expected(hello(), blocks);
    assertThat(expected).isLessThan(budget.multipliedBy(4).dividedBy(5));
    assertThat(expected).isGreaterThan(budget.multipliedBy(7).dividedBy(10));
  }

  @Test
  void of_jmhAlone_countsTheSuiteOnceForEachArm() {
    Plan.Subjects suite = new Plan.Subjects(List.of(), List.of(Mode.values()), ARMS, ARMS);
    Duration once = Plan.of(Profile.QUICK, suite, 1, 1).expectedJmh();

    assertThatThrownBy(() -> within(once.multipliedBy(7), suite))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is too small for one look: 3 blocks of about ");
    assertThat(within(once.multipliedBy(8), suite).last()).isEqualTo(3);
  }

  private static LookPlan within(Duration budget, Plan.Subjects subjects) {
    return LookPlan.within(budget, expected(subjects, 1));
  }

  /** With an engine that measures from the start. */
  private static Duration expected(Plan.Subjects subjects, int rounds) {
    return Measurement.expected(
        Plan.of(Profile.QUICK, subjects, rounds, 1), connections -> Duration.ZERO);
  }

  private static Plan.Subjects hello() {
    return helloOn(ARMS);
  }

  private static Plan.Subjects helloOn(List<String> arms) {
    return new Plan.Subjects(
        Catalogue.SHIPPED.named(List.of("hello")), List.of(Mode.values()), arms, List.of());
  }

  /** So much that so many rounds fit with their margin. */
  private static Duration roundsOf(Plan.Subjects subjects, int rounds) {
    Duration one = expected(subjects, 1);
    return one.multipliedBy(5).dividedBy(4).plusSeconds(1).multipliedBy(rounds);
  }
}
