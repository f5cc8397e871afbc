package loomwatch.judge.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MethodTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodChangeTest {
  private static final String TOTAL = "shop.Cart.total()I";
  private static final int WINDOWS = 4;

  @Test
  void of_methodThatTakesATenthMore_isFoundWithItsShare() {
    List<MethodChange> changes = judged(timed(5, 0.03, new Random(1), 1.1));

    assertThat(changes)
        .singleElement()
        .satisfies(change -> {
          assertThat(change.found()).isTrue();
          assertThat(change.method()).isEqualTo(TOTAL + 0);
          assertThat(change.pairs()).isEqualTo(5);
          assertThat(change.percent()).isCloseTo(10, within(4.0));
          assertThat(change.interval().low()).isLessThan(change.percent());
          assertThat(change.interval().high()).isGreaterThan(change.percent());
          assertThat(change.base()).isCloseTo(30_000, within(2_000.0));
          assertThat(change.share()).isCloseTo(0.03, within(0.002));
          assertThat(change.callsPerRequest()).isEqualTo(2);
        });
  }

  /** A tenth of 3 % is 0.3 % of the request. */
  @Test
  void judge_methodBeyondTheLimit_isRegressed() {
    MeasurementRecord record = timed(6, 0.03, new Random(1), 1.1).record();

    assertThat(Judge.judge(record, TestThresholds.none().changedMethods(0.002).thresholds()))
        .satisfies(verdict -> {
          assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
          assertThat(verdict.methods()).hasSize(1).allMatch(MethodChange::gate);
        });
    for (TestThresholds enough :
        List.of(TestThresholds.none(), TestThresholds.none().changedMethods(0.005))) {
      assertThat(Judge.judge(record, enough.thresholds()))
          .satisfies(verdict -> {
            assertThat(verdict.verdict()).isNotEqualTo(Outcome.REGRESSED);
            assertThat(verdict.methods()).hasSize(1).allMatch(each -> each.found() && !each.gate());
          });
    }
  }

  /** No interim analysis was reached. */
  @Test
  void judge_methodBeyondTheLimitTooEarly_doesNotBlock() {
    MeasurementRecord record = timed(5, 0.03, new Random(1), 1.1).record();

    assertThat(
            Judge.judge(record, TestThresholds.none().changedMethods(0.002).thresholds()).methods())
        .hasSize(1)
        .allMatch(each -> each.found() && !each.gate());
  }

  /** Where the JIT inlines differently, two builds of the same source differ that much. */
  @Test
  void of_lessThanTheLeast_isNotFoundHoweverCertain() {
    assertThat(judged(timed(20, 0.001, new Random(1), 1.019, 0.981)))
        .hasSize(2)
        .noneMatch(MethodChange::found);
    assertThat(judged(timed(20, 0.001, new Random(1), 1.03, 0.97)))
        .hasSize(2)
        .allMatch(MethodChange::found);
  }

  @Test
  void of_oneRound_isNotJudged() {
    assertThat(judged(timed(1, 0.03, new Random(1), 1.5))).isEmpty();
  }

  @Test
  void of_bothModesOfARound_areTwoPairs() {
    List<Launch> launches =
        Stream.of(Mode.values())
            .flatMap(mode ->
                Stream.of(
                    launch("base", 1, mode, List.of(time(TOTAL, 1_000))),
                    launch("head", 1, mode, List.of(time(TOTAL, 1_200)))))
            .toList();

    assertThat(judged(with(launches)))
        .singleElement()
        .satisfies(change -> {
          assertThat(change.pairs()).isEqualTo(2);
          assertThat(change.percent()).isCloseTo(20, within(1e-9));
          assertThat(change.share()).as("the request was not timed").isNull();
        });
  }

  /** Calls on threads of a schedule may take more than all requests do. */
  @Test
  void of_moreThanARequest_hasNoShareAndDoesNotBlock() {
    Run run = Run.of("hello");
    for (int round = 1; round <= 6; round++) {
      double scatter = 1 + round / 1e3;
      run.add(launch("base", round, Mode.PLATFORM, ofMore(1_000 * scatter)));
      run.add(launch("head", round, Mode.PLATFORM, ofMore(1_500)));
    }

    assertThat(
            Judge.judge(run.record(), TestThresholds.none().changedMethods(0.001).thresholds())
                .methods())
        .singleElement()
        .satisfies(change -> {
          assertThat(change.share()).isNull();
          assertThat(change.found()).isTrue();
          assertThat(change.gate()).isFalse();
        });
  }

  /** A tenth of a tenth of a thousandth. */
  @Test
  void of_nextToNothingOfARequest_isNotFound() {
    Run run = Run.of("hello");
    for (int round = 1; round <= 6; round++) {
      double scatter = 1 + round / 1e4;
      MethodTime request = time(MethodTime.REQUEST, 1e6);
      run.add(launch("base", round, Mode.PLATFORM, List.of(request, time(TOTAL, 1_000 * scatter))));
      run.add(launch("head", round, Mode.PLATFORM, List.of(request, time(TOTAL, 1_100))));
    }

    assertThat(judged(run))
        .singleElement()
        .satisfies(change -> {
          assertThat(change.p()).isLessThan(0.001);
          assertThat(change.found()).isFalse();
        });
  }

  private static List<MethodTime> ofMore(double nanos) {
    return List.of(time(MethodTime.REQUEST, 500), time(TOTAL, nanos));
  }

  private static MethodTime time(String method, double nanos) {
    return new MethodTime(method, 1, List.of(nanos));
  }

  @Test
  void of_launchesDiscarded_areLeftOut() {
    Run run = timed(3, 0.03, new Random(1), 1.5);
    List<Launch> discarded =
        run.launches().stream()
            .map(launch -> launch.discarded(new Invalid(Invalid.Reason.ERRORS, "some")))
            .toList();

    assertThat(judged(with(discarded))).isEmpty();
  }

  @Test
  void of_methodThatOneVariantCallsAlone_isNotJudged() {
    List<Launch> launches =
        Stream.of("base", "head")
            .flatMap(variant ->
                IntStream.rangeClosed(1, 3)
                    .mapToObj(round ->
                        launch(
                            variant,
                            round,
                            List.of(new MethodTime(variant + ".called()V", 1, List.of(1.0))))))
            .toList();

    assertThat(judged(with(launches))).isEmpty();
  }

  /** Of comparisons in which no method changed, few have a finding, however many methods. */
  @Test
  void of_nothingChanged_isSeldomFound() {
    Random random = new Random(7);
    double[] alike = DoubleStream.generate(() -> 1).limit(10).toArray();

    long found =
        IntStream.range(0, 400)
            .filter(
                any -> judged(timed(5, 0.06, random, alike)).stream().anyMatch(MethodChange::found))
            .count();

    assertThat(found).isLessThanOrEqualTo(20);
  }

  /**
   * The figures of decision 27: how often a tenth more is found, by pairs and what they scatter.
   */
  @ParameterizedTest
  @CsvSource({
    "6, 1, 0.04, 0.99",
    "6, 1, 0.06, 0.83",
    "6, 3, 0.06, 0.59",
    "10, 1, 0.06, 0.98",
    "10, 3, 0.06, 0.91",
    "10, 1, 0.09, 0.78",
  })
  void of_tenthMore_isFoundThisOften(int pairs, int methods, double deviation, double power) {
    Random random = new Random(11);
    double[] factors = new double[methods];
    Arrays.fill(factors, 1);
    factors[0] = 1.1;
    int comparisons = 400;

    long found =
        IntStream.range(0, comparisons)
            .filter(any ->
                judged(timed(pairs, deviation, random, factors)).stream()
                    .anyMatch(change -> change.found() && change.method().equals(TOTAL + 0)))
            .count();

    assertThat((double) found / comparisons).isCloseTo(power, within(0.06));
  }

  @Test
  void of_severalMethods_areInTheOrderOfTheirEvidence() {
    assertThat(judged(timed(5, 0.03, new Random(3), 1, 1.3, 1.08)))
        .extracting(MethodChange::method)
        .containsExactly(TOTAL + 1, TOTAL + 2, TOTAL + 0);
  }

  private static List<MethodChange> judged(Run run) {
    return MethodChange.of(run.record(), OptionalDouble.empty(), 0.05);
  }

  private static Run with(List<Launch> launches) {
    Run run = Run.of("hello");
    launches.forEach(run::add);
    return run;
  }

  /** Both variants in so many rounds, with a method for each factor, which scatters by launch. */
  private static Run timed(int rounds, double deviation, Random random, double... factors) {
    List<Launch> launches = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (String variant : List.of("base", "head")) {
        List<MethodTime> times = new ArrayList<>();
        times.add(new MethodTime(MethodTime.REQUEST, 1, scattered(1e6, 0, random)));
        for (int i = 0; i < factors.length; i++) {
          double factor = variant.equals("head") ? factors[i] : 1;
          double launch = Math.exp(deviation / Math.sqrt(2) * random.nextGaussian());
          times.add(
              new MethodTime(TOTAL + i, 2, scattered(30_000 * factor * launch, 1e-3, random)));
        }
        launches.add(launch(variant, round, times));
      }
    }
    return with(launches);
  }

  private static List<Double> scattered(double nanos, double deviation, Random random) {
    return IntStream.range(0, WINDOWS)
        .mapToObj(any -> nanos * Math.exp(deviation * random.nextGaussian()))
        .toList();
  }

  private static Launch launch(String variant, int round, List<MethodTime> times) {
    return launch(variant, round, Mode.PLATFORM, times);
  }

  private static Launch launch(String variant, int round, Mode mode, List<MethodTime> times) {
    return new Launch(
        round,
        0,
        variant,
        mode,
        "hello",
        Instant.EPOCH,
        null,
        null,
        null,
        List.of(),
        List.of(),
        null,
        times,
        List.of());
  }
}
