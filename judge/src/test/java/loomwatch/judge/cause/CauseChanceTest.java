package loomwatch.judge.cause;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import loomwatch.judge.cause.CauseReport.CauseFindings;
import loomwatch.judge.cause.CauseReport.FrameChange;
import loomwatch.results.LaunchStacks.Resource;
import org.junit.jupiter.api.Test;

/** How often a cause is named falsely, or missed, over many seeds. */
class CauseChanceTest {

  @Test
  void find_oneServiceWithItself_seldomNamesACause() {
    int tries = 200;
    int alarms = 0;
    for (int seed = 0; seed < tries; seed++) {
      Launches same = new Launches(Resource.CPU, seed, 0.5);
      Random random = new Random(seed);
      for (int i = 0; i < 80; i++) {
        double amount = 1e-6 * random.nextDouble();
        same.with(CauseFinderTest.TOP + "shop.A" + i % 9 + ".a shop.B" + i + ".b", amount, amount);
      }
      CauseFindings found =
          new CauseFinder(same.launches(), Launches.unjudged(), Suspects.NONE, seed).find();
      alarms += found.causes().isEmpty() ? 0 : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(tries / 20);
  }

  @Test
  void find_touchedButNothingGrew_seldomNamesACause() {
    int tries = 200;
    int alarms = 0;
    for (int seed = 0; seed < tries; seed++) {
      Launches same = new Launches(Resource.CPU, seed, 0.5);
      for (int i = 0; i < 40; i++) {
        same.with(
            CauseFinderTest.TOP + "shop.Shop.list:4" + i % 3 + " shop.B" + i + ".b", 1e-6, 1e-6);
      }
      CauseFindings found =
          new CauseFinder(same.launches(), Launches.unjudged(), CauseFinderTest.SOURCES, seed)
              .find();
      alarms += found.causes().isEmpty() ? 0 : 1;
    }
    assertThat(alarms).isLessThanOrEqualTo(tries / 20);
  }

  /** A leak adds little to what is allocated, where others vary by more. */
  @Test
  void find_littleGrowthOfATouchedMethod_isNotHiddenByOthers() {
    int tries = 40;
    int seen = 0;
    int seenAmongAll = 0;
    for (int seed = 0; seed < tries; seed++) {
      Launches noisy = new Launches(Resource.ALLOCATION, seed, 0.12);
      noisy.with(CauseFinderTest.TOP + "shop.Shop.list:41 shop.Shop.keep:42", 0, 21);
      for (int i = 0; i < 40; i++) {
        noisy.with(CauseFinderTest.TOP + "lib.A" + i + ".a lib.B" + i + ".b", 5 * i, 5 * i);
      }
      seen += pOfKeep(noisy, CauseFinderTest.SOURCES) <= CauseFinder.LEVEL ? 1 : 0;
      seenAmongAll += pOfKeep(noisy, Suspects.NONE) <= CauseFinder.LEVEL ? 1 : 0;
    }

    assertThat(seen).isGreaterThan(tries * 9 / 10);
    assertThat(seenAmongAll).isLessThan(tries / 2);
  }

  private static double pOfKeep(Launches launches, Suspects suspects) {
    return new CauseFinder(launches.launches(), Launches.unjudged(), suspects, 1)
        .find().frames().stream()
            .filter(frame -> frame.method().equals("shop.Shop.keep"))
            .findFirst()
            .map(FrameChange::p)
            .orElse(1.0);
  }
}
