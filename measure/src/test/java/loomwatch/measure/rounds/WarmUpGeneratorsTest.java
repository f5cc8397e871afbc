package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.rounds.Equipment.WarmUpGenerators;
import org.junit.jupiter.api.Test;

class WarmUpGeneratorsTest {
  /** One that is never needed is never started. */
  @Test
  void lend_oneAfterTheOther_isAlwaysTheSame() throws LaunchFailure, InterruptedException {
    try (WarmUpGenerators generators = new WarmUpGenerators(List.of(generator(), generator()))) {
      LoadGenerator first = generators.lend(generator -> generator);

      assertThat(generators.<LoadGenerator>lend(generator -> generator)).isSameAs(first);
    }
  }

  @Test
  void lend_bothAtOnce_areTwo() throws LaunchFailure, InterruptedException {
    try (WarmUpGenerators generators = new WarmUpGenerators(List.of(generator(), generator()))) {
      LoadGenerator other =
          generators.lend(one -> generators.<LoadGenerator>lend(another -> another));

      assertThat(generators.<LoadGenerator>lend(generator -> generator)).isNotSameAs(other);
    }
  }

  private static LoadGenerator generator() {
    return new MadeUpGenerator(plan -> {
      throw new IllegalStateException("nothing is loaded here");
    });
  }
}
