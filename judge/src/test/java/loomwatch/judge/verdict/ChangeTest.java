package loomwatch.judge.verdict;

import static java.util.Objects.requireNonNull;
import static loomwatch.judge.verdict.Outcome.INVALID;
import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.ALLOCATED_PER_REQUEST;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LIVE_SET;
import static loomwatch.results.Metric.PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.Random;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.MetricVerdict.PolicyResult;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What two arms come to. Every metric scatters by 1 % within a pair. */
class ChangeTest {
  private static final Policy FIVE_PERCENT =
      Policy.none()
          .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.05)
          .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);

  /** A metric that repeats, and one that is noisy. */
  private static final Policy BOTH_KINDS =
      Policy.none()
          .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.05)
          .tolerance("hello", VIRTUAL, LIVE_SET, 0.2);

  @Test
  void judge_changeBeyondTolerance_isRegressedInThatModeAlone() {
    Verdict verdict = verdict(changed(6, 1, 1.08), FIVE_PERCENT);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line(verdict, JudgedMode.PLATFORM).verdict()).isEqualTo(Outcome.PASS);
    MetricVerdict worse = line(verdict, JudgedMode.VIRTUAL);
    assertThat(worse.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(worse.reason())
        .matches(
            "head against base over 6 pairs: \\+\\d\\.\\d\\d %, 90 % interval \\+\\d\\.\\d\\d % to"
                + " \\+\\d\\.\\d\\d %: at least the tolerance of 5 % worse, and told from no change"
                + " \\(adjusted p [a-z0-9. ]+, at most the look's α of 0\\.02\\)");
    assertThat(worse.why()).isEqualTo("for a reason");
  }

  @Test
  void judge_change_carriesItsFigures() {
    Change change = change(verdict(changed(12, 1, 1.08), FIVE_PERCENT), JudgedMode.VIRTUAL);

    assertThat(change.pairs()).isEqualTo(12);
    Size.SeveralPairs size = change.bounded().orElseThrow();
    assertThat(size.head() / size.base()).isCloseTo(1.08, within(0.02));
    assertThat(size.percent()).isCloseTo(8, within(2.0));
    assertThat(size.percent()).isBetween(size.interval().low(), size.interval().high());
    assertThat(size.mdePercent().orElseThrow()).isBetween(0.3, 3.0);
    assertThat(change.judged().orElseThrow().tolerancePercent()).isEqualTo(5);
    assertThat(tested(change).worse()).isBetween(0.0, 0.001);
  }

  @Test
  void judge_noisyMetricWorse_decides() {
    Verdict verdict = verdict(noisy(1.3), BOTH_KINDS);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(live(verdict).gate()).isTrue();
    assertThat(live(verdict).doubts()).isEmpty();
  }

  /** Near its tolerance it is inconclusive by itself. */
  @Test
  void judge_noisyMetricOtherwise_leavesTheVerdictAlone() {
    for (double change : new double[] {0.5, 1, 1.15, 1.19}) {
      Verdict verdict = verdict(noisy(change), BOTH_KINDS);

      assertThat(verdict.verdict()).as("× %s", change).isEqualTo(Outcome.PASS);
      assertThat(live(verdict).gate()).isFalse();
    }
  }

  /** It would pass for ever, and nobody would know. */
  @Test
  void judge_noisyMetricThatHeadLacks_isSaid() {
    Run run = changed(6, 1, 1);
    for (int block = 1; block <= 6; block++) {
      run.base(block, VIRTUAL, "hello", Sample.of(LIVE_SET, 1e6));
    }
    run.launches()
        .removeIf(launch ->
            launch.arm().equals("base")
                && launch.mode() == VIRTUAL
                && launch.sample(CPU_PER_REQUEST).isPresent());

    assertThat(verdict(run, BOTH_KINDS).warnings())
        .contains(
            "hello virtual live-set cannot fail this build: in no block did both arms measure it"
                + " validly");
  }

  @Test
  void judge_changeThatMayBeWorse_isSuspected() {
    assertThat(verdict(changed(6, 1, 1.046), FIVE_PERCENT).suspects()).isFalse();
    assertThat(verdict(noisy(1.19), BOTH_KINDS).suspects()).isFalse();
    assertThat(verdict(noisy(1.4, 0.3), BOTH_KINDS).suspects()).isTrue();
  }

  /** CPU of platform threads as it was, the live set of virtual ones changed. */
  private static Run noisy(double change) {
    return noisy(change, 0.01);
  }

  private static Run noisy(double change, double noise) {
    Random random = new Random(3);
    Run run = Run.of("hello");
    for (int block = 1; block <= 6; block++) {
      double cpu = Math.exp(0.01 * random.nextGaussian());
      double live = change * Math.exp(noise * random.nextGaussian());
      run.base(block, PLATFORM, "hello", Sample.of(CPU_PER_REQUEST, 1));
      run.sample(block, PLATFORM, "hello", Sample.of(CPU_PER_REQUEST, cpu));
      run.base(block, VIRTUAL, "hello", Sample.of(LIVE_SET, 1e6));
      run.sample(block, VIRTUAL, "hello", Sample.of(LIVE_SET, live * 1e6));
    }
    return run;
  }

  private static MetricVerdict live(Verdict verdict) {
    return verdict.metrics().stream()
        .filter(line -> line.mode() == JudgedMode.VIRTUAL && line.metric() == LIVE_SET)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void judge_noChange_passesWithItsBound() {
    Verdict verdict = verdict(changed(6, 1, 1), FIVE_PERCENT);

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(line(verdict, JudgedMode.VIRTUAL).reason())
        .matches(".*, with 98 % confidence at most [+−]\\d\\.\\d\\d %: below the tolerance of 5 %");
  }

  @Test
  void judge_improvement_isSaid() {
    Verdict verdict = verdict(changed(6, 0.9, 1), FIVE_PERCENT);

    assertThat(verdict.verdict()).isEqualTo(Outcome.IMPROVED);
    assertThat(line(verdict, JudgedMode.PLATFORM).reason())
        .contains(
            ": at least the tolerance of 5 % better, and told from no change (adjusted p below 0.0001,");
  }

  @Test
  void judge_changeAboutTheTolerance_isInconclusiveAndSaysWhatWouldTell() {
    Verdict verdict = verdict(changed(6, 1, 1.046), FIVE_PERCENT);

    assertThat(verdict.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(line(verdict, JudgedMode.VIRTUAL).reason())
        .contains("the tolerance of 5 % lies inside; ");
  }

  @Test
  void judge_beforeTheFirstLook_isInconclusiveHoweverLarge() {
    Verdict verdict = verdict(changed(5, 1, 2), FIVE_PERCENT);

    assertThat(verdict.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(line(verdict, JudgedMode.VIRTUAL).reason())
        .isEqualTo("too few blocks: not even the first look was reached");
    assertThat(requireNonNull(verdict.comparison()).alpha()).isNull();
  }

  @Test
  void judge_atEachLook_spendsItsOwnAlpha() {
    assertThat(alpha(5)).isNull();
    assertThat(alpha(6)).isEqualTo(0.02);
    assertThat(alpha(7)).as("what the first look left").isEqualTo(0.03);
    assertThat(alpha(12)).isEqualTo(0.03);
    assertThat(alpha(13)).isEqualTo(0.03);
  }

  @Test
  void judge_contrastOfTheChange_isTheDifferenceOfTheModes() {
    Verdict verdict = verdict(changed(6, 1.02, 1.1), FIVE_PERCENT);

    assertThat(change(verdict, JudgedMode.CONTRAST).ratio().orElseThrow().percent())
        .isCloseTo(100 * (1.1 / 1.02 - 1), within(2.5));
    assertThat(line(verdict, JudgedMode.CONTRAST).verdict()).isNull();
  }

  @Test
  void judge_contrast_hasTheSmallestEffectOfATestEitherWay() {
    Change change = change(verdict(changed(6, 1, 1), FIVE_PERCENT), JudgedMode.CONTRAST);
    Size.SeveralPairs size = change.bounded().orElseThrow();
    double half =
        (Math.log1p(size.interval().high() / 100) - Math.log1p(size.interval().low() / 100)) / 2;

    // Student's (t.99 + t.9) ÷ t.95 with five degrees of freedom.
    assertThat(Math.log1p(size.mdePercent().orElseThrow() / 100) / half)
        .isCloseTo((3.36493 + 1.47588) / 2.01505, within(1e-3));
  }

  @Test
  void judge_noEventInBothArms_passes() {
    assertThat(ofConstants(PINNED, 0, 0).verdict()).isEqualTo(Outcome.PASS);
  }

  @Test
  void judge_deadCounter_isInvalidInWhicheverArm() {
    for (double[] arms : new double[][] {{0, 0}, {0, 7}, {7, 0}}) {
      Verdict verdict = ofConstants(ALLOCATED_PER_REQUEST, arms[0], arms[1]);

      assertThat(verdict.verdict()).as("base %s, head %s", arms[0], arms[1]).isEqualTo(INVALID);
      assertThat(verdict.invalid())
          .first(STRING)
          .endsWith(
              "hello virtual block 1: dead-counter: allocated-per-request was 0, which cannot be:"
                  + " its counter stood still");
    }
  }

  private static Verdict ofConstants(Metric metric, double base, double head) {
    Run run = Run.of("hello");
    for (int block = 1; block <= 6; block++) {
      run.base(block, VIRTUAL, "hello", Sample.of(metric, base));
      run.sample(block, VIRTUAL, "hello", Sample.of(metric, head));
    }
    return verdict(run, Policy.none().tolerance("hello", VIRTUAL, metric, 0.01));
  }

  @Test
  void judge_blocksMissingAnArm_arePairedOnlyWhereWhole() {
    Run run = changed(7, 1, 1.2);
    run.launches()
        .removeIf(launch ->
            launch.block() == 3 && launch.mode() == VIRTUAL && launch.arm().equals("base"));

    assertThat(change(verdict(run, FIVE_PERCENT), JudgedMode.VIRTUAL).pairs()).isEqualTo(6);
  }

  @Test
  void judge_ceilingBesideTolerance_letsTheWorseDecide() {
    Policy both =
        Policy.none()
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 1)
            .ceiling("hello", VIRTUAL, CPU_PER_REQUEST, 1.25, true);

    MetricVerdict line = line(verdict(changed(6, 1, 1.5), both), JudgedMode.VIRTUAL);

    assertThat(line.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line.reason()).contains(": above the ceiling of 1.25 s/request; also pass: head");
  }

  @Test
  void judge_ceilingBesideTolerance_keepsWhatEachComesTo() {
    Policy both =
        Policy.none()
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05)
            .ceiling("hello", VIRTUAL, CPU_PER_REQUEST, 0.5, false);

    MetricVerdict line = line(verdict(changed(6, 1, 1), both), JudgedMode.VIRTUAL);

    assertThat(line.verdict()).isEqualTo(Outcome.PASS);
    PolicyResult limit = line.ofLimit().orElseThrow();
    assertThat(limit.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(limit.gate()).isFalse();
    PolicyResult tolerance = line.change().flatMap(Change::found).orElseThrow();
    assertThat(tolerance.verdict()).isEqualTo(Outcome.PASS);
    assertThat(tolerance.gate()).isTrue();
    assertThat(line.reason()).isEqualTo(tolerance.reason() + "; also regressed: " + limit.reason());
  }

  @Test
  void judge_improvement_hasThePOfTheBetter() {
    Change change = change(verdict(changed(6, 0.9, 1), FIVE_PERCENT), JudgedMode.PLATFORM);

    assertThat(tested(change).worse()).isGreaterThan(0.9);
    assertThat(tested(change).better()).isLessThan(1e-5);
  }

  @Test
  void judge_sameRecordAgain_isTheSame() {
    Run run = changed(20, 1, 1.03);

    assertThat(verdict(run, FIVE_PERCENT)).isEqualTo(verdict(run, FIVE_PERCENT));
  }

  /** 200 comparisons of one subject with itself. */
  @Test
  void judge_nothingChanged_isHardlyEverRegressed() {
    int regressed = 0;
    Policy strict =
        Policy.none()
            .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.001)
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.001);
    for (long seed = 0; seed < 200; seed++) {
      Verdict verdict = verdict(changed(6, 1, 1, seed), strict);
      regressed += verdict.verdict() == Outcome.REGRESSED ? 1 : 0;
    }
    // Four standard errors above the α of .02.
    assertThat(regressed).isLessThanOrEqualTo(12);
  }

  private static Run changed(int blocks, double platform, double virtual) {
    return changed(blocks, platform, virtual, 7);
  }

  private static Run changed(int blocks, double platform, double virtual, long seed) {
    Random random = new Random(seed);
    Run run = Run.of("hello");
    for (int block = 1; block <= blocks; block++) {
      for (Mode mode : Mode.values()) {
        double base = Math.exp(random.nextGaussian() / 10);
        double factor = mode == PLATFORM ? platform : virtual;
        double head = base * factor * Math.exp(random.nextGaussian() / 100);
        run.base(block, mode, "hello", Sample.of(CPU_PER_REQUEST, base));
        run.sample(block, mode, "hello", Sample.of(CPU_PER_REQUEST, head));
      }
    }
    return run;
  }

  private static @Nullable Double alpha(int blocks) {
    return requireNonNull(verdict(changed(blocks, 1, 1), FIVE_PERCENT).comparison()).alpha();
  }

  private static Tested tested(Change change) {
    return change.judged().flatMap(ChangeAssessment.Judged::tested).orElseThrow();
  }

  private static Change change(Verdict verdict, JudgedMode mode) {
    return line(verdict, mode).change().orElseThrow();
  }

  private static MetricVerdict line(Verdict verdict, JudgedMode mode) {
    return verdict.metrics().stream()
        .filter(line -> line.mode() == mode && line.metric() == Metric.CPU_PER_REQUEST)
        .findFirst()
        .orElseThrow();
  }

  private static Verdict verdict(Run run, Policy policy) {
    return Judge.judge(run.record(), policy.thresholds());
  }
}
