package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.reporting.publish.CheckReport.Unmeasured;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What branch protection is told where there is no verdict. */
class UnmeasuredTest {
  @ParameterizedTest
  @CsvSource({
    "NOTHING_MOVED, nothing-moved, SUCCESS, Nothing moved that is measured",
    "ALIKE, alike, NEUTRAL, Base and head are alike once built",
    "NOT_YET, not-yet, NEUTRAL, Branched off before this was measured",
    "FAILED, failed, FAILURE, Could not be measured"
  })
  void report_ofEachReason_succeedsOnlyWhereNoMeasuredCodeSpoke(
      Unmeasured why, String label, CheckReport.Conclusion conclusion, String title) {
    CheckReport report = why.report(null);

    assertThat(why.label()).isEqualTo(label);
    assertThat(report.conclusion()).isEqualTo(conclusion);
    assertThat(report.title()).isEqualTo(title);
  }

  @Test
  void report_failed_saysWhoseFileCounts() {
    assertThat(Unmeasured.FAILED.report(null).summary())
        .contains("as loomwatch.yaml of the commit it branched off says");
  }
}
