package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.loadgen.LoadEngine;
import loomwatch.measure.blocks.Equipment.WarmUpEngines;
import loomwatch.measure.launch.LaunchFailure;
import org.junit.jupiter.api.Test;

class WarmUpEnginesTest {
  /** One that is never needed is never started. */
  @Test
  void lend_oneAfterTheOther_isAlwaysTheSame() throws LaunchFailure, InterruptedException {
    try (WarmUpEngines engines = new WarmUpEngines(List.of(engine(), engine()))) {
      LoadEngine first = engines.lend(engine -> engine);

      assertThat(engines.<LoadEngine>lend(engine -> engine)).isSameAs(first);
    }
  }

  @Test
  void lend_bothAtOnce_areTwo() throws LaunchFailure, InterruptedException {
    try (WarmUpEngines engines = new WarmUpEngines(List.of(engine(), engine()))) {
      LoadEngine other = engines.lend(one -> engines.<LoadEngine>lend(another -> another));

      assertThat(engines.<LoadEngine>lend(engine -> engine)).isNotSameAs(other);
    }
  }

  private static LoadEngine engine() {
    return new MadeUpEngine(plan -> {
      throw new IllegalStateException("nothing is loaded here");
    });
  }
}
