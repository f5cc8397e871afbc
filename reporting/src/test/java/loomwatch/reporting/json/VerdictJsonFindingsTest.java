package loomwatch.reporting.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.Comparisons;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The file has the kind of each finding and its facts. */
final class VerdictJsonFindingsTest {
  @ParameterizedTest
  @MethodSource("records")
  void read_whatWasWritten_hasTheSameFindings(MeasurementRecord record) {
    Verdict verdict = Comparisons.judged(record);

    Verdict read = VerdictJson.read(VerdictJson.write(verdict), "v.json");

    assertThat(read).isEqualTo(verdict);
    assertThat(VerdictJson.write(read)).isEqualTo(VerdictJson.write(verdict));
  }

  static Stream<MeasurementRecord> records() {
    return Stream.of(
        Comparisons.regressed(),
        Comparisons.improved(),
        Comparisons.noisy(),
        Comparisons.beforeFirstLook(),
        Comparisons.onePair(),
        Comparisons.gaps(),
        Comparisons.dyingAndSlower());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          base             | have both base and head, or neither
          effectPercent    | have no effectInterval without effectPercent
          effectInterval   | have no mdePercent without effectInterval
          tolerancePercent | have no found or pBetter without tolerancePercent, and a found with it
          found            | have no found or pBetter without tolerancePercent, and a found with it
          pBetter          | have pAdjusted and pBetter where it has effectInterval, and neither elsewhere
          """)
  void read_changeThatLacksWhatGoesWithTheRest_isRefused(String field, String rule) {
    String json =
        VerdictJson.write(Comparisons.judged(Comparisons.regressed()))
            .replaceFirst(
                "\"%s\" : ([0-9.E-]+|\\{(?:[^{}]|\\{(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*\\})*\\})*\\})*\\})"
                    .formatted(field),
                "\"" + field + "\" : null");

    assertThatThrownBy(() -> VerdictJson.read(json, "v.json"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "v.json: metrics[0].change must "
                + rule
                + "; ./loomwatch gate makes it again from the record");
  }

  @Test
  void read_intervalOfNothing_isRefused() {
    String json =
        VerdictJson.write(Comparisons.judged(Comparisons.regressed()))
            .replaceFirst("\"value\" : [0-9.E-]+", "\"value\" : null");

    assertThatThrownBy(() -> VerdictJson.read(json, "v.json"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "v.json: metrics[0] must have no interval without value; ./loomwatch gate makes it again"
                + " from the record");
  }
}
