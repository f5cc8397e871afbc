package loomwatch.judge.verdict;

import static java.util.Objects.requireNonNull;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.ALLOCATED_PER_REQUEST;
import static loomwatch.results.Metric.CPU_PER_REQUEST;
import static loomwatch.results.Metric.PINNED;
import static loomwatch.results.Metric.TIME_TO_READY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import loomwatch.judge.verdict.Standing.Judged;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whose a change is, over blocks of four arms. */
class AttributionTest {
  private static final double ALPHA = 0.05;

  private static final Policy POLICY =
      Policy.none()
          .tolerance("hello", VIRTUAL, CPU_PER_REQUEST, 0.02)
          .tolerance("hello", VIRTUAL, ALLOCATED_PER_REQUEST, 0.02)
          .tolerance("hello", VIRTUAL, PINNED, 0.02);

  /** What the factors of an effect do, as ratios. */
  private record Truth(double toolchain, double code, double together, double noise) {
    static final Truth NOTHING = new Truth(1, 1, 1, 0.01);

    double of(String arm) {
      return switch (arm) {
        case "toolchain" -> toolchain;
        case "code" -> code;
        case "head" -> toolchain * code * together;
        default -> 1;
      };
    }
  }

  @Test
  void judge_toolchainAndCodeChanged_areToldApart() {
    Attribution whose = whose(judged(run(8, new Truth(1.06, 0.97, 1, 0.004), 1)));

    assertThat(whose.blocks()).isEqualTo(8);
    assertThat(whose.toolchain().effectPercent()).isCloseTo(6, within(0.5));
    assertThat(whose.toolchain().pAdjusted()).isLessThanOrEqualTo(2.0 / 256);
    assertThat(whose.code().effectPercent()).isCloseTo(-3, within(0.5));
    assertThat(whose.code().pAdjusted()).isLessThanOrEqualTo(2.0 / 256);
    assertThat(whose.interaction().effectPercent()).isCloseTo(0, within(1.0));
    assertThat(whose.interaction().pAdjusted()).isGreaterThan(ALPHA);
    Interval interval = whose.toolchain().effectInterval();
    assertThat(whose.toolchain().effectPercent()).isBetween(interval.low(), interval.high());
  }

  @Test
  void judge_codeNeedsItsToolchain_isAnInteraction() {
    Attribution whose = whose(judged(run(8, new Truth(1, 1, 1.08, 0.004), 1)));

    assertThat(whose.interaction().effectPercent()).isCloseTo(8, within(1.0));
    assertThat(whose.interaction().pAdjusted()).isLessThan(1e-6);
    assertThat(whose.toolchain().effectPercent()).isCloseTo(4, within(0.5));
    assertThat(whose.code().effectPercent()).isCloseTo(4, within(0.5));
  }

  @Test
  void judge_anyEffects_addUpToTheChangeOnTheLogScale() {
    for (long seed = 1; seed <= 200; seed++) {
      Random random = new Random(seed);
      Truth truth =
          new Truth(ratio(random), ratio(random), ratio(random), 0.1 * random.nextDouble());
      MetricVerdict line = line(judged(run(2 + random.nextInt(11), truth, seed)), CPU_PER_REQUEST);
      Change change = line.change().orElseThrow();
      Attribution whose = change.judged().flatMap(Judged::attribution).orElseThrow();

      assertThat(log(whose.toolchain().effectPercent()) + log(whose.code().effectPercent()))
          .as("seed %d", seed)
          .isCloseTo(log(change.ratio().orElseThrow().percent()), within(1e-12));
    }
  }

  @Test
  void judge_armsBetween_changeNothingOfTheVerdict() {
    for (long seed = 1; seed <= 20; seed++) {
      Run four = run(8, new Truth(1.02, 1.01, 1, 0.01), seed);
      Run two = run(8, new Truth(1.02, 1.01, 1, 0.01), seed);
      two.launches().removeIf(launch -> List.of("toolchain", "code").contains(launch.arm()));

      Verdict with = judged(four);
      Verdict without = judged(two);

      assertThat(with.verdict()).as("seed %d", seed).isEqualTo(without.verdict());
      assertThat(with.metrics().stream().map(AttributionTest::unattributed))
          .as("seed %d", seed)
          .isEqualTo(without.metrics());
    }
  }

  @Test
  void judge_launchBetweenDiscarded_leavesItsBlockOutAndIsSaid() {
    Run run = run(8, Truth.NOTHING, 1).fails("code", 3, VIRTUAL, "hello", Reason.SERVER_DIED);

    Verdict verdict = judged(run);

    assertThat(whose(verdict).blocks()).isEqualTo(7);
    assertThat(line(verdict, CPU_PER_REQUEST).change().orElseThrow().pairs()).isEqualTo(8);
    assertThat(verdict.invalid())
        .containsExactly("code hello virtual block 3: server-died: for a reason");
  }

  @Test
  void judge_oneBlock_isNotAttributed() {
    assertThat(attribution(judged(run(1, Truth.NOTHING, 1)), CPU_PER_REQUEST)).isNull();
  }

  @Test
  void judge_zeroInOneArm_isNotAttributed() {
    Run run = Run.of("hello");
    for (int block = 1; block <= 8; block++) {
      for (String arm : List.of("base", "toolchain", "code", "head")) {
        double pinned = arm.equals("code") && block == 8 ? 0 : 1;
        run.arm(arm, block, VIRTUAL, "hello", Sample.of(PINNED, pinned));
      }
    }

    assertThat(attribution(judged(run), PINNED)).isNull();
  }

  @Test
  void judge_metricWithoutTolerance_isNotAttributed() {
    assertThat(attribution(judged(run(8, Truth.NOTHING, 1)), TIME_TO_READY)).isNull();
  }

  @Test
  void judge_twoArms_areNotAttributed() {
    Run run = run(8, Truth.NOTHING, 1);
    run.launches().removeIf(launch -> List.of("toolchain", "code").contains(launch.arm()));

    assertThat(attribution(judged(run), CPU_PER_REQUEST)).isNull();
  }

  @Test
  void judge_onlyTheToolchainDoesSomething_theCodeIsNamedAtMostAsOftenAsTheLevel() {
    int code = 0;
    int interaction = 0;
    for (long seed = 1; seed <= 400; seed++) {
      Verdict verdict = judged(run(8, new Truth(1.03, 1, 1, 0.01), seed));
      List<Attribution> all =
          List.of(whose(verdict), requireNonNull(attribution(verdict, ALLOCATED_PER_REQUEST)));
      code += all.stream().anyMatch(whose -> whose.code().pAdjusted() <= ALPHA) ? 1 : 0;
      interaction +=
          all.stream().anyMatch(whose -> whose.interaction().pAdjusted() <= ALPHA) ? 1 : 0;
    }
    // Three standard errors above .05 of 400 for worse and as much for better.
    assertThat(code).isLessThanOrEqualTo(58);
    assertThat(interaction).isLessThanOrEqualTo(58);
  }

  private static Run run(int blocks, Truth truth, long seed) {
    Random random = new Random(seed);
    Run run = Run.of("hello");
    for (int block = 1; block <= blocks; block++) {
      Map<Metric, Double> usual =
          Map.of(
              CPU_PER_REQUEST, Math.exp(random.nextGaussian() / 10),
              ALLOCATED_PER_REQUEST, 2000.0,
              TIME_TO_READY, 1.0);
      for (String arm : List.of("base", "toolchain", "code", "head")) {
        run.arm(
            arm,
            block,
            VIRTUAL,
            "hello",
            List.of(CPU_PER_REQUEST, ALLOCATED_PER_REQUEST, TIME_TO_READY).stream()
                .map(metric ->
                    Sample.of(
                        metric,
                        requireNonNull(usual.get(metric))
                            * truth.of(arm)
                            * Math.exp(truth.noise() * random.nextGaussian())))
                .toArray(Sample[]::new));
      }
    }
    return run;
  }

  private static double ratio(Random random) {
    return Math.exp(random.nextGaussian() / 10);
  }

  private static double log(double percent) {
    return Math.log1p(percent / 100);
  }

  private static MetricVerdict unattributed(MetricVerdict line) {
    return line.with(
        line.ruling(),
        line.ofLimit(),
        line.change().map(AttributionTest::unattributed),
        line.doubts());
  }

  private static Change unattributed(Change change) {
    return new Change(
        change.pairs(),
        change.size(),
        change
            .judged()
            .<Standing>map(judged ->
                new Judged(
                    judged.tolerancePercent(),
                    judged.tested(),
                    judged.found(),
                    Optional.empty(),
                    judged.suspected()))
            .orElse(change.standing()),
        change.floorPercent());
  }

  private static Attribution whose(Verdict verdict) {
    return requireNonNull(attribution(verdict, CPU_PER_REQUEST));
  }

  private static @Nullable Attribution attribution(Verdict verdict, Metric metric) {
    return line(verdict, metric)
        .change()
        .flatMap(Change::judged)
        .flatMap(Judged::attribution)
        .orElse(null);
  }

  private static MetricVerdict line(Verdict verdict, Metric metric) {
    return verdict.metrics().stream()
        .filter(line -> line.metric() == metric && line.mode() == JudgedMode.VIRTUAL)
        .findFirst()
        .orElseThrow();
  }

  private static Verdict judged(Run run) {
    return Judge.judge(run.record(), POLICY.thresholds());
  }
}
