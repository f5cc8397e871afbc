package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoCommandTest {
  /** The fault is large: what does not find it is broken, or measured nothing. */
  @ParameterizedTest
  @CsvSource({"1, 0", "0, 70", "2, 2", "3, 3", "64, 64"})
  void exitCode_ofAComparison_isZeroWhereTheFaultWasShown(int compared, int expected) {
    assertThat(DemoCommand.exitCode(compared)).isEqualTo(expected);
  }
}
