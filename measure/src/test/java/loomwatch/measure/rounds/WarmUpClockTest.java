package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.rounds.ScenarioLoad.WarmUpClock;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import org.junit.jupiter.api.Test;

class WarmUpClockTest {
  /** The JVM counts what it has compiled to the end; a compilation may outlast a cycle. */
  @Test
  void cycleSince_compilationThatLasts_isTold() {
    WarmUp.Cycle cycle = told(800, 2_500).cycleSince(told(800, 1_000), load(1_000));

    assertThat(cycle.compileSeconds()).isCloseTo(1.5, within(1e-9));
  }

  /** On a busy machine what the JVM says passes while its compilers wait for a CPU. */
  @Test
  void cycleSince_compilersThatWaited_countByTheirCpuTime() {
    WarmUp.Cycle cycle = told(2_000, 1_300).cycleSince(told(800, 1_000), load(1_000));

    assertThat(cycle.compileSeconds()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void cycleSince_compilerThatEnded_isAsTheJvmSays() {
    WarmUp.Cycle cycle = told(1_200, 400).cycleSince(told(800, 1_000), load(1_000));

    assertThat(cycle.compileSeconds()).isCloseTo(0.4, within(1e-9));
  }

  @Test
  void cycleSince_compilersOfWhichNobodyTells_areAsTheJvmSays() {
    WarmUpClock before = new WarmUpClock(vitals(800), OptionalLong.empty());
    WarmUpClock after = new WarmUpClock(vitals(1_100), OptionalLong.empty());

    assertThat(after.cycleSince(before, load(1_000)).compileSeconds()).isCloseTo(0.3, within(1e-9));
  }

  /** A thousand requests at half of what was planned take two seconds instead of one. */
  @Test
  void cycleSince_serverThatBearsLess_lastsAsLongAsItTook() {
    WarmUp.Cycle cycle = told(0, 0).cycleSince(told(0, 0), load(500));

    assertThat(cycle.loadSeconds()).isCloseTo(2, within(1e-9));
  }

  private static WarmUpClock told(long jvmMillis, long threadMillis) {
    return new WarmUpClock(vitals(jvmMillis), OptionalLong.of(threadMillis * 1_000_000));
  }

  private static Optional<Vitals.Totals> vitals(long compileMillis) {
    return Optional.of(new Vitals.Totals(0, OptionalLong.of(compileMillis), 0, 0));
  }

  /** A second at 1,000 requests/s was planned. */
  private static LoadResult load(double achieved) {
    LoadErrors none = LoadErrors.NONE;
    return new LoadResult(
        "embedded",
        "1",
        1_000,
        1,
        1,
        1_000,
        1_000,
        none,
        0,
        achieved,
        null,
        null,
        List.of(),
        0,
        List.of(),
        null,
        null,
        null,
        null);
  }
}
