package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import loomwatch.measure.host.CoreLayout.CpuList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoreLayoutTest {
  @Test
  void of_oneCoreTwoThreads_isDividedWithADoubt() {
    CoreLayout layout = CoreLayout.of(Map.of(0, 0, 1, 0));

    assertThat(layout.server()).containsExactly(0);
    assertThat(layout.generator()).containsExactly(1);
    assertThat(layout.doubts())
        .containsExactly("server and load generator share the hyper-threads of one core");
  }

  @Test
  void needs_generatorOfOneCpu_areOnTheServersAndSoItIsSaid() {
    CoreLayout layout = CoreLayout.of(Map.of(0, 0, 1, 1, 2, 2));

    assertThat(layout.services()).containsExactly(0, 1);
    assertThat(layout.doubtsOfBackingServices())
        .containsExactly(
            "what the service needs runs on the server's CPUs 0-1, as the load generator has only one: its time is part of latency and throughput, not of CPU per request");
  }

  @Test
  void needs_generatorOfTwoCpus_areThere() {
    CoreLayout layout = CoreLayout.of(Map.of(0, 0, 1, 0, 2, 1, 3, 1));

    assertThat(layout.services()).containsExactly(2, 3);
    assertThat(layout.doubtsOfBackingServices()).isEmpty();
  }

  @Test
  void parse_rangesAndSingles_areAllOfThem() {
    assertThat(CpuList.parse("0-3,8,10-11")).containsExactly(0, 1, 2, 3, 8, 10, 11);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "(null)", "a-b", "1,,2", "-1"})
  void parse_noList_isNone(String text) {
    assertThat(CpuList.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0-1", "0-3,8,10-11"})
  void format_whatWasParsed_isTheSame(String text) {
    assertThat(CpuList.format(CpuList.parse(text))).isEqualTo(text);
  }

  @Test
  void format_anyOrder_isRising() {
    assertThat(CpuList.format(List.of(9, 1, 2, 8, 0))).isEqualTo("0-2,8-9");
  }
}
