package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.Measurement;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord.Comparison.Look;
import org.junit.jupiter.api.Test;

class LookPlanTest {
  private static final List<String> VARIANTS = List.of("base", "head");

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

    assertThat(plan.looks()).extracting(Look::rounds).containsExactly(3, 9, 15, 20);
  }

  @Test
  void of_anyBudget_keepsAFifthForRoundsThatTakeLonger() {
    Duration budget = Duration.ofMinutes(30);

    int rounds = within(budget, hello()).last();

    Duration expected = expected(hello(), rounds);
    assertThat(expected).isLessThan(budget.multipliedBy(4).dividedBy(5));
    assertThat(expected).isGreaterThan(budget.multipliedBy(7).dividedBy(10));
  }

  @Test
  void atMost_longEnoughForTheProfile_isTheProfilesPlan() {
    Duration once = expected(hello(), 1);
    LookPlan usual = LookPlan.of(Profile.QUICK);

    assertThat(LookPlan.atMost(once.multipliedBy(100), Profile.QUICK, once)).isEqualTo(usual);
    assertThat(LookPlan.atMost(once.multipliedBy(5), Profile.QUICK, once).last())
        .isLessThan(usual.last())
        .isLessThanOrEqualTo(4);
  }

  @Test
  void round_ofABudget_fitsSoOftenWithItsMargin() {
    Duration budget = Duration.ofMinutes(15);

    assertThat(LookPlan.within(budget, LookPlan.round(budget, 5)).last()).isEqualTo(5);
    assertThat(LookPlan.within(budget, LookPlan.round(budget, 5).plusSeconds(1)).last())
        .isEqualTo(4);
  }

  @Test
  void of_jmhAlone_countsTheSuiteOnceForEachVariant() {
    Plan.Matrix suite = new Plan.Matrix(List.of(), List.of(Mode.values()), VARIANTS, VARIANTS);
    Duration once = Plan.of(Profile.QUICK, suite, 1, 1).expectedJmh();

    assertThatThrownBy(() -> within(once.multipliedBy(7), suite))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is too small for one interim analysis: 3 rounds of about ");
    assertThat(within(once.multipliedBy(8), suite).last()).isEqualTo(3);
  }

  private static LookPlan within(Duration budget, Plan.Matrix matrix) {
    return LookPlan.within(budget, expected(matrix, 1));
  }

  /** With a generator that measures from the start. */
  private static Duration expected(Plan.Matrix matrix, int rounds) {
    return Measurement.expected(
        Plan.of(Profile.QUICK, matrix, rounds, 1), connections -> Duration.ZERO);
  }

  private static Plan.Matrix hello() {
    return helloOn(VARIANTS);
  }

  private static Plan.Matrix helloOn(List<String> variants) {
    return new Plan.Matrix(
        Catalogue.SHIPPED.named(List.of("hello")), List.of(Mode.values()), variants, List.of());
  }

  /** So much that so many rounds fit with their margin. */
  private static Duration roundsOf(Plan.Matrix matrix, int rounds) {
    Duration one = expected(matrix, 1);
    return one.multipliedBy(5).dividedBy(4).plusSeconds(1).multipliedBy(rounds);
  }
}
