package loomwatch.judge.verdict;

import static loomwatch.judge.verdict.Run.line;
import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Metric.PINNED;
import static loomwatch.results.Metric.RETAINED_PER_REQUEST;
import static loomwatch.results.Metric.SLOW_SHARE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is nothing at best, or less, has no ratio of its own; it is compared with some added. */
class NextToNothingTest {
  private static final int COMPARISONS = 300;

  @Test
  void judge_leakBesideNothing_isRegressedBySoMuch() {
    Verdict verdict = verdict(RETAINED_PER_REQUEST, 1, base -> base + 32);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    // (32 + 8) ÷ 8, of values that scatter by a byte.
    assertThat(percent(verdict)).isCloseTo(400, within(60.0));
  }

  @Test
  void judge_variantsSwapped_isTheSameTheOtherWay() {
    double worse = percent(verdict(SLOW_SHARE, 2, base -> base + 0.01));
    double better = percent(verdict(SLOW_SHARE, 2, base -> base - 0.01, 0.01));

    assertThat((1 + worse / 100) * (1 + better / 100)).isCloseTo(1, within(0.25));
  }

  @Test
  void judge_lessThanNothing_isNothing() {
    Run run = Run.of("hello").pairs(6, PLATFORM, RETAINED_PER_REQUEST, -50, 0);

    assertThat(percent(judged(run, RETAINED_PER_REQUEST))).isCloseTo(0, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, INCONCLUSIVE", "5, 5, INCONCLUSIVE", "4, 6, PASS", "6, 6, PASS"})
  void judge_noneInBothVariants_passesWhereAnythingElseCould(
      int pairs, int rounds, Outcome outcome) {
    Run run = Run.of("hello");
    for (int round = 1; round <= rounds; round++) {
      run.sample(round, PLATFORM, "hello", Sample.of(PINNED, 0));
      if (round <= pairs) {
        run.base(round, PLATFORM, "hello", Sample.of(PINNED, 0));
      }
    }

    assertThat(judged(run, PINNED).verdict()).isEqualTo(outcome);
  }

  @Test
  void judge_someInOneVariantAlone_saysWhatWouldJudgeIt() {
    Run run = Run.of("hello");
    for (int round = 1; round <= 6; round++) {
      run.base(round, PLATFORM, "hello", Sample.of(PINNED, 0));
      run.sample(round, PLATFORM, "hello", Sample.of(PINNED, 9));
    }

    assertThat(judged(run, PINNED).metrics())
        .filteredOn(line -> line.mode() == JudgedMode.PLATFORM)
        .singleElement()
        .satisfies(line -> {
          assertThat(line.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
          assertThat(line.reason()).endsWith("; a ceiling would judge it");
        });
  }

  /** The scatter is that of launches of hello: a fifth of a byte, here five times as much. */
  @Test
  void judge_noChange_isHardlyEverRegressed() {
    int regressed = 0;
    int caught = 0;
    for (int seed = 0; seed < COMPARISONS; seed++) {
      Outcome unchanged = verdict(RETAINED_PER_REQUEST, seed, base -> base).verdict();
      regressed += unchanged == Outcome.REGRESSED ? 1 : 0;
      Outcome leaking = verdict(RETAINED_PER_REQUEST, seed, base -> base + 32).verdict();
      caught += leaking == Outcome.REGRESSED ? 1 : 0;
    }

    assertThat(regressed).isLessThanOrEqualTo(3);
    assertThat(caught).isGreaterThanOrEqualTo(COMPARISONS - 3);
  }

  private static Verdict verdict(Metric metric, long seed, DoubleUnaryOperator head) {
    return verdict(metric, seed, head, 0);
  }

  /** Six rounds; both variants scatter by an eighth of what is added to them. */
  private static Verdict verdict(Metric metric, long seed, DoubleUnaryOperator head, double mean) {
    Random random = new Random(seed);
    Run run = Run.of("hello");
    for (int round = 1; round <= 6; round++) {
      double base = mean + metric.beside() / 8 * random.nextGaussian();
      double other = head.applyAsDouble(mean + metric.beside() / 8 * random.nextGaussian());
      run.pair(round, PLATFORM, metric, base, other);
    }
    return judged(run, metric);
  }

  private static Verdict judged(Run run, Metric metric) {
    return run.judged(TestThresholds.none().tolerance("hello", PLATFORM, metric, 0.5));
  }

  private static double percent(Verdict verdict) {
    return verdict.metrics().stream()
        .filter(line -> line.mode() == JudgedMode.PLATFORM)
        .flatMap(line -> line.change().stream())
        .flatMap(change -> change.bounded().stream())
        .mapToDouble(Size.SeveralPairs::percent)
        .findFirst()
        .orElseThrow();
  }
}
