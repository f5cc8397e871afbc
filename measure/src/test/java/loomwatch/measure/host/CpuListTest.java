package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.measure.host.CoreLayout.CpuList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListTest {
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
