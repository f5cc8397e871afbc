package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CoreLayoutTest {
  @Test
  void of_oneCpu_isSharedAndSaysSo() {
    CoreLayout layout = CoreLayout.of(Map.of(0, 0));

    assertThat(layout.disjoint()).isFalse();
    assertThat(layout.doubts())
        .containsExactly("server and load generator share the only CPU: each disturbs the other");
  }

  @Test
  void of_twoCores_oneEach() {
    assertThat(CoreLayout.of(Map.of(0, 0, 1, 1)))
        .isEqualTo(new CoreLayout(List.of(0), List.of(1), List.of()));
  }

  @Test
  void of_oneCoreTwoThreads_isDividedWithADoubt() {
    CoreLayout layout = CoreLayout.of(Map.of(0, 0, 1, 0));

    assertThat(layout.server()).containsExactly(0);
    assertThat(layout.generator()).containsExactly(1);
    assertThat(layout.doubts())
        .containsExactly("server and load generator share the hyper-threads of one core");
  }

  @Test
  void of_eightCoresSixteenThreads_neverSharesACore() {
    Map<Integer, Integer> coreOf = new TreeMap<>();
    for (int cpu = 0; cpu < 16; cpu++) {
      coreOf.put(cpu, cpu % 8);
    }

    CoreLayout layout = CoreLayout.of(coreOf);

    assertThat(layout.generator()).containsExactly(0, 8);
    assertThat(layout.server()).hasSize(14).doesNotContain(0, 8);
  }

  @Test
  void of_limitedSet_usesOnlyThat() {
    CoreLayout layout = CoreLayout.of(Map.of(3, 3, 5, 5, 7, 7));

    assertThat(layout.server()).containsExactly(3, 5);
    assertThat(layout.generator()).containsExactly(7);
  }

  @Test
  void needs_generatorOfOneCpu_areOnTheServersAndSoItIsSaid() {
    CoreLayout layout = CoreLayout.of(Map.of(0, 0, 1, 1, 2, 2));

    assertThat(layout.needs()).containsExactly(0, 1);
    assertThat(layout.doubtsOfNeeds())
        .containsExactly(
            "what the service needs runs on the server's CPUs 0-1, as the load generator has only one: its time is part of latency and throughput, not of CPU per request");
  }

  @Test
  void needs_generatorOfTwoCpus_areThere() {
    CoreLayout layout = CoreLayout.of(Map.of(0, 0, 1, 0, 2, 1, 3, 1));

    assertThat(layout.needs()).containsExactly(2, 3);
    assertThat(layout.doubtsOfNeeds()).isEmpty();
  }
}
