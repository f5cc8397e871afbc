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
final class VerdictJsonTest {
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
        Comparisons.dyingAndSlower(),
        Comparisons.executing(100, 600, 50),
        Comparisons.executing(100, 100, 100));
  }

  @ParameterizedTest
  @CsvSource({
    "base",
    "effectPercent",
    "effectInterval",
    "tolerancePercent",
    "found",
    "pBetter",
    "value"
  })
  void read_lineThatLacksWhatGoesWithTheRest_isRefused(String field) {
    String json =
        VerdictJson.write(Comparisons.judged(Comparisons.regressed()))
            .replaceFirst(
                "\"%s\" : ([0-9.E-]+|\\{(?:[^{}]|\\{(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*\\})*\\})*\\})*\\})"
                    .formatted(field),
                "\"" + field + "\" : null");

    assertThatThrownBy(() -> VerdictJson.read(json, "v.json"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "v.json: metrics[0] must have fields that go together, had some that do not;"
                + " ./loomwatch gate makes it again from the record");
  }

  /** Numbers of changes that are none. */
  @Test
  void read_changeBeyondDoubles_isRefused() {
    String json =
        VerdictJson.write(Comparisons.judged(Comparisons.regressed()))
            .replaceFirst("\"mdePercent\" : [0-9.]+", "\"mdePercent\" : 1e999");

    assertThatThrownBy(() -> VerdictJson.read(json, "v.json"))
        .isInstanceOf(RecordException.class)
        .hasMessageMatching(
            "v\\.json:\\d+:\\d+: metrics\\[0\\]\\.change\\.mdePercent must be a number of at most"
                + " 1e300 in size, was Infinity; \\./loomwatch gate makes it again from the record");
  }
}
