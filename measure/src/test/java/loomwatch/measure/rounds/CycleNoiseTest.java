package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.measure.rounds.InterleavedLoad.CycleNoise;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.Scenario;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.junit.jupiter.api.Test;

class CycleNoiseTest {
  private static final Invalid.Reason[] STALLED = {Invalid.Reason.GENERATOR_STALLED};
  private static final Invalid.Reason[] NONE = {};

  /** Against how far medians of as many cycles really are from one another. */
  @Test
  void standardError_ofManyDraws_isTheSpreadOfTheirMedians() {
    Random random = new Random(19);
    double[] medians = new double[4_000];
    double[] errors = new double[medians.length];
    for (int i = 0; i < medians.length; i++) {
      double[] cycles = random.doubles(16).map(unused -> 0.1 * random.nextGaussian()).toArray();
      medians[i] = Median.withDefaults().evaluate(cycles);
      errors[i] = CycleNoise.standardError(cycles);
    }
    double spread = Math.sqrt(Arrays.stream(medians).map(each -> each * each).average().orElse(0));

    assertThat(Quantile.withDefaults().evaluate(errors, 0.5)).isCloseTo(spread, within(0.004));
  }

  @Test
  void standardError_oneTurnFarOff_hardlyGrows() {
    double[] cycles = {0.01, -0.01, 0.02, -0.02, 0.01, -0.01, 0.02, -0.02, 0.01, -0.01};
    double before = CycleNoise.standardError(cycles);
    cycles[0] = 3;

    assertThat(CycleNoise.standardError(cycles)).isLessThan(2 * before);
  }

  @Test
  void standardError_tooFewTurns_isNone() {
    assertThat(CycleNoise.standardError(new double[] {1, 2, 3})).isZero();
  }

  @Test
  void isEnough_hostThatSlowsBothAlike_isSure() {
    List<RunningLaunch> pair = pair((turn, head) -> turn % 2 == 0 ? 40 : 80);

    assertThat(CycleNoise.isEnough(pair, 2)).isTrue();
  }

  @Test
  void isEnough_hostThatSlowsOneOrTheOther_isNotSure() {
    List<RunningLaunch> pair = pair((turn, head) -> (turn / 2 % 2 == 0) == head ? 40 : 80);

    assertThat(CycleNoise.isEnough(pair, 2)).isFalse();
    assertThat(CycleNoise.isEnough(pair.subList(0, 1), 2)).isTrue();
  }

  @Test
  void isEnough_headTwiceAsDear_isSure() {
    assertThat(CycleNoise.isEnough(pair((turn, head) -> head ? 80 : 40), 2)).isTrue();
  }

  @Test
  void beyondDoubt_medianFarFromZero_isThatMedianToEitherSide() {
    double[] wild = turnsAround(0.3);
    double[] better = Arrays.stream(wild).map(each -> -each).toArray();

    assertThat(CycleNoise.standardError(wild)).isGreaterThan(0.02);
    assertThat(CycleNoise.beyondDoubt(wild)).isBetween(0.15, 0.4);
    assertThat(CycleNoise.beyondDoubt(better)).isEqualTo(-CycleNoise.beyondDoubt(wild));
    assertThat(CycleNoise.beyondDoubt(turnsAround(0.1))).isZero();
    assertThat(CycleNoise.beyondDoubt(new double[] {0.3, 0.3, 0.3})).as("too few").isZero();
  }

  /** By 100 %, though turn by turn by between 0 and 200 %. */
  @Test
  void isEnough_headPlainlyWorse_endsTheTurnsThoughNothingIsKnown() {
    Cost worse = (turn, head) -> !head ? 40 : turn % 2 == 0 ? 60 : 100;
    Cost doubtful = (turn, head) -> !head ? 40 : turn % 2 == 0 ? 30 : 56;

    assertThat(CycleNoise.isEnough(pair(worse), 2)).isTrue();
    assertThat(CycleNoise.isEnough(pair(doubtful), 2)).isFalse();
  }

  /** Of eight cycles, the fewest that tell, one window was lost to the generator. */
  @Test
  void isEnough_discardedWindowAmongTheFewestTurns_isNotSure() {
    assertThat(CycleNoise.isEnough(pair(8, -1, (turn, head) -> 40), 2)).isTrue();
    assertThat(CycleNoise.isEnough(pair(8, 3, (turn, head) -> 40), 2)).isFalse();
    assertThat(CycleNoise.isEnough(pair(6, 3, (turn, head) -> 40), 2)).as("smoke").isTrue();
  }

  private static double[] turnsAround(double difference) {
    Random random = new Random(7);
    return random.doubles(16).map(unused -> difference + 0.12 * random.nextGaussian()).toArray();
  }

  /** CPU of a launch's window, in microseconds a request. */
  private interface Cost {
    long of(int turn, boolean head);
  }

  private static List<RunningLaunch> pair(Cost cost) {
    return pair(16, -1, cost);
  }

  private static List<RunningLaunch> pair(int cycles, int discarded, Cost cost) {
    LaunchGroup group =
        new LaunchGroup(
            1,
            new Scenario("hello", "/hello", 8_000, 50, null, false, Set.of()),
            List.of(new Place("base", Mode.PLATFORM), new Place("head", Mode.PLATFORM)));
    List<RunningLaunch> launches =
        List.of(
            new RunningLaunch(group, 0, Path.of("unused")),
            new RunningLaunch(group, 1, Path.of("unused")));
    for (int turn = 0; turn < cycles; turn++) {
      for (int place = 0; place < 2; place++) {
        int position = 2 * turn + place;
        Invalid.Reason[] invalid = position == discarded ? STALLED : NONE;
        launches.get(place).add(window(position, cost.of(turn, place == 1), invalid));
      }
    }
    return launches;
  }

  private static MeasuredWindow window(int position, long micros, Invalid.Reason... discarded) {
    LoadResult load = MadeWindow.timed(discarded);
    return new MadeWindow(position, 100 * 1_000 * micros, OptionalLong.empty()).of(load);
  }
}
