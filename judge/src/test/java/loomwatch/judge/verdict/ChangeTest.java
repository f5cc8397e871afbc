package loomwatch.judge.verdict;

import static java.util.Objects.requireNonNull;
import static loomwatch.judge.verdict.Run.line;
import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.ALLOCATED_PER_REQUEST;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.LIVE_SET;
import static loomwatch.results.Metric.PINNED;
import static loomwatch.results.Metric.RESPONSE_BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.Random;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.ChangeAssessment.Tested;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What two variants come to. Every metric scatters by 1 % within a pair. */
class ChangeTest {
  private static final TestThresholds FIVE_PERCENT =
      TestThresholds.none()
          .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.05)
          .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05);

  /** A metric that repeats, and one that is noisy. */
  private static final TestThresholds BOTH_KINDS =
      TestThresholds.none()
          .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.05)
          .tolerance("hello", VIRTUAL, LIVE_SET, 0.2);

  @Test
  void judge_changeBeyondTolerance_isRegressedInThatModeAlone() {
    Verdict verdict = changed(6, 1, 1.08).judged(FIVE_PERCENT);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(cpu(verdict, JudgedMode.PLATFORM).verdict()).isEqualTo(Outcome.PASS);
    MetricVerdict worse = cpu(verdict, JudgedMode.VIRTUAL);
    assertThat(worse.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(worse.reason())
        .matches(
            "head against base over 6 pairs: \\+\\d\\.\\d\\d %, 90 % interval \\+\\d\\.\\d\\d % to"
                + " \\+\\d\\.\\d\\d %: at least the tolerance of 5 % worse, and distinguishable from no change"
                + " \\(adjusted p [a-z0-9. ]+, at most the interim analysis' α of 0\\.02\\)");
    assertThat(worse.why()).isEqualTo("for a reason");
  }

  @Test
  void judge_change_carriesItsFigures() {
    Run run = changed(12, 1, 1.08);
    assertThat(run.judged(FIVE_PERCENT)).as("again").isEqualTo(run.judged(FIVE_PERCENT));
    Change change = change(run, JudgedMode.VIRTUAL);

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
    Verdict verdict = noisy(1.3, 0.01).judged(BOTH_KINDS);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line(verdict, LIVE_SET, JudgedMode.VIRTUAL).gate()).isTrue();
    assertThat(line(verdict, LIVE_SET, JudgedMode.VIRTUAL).doubts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 1.15, 1.19})
  void judge_noisyMetricOtherwise_leavesTheVerdictAlone(double change) {
    Verdict verdict = noisy(change, 0.01).judged(BOTH_KINDS);

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(line(verdict, LIVE_SET, JudgedMode.VIRTUAL).gate()).isFalse();
  }

  /** It would pass for ever, and nobody would know. */
  @Test
  void judge_noisyMetricThatHeadLacks_isSaid() {
    Run run = changed(6, 1, 1).without("base", VIRTUAL, round -> true);
    for (int round = 1; round <= 6; round++) {
      run.base(round, VIRTUAL, "hello", Sample.of(LIVE_SET, 1e6));
    }

    assertThat(run.judged(BOTH_KINDS).warnings())
        .contains(
            "hello virtual live-set cannot fail this build: in no round did both variants measure it"
                + " validly");
  }

  @Test
  void judge_changeThatMayBeWorse_isSuspected() {
    assertThat(changed(6, 1, 1.046).judged(FIVE_PERCENT).suspects()).isFalse();
    assertThat(noisy(1.19, 0.01).judged(BOTH_KINDS).suspects()).isFalse();
    assertThat(noisy(1.4, 0.3).judged(BOTH_KINDS).suspects()).isTrue();
  }

  /** CPU of platform threads as it was, the live set of virtual ones changed. */
  private static Run noisy(double change, double noise) {
    Random random = new Random(3);
    Run run = Run.of("hello");
    for (int round = 1; round <= 6; round++) {
      double cpu = Math.exp(0.01 * random.nextGaussian());
      double live = change * Math.exp(noise * random.nextGaussian());
      run.pair(round, PLATFORM, CPU_PER_REQUEST, 1, cpu);
      run.pair(round, VIRTUAL, LIVE_SET, 1e6, live * 1e6);
    }
    return run;
  }

  /** It does not scatter at all; 16 bytes are added to both. */
  @ParameterizedTest
  @CsvSource({"1000, 1200, REGRESSED", "1000, 1000, PASS", "20, 23, PASS"})
  void judge_responseSize_isRegressedBeyondTheTolerance(double base, double head, Outcome outcome) {
    Verdict verdict =
        Run.of("hello")
            .pairs(6, PLATFORM, RESPONSE_BYTES, base, head)
            .judged(TestThresholds.none().tolerance("hello", PLATFORM, RESPONSE_BYTES, 0.1));

    assertThat(line(verdict, RESPONSE_BYTES, JudgedMode.PLATFORM).verdict()).isEqualTo(outcome);
  }

  /** By what platform and virtual threads cost of what they did, over some rounds. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "6 | 1 | 1 | PASS | VIRTUAL | .*, with 98 % confidence at most [+−]\\d\\.\\d\\d %: below the tolerance of 5 %",
        "6 | 0.9 | 1 | IMPROVED | PLATFORM | .*: at least the tolerance of 5 % better, and distinguishable from no change \\(adjusted p below 0\\.0001,.*",
        "6 | 1 | 1.046 | INCONCLUSIVE | VIRTUAL | .*the tolerance of 5 % lies inside; .*",
        "5 | 1 | 2 | INCONCLUSIVE | VIRTUAL | too few rounds: not even the first look was reached"
      })
  void judge_otherChange_isSaid(
      int rounds, double platform, double virtual, Outcome outcome, JudgedMode mode, String said) {
    Verdict verdict = changed(rounds, platform, virtual).judged(FIVE_PERCENT);

    assertThat(verdict.verdict()).isEqualTo(outcome);
    assertThat(cpu(verdict, mode).reason()).matches(said);
  }

  @ParameterizedTest
  @CsvSource({"5,", "6, 0.02", "7, 0.03", "12, 0.03", "13, 0.03"})
  void judge_atEachLook_spendsItsOwnAlphaOrWhatTheFirstLeft(int rounds, @Nullable Double alpha) {
    Verdict verdict = changed(rounds, 1, 1).judged(FIVE_PERCENT);

    assertThat(requireNonNull(verdict.comparison()).alpha()).isEqualTo(alpha);
  }

  @Test
  void judge_ratioOfTheChange_isTheDifferenceOfTheModes() {
    Verdict verdict = changed(6, 1.02, 1.1).judged(FIVE_PERCENT);

    MetricVerdict ratio = cpu(verdict, JudgedMode.RATIO);
    assertThat(ratio.change().orElseThrow().ratio().orElseThrow().percent())
        .isCloseTo(100 * (1.1 / 1.02 - 1), within(2.5));
    assertThat(ratio.verdict()).isNull();
  }

  @Test
  void judge_ratio_hasTheSmallestEffectOfATestEitherWay() {
    Size.SeveralPairs size = change(changed(6, 1, 1), JudgedMode.RATIO).bounded().orElseThrow();

    double half =
        (Math.log1p(size.interval().high() / 100) - Math.log1p(size.interval().low() / 100)) / 2;
    // Student's (t.99 + t.9) ÷ t.95 with five degrees of freedom.
    assertThat(Math.log1p(size.mdePercent().orElseThrow() / 100) / half)
        .isCloseTo((3.36493 + 1.47588) / 2.01505, within(1e-3));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 7", "7, 0"})
  void judge_deadCounter_isInvalidInWhicheverVariant(double base, double head) {
    Verdict verdict = ofConstants(ALLOCATED_PER_REQUEST, base, head);

    assertThat(verdict.verdict()).isEqualTo(Outcome.INVALID);
    assertThat(verdict.invalid())
        .first(STRING)
        .endsWith(
            "hello virtual round 1: dead-counter: allocated-per-request was 0, which cannot be:"
                + " its counter stood still");
  }

  @Test
  void judge_noEventInBothVariants_passes() {
    assertThat(ofConstants(PINNED, 0, 0).verdict()).isEqualTo(Outcome.PASS);
  }

  private static Verdict ofConstants(Metric metric, double base, double head) {
    return Run.of("hello")
        .pairs(6, VIRTUAL, metric, base, head)
        .judged(TestThresholds.none().tolerance("hello", VIRTUAL, metric, 0.01));
  }

  @Test
  void judge_roundsMissingAnVariant_arePairedOnlyWhereWhole() {
    Run run = changed(7, 1, 1.2).without("base", VIRTUAL, round -> round == 3);

    assertThat(change(run, JudgedMode.VIRTUAL).pairs()).isEqualTo(6);
  }

  @Test
  void judge_ceilingBesideTolerance_letsTheWorseDecide() {
    TestThresholds both =
        TestThresholds.none()
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 1)
            .ceiling("hello", VIRTUAL, CPU_PER_REQUEST, 1.25, true);
    MetricVerdict line = cpu(changed(6, 1, 1.5).judged(both), JudgedMode.VIRTUAL);

    assertThat(line.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line.reason()).contains(": above the ceiling of 1.25 s/request; also pass: head");
  }

  @Test
  void judge_ceilingBesideTolerance_keepsWhatEachComesTo() {
    TestThresholds both =
        TestThresholds.none()
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.05)
            .ceiling("hello", VIRTUAL, CPU_PER_REQUEST, 0.5, false);
    MetricVerdict line = cpu(changed(6, 1, 1).judged(both), JudgedMode.VIRTUAL);

    assertThat(line.verdict()).isEqualTo(Outcome.PASS);
    LimitResult limit = line.ofLimit().orElseThrow();
    assertThat(limit.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(limit.gate()).isFalse();
    LimitResult tolerance = line.change().flatMap(Change::found).orElseThrow();
    assertThat(tolerance.verdict()).isEqualTo(Outcome.PASS);
    assertThat(tolerance.gate()).isTrue();
    assertThat(line.reason()).isEqualTo(tolerance.reason() + "; also regressed: " + limit.reason());
  }

  @Test
  void judge_improvement_hasThePOfTheBetter() {
    Tested tested = tested(change(changed(6, 0.9, 1), JudgedMode.PLATFORM));

    assertThat(tested.worse()).isGreaterThan(0.9);
    assertThat(tested.better()).isLessThan(1e-5);
  }

  @Test
  void judge_nothingChanged_isHardlyEverRegressed() {
    TestThresholds strict =
        TestThresholds.none()
            .tolerance("hello", PLATFORM, CPU_PER_REQUEST, 0.001)
            .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.001);
    int regressed = 0;
    for (long seed = 0; seed < 200; seed++) {
      Verdict verdict = Run.changed(6, 1, 1, seed).judged(strict);
      regressed += verdict.verdict() == Outcome.REGRESSED ? 1 : 0;
    }
    // Four standard errors above the α of .02.
    assertThat(regressed).isLessThanOrEqualTo(12);
  }

  private static Run changed(int rounds, double platform, double virtual) {
    return Run.changed(rounds, platform, virtual, 7);
  }

  private static Tested tested(Change change) {
    return change.judged().flatMap(ChangeAssessment.Judged::tested).orElseThrow();
  }

  private static Change change(Run run, JudgedMode mode) {
    return cpu(run.judged(FIVE_PERCENT), mode).change().orElseThrow();
  }

  private static MetricVerdict cpu(Verdict verdict, JudgedMode mode) {
    return line(verdict, CPU_PER_REQUEST, mode);
  }
}
