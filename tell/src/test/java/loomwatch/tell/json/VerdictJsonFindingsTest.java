package loomwatch.tell.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Found;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.RecordException;
import loomwatch.tell.report.Comparisons;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The file has sentences and figures; a verdict has findings. */
final class VerdictJsonFindingsTest {
  @ParameterizedTest
  @MethodSource("records")
  void read_whatWasWritten_hasTheSameFindings(MeasurementRecord record) {
    Verdict verdict = Comparisons.judged(record);

    Verdict read = VerdictJson.read(VerdictJson.write(verdict), "v.json");

    assertThat(findings(read)).isEqualTo(findings(verdict));
    assertThat(VerdictJson.write(read)).isEqualTo(VerdictJson.write(verdict));
  }

  static Stream<MeasurementRecord> records() {
    return Stream.of(
        Comparisons.regressed(),
        Comparisons.improved(),
        Comparisons.noisy(),
        Comparisons.beforeFirstLook(),
        Comparisons.onePair(),
        Comparisons.gaps());
  }

  /** Which launches failed is not in the file, but in its words. */
  @Test
  void read_launchesThatFailed_areAsTold() {
    String json = VerdictJson.write(Comparisons.judged(Comparisons.dyingAndSlower()));

    assertThat(found(VerdictJson.read(json, "v.json")).filter(Found::failing))
        .isNotEmpty()
        .allSatisfy(found -> assertThat(found.finding()).isInstanceOf(Finding.AsTold.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          base             | have both base and head, or neither
          effectPercent    | have no effectInterval without effectPercent
          effectInterval   | have no mdePercent without effectInterval
          tolerancePercent | have no found, pBetter or attribution without tolerancePercent, and a found with it
          found            | have no found, pBetter or attribution without tolerancePercent, and a found with it
          pBetter          | have pAdjusted and pBetter where it has effectPercent, and neither elsewhere
          """)
  void read_changeThatLacksWhatGoesWithTheRest_isRefused(String field, String rule) {
    String json =
        VerdictJson.write(Comparisons.judged(Comparisons.regressed()))
            .replaceFirst(
                "\"%s\" : ([0-9.E-]+|\\{[^}]*\\})".formatted(field), "\"" + field + "\" : null");

    assertThatThrownBy(() -> VerdictJson.read(json, "v.json"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "v.json: metrics[0].change must "
                + rule
                + "; ./loomwatch gate makes it anew from the record");
  }

  @Test
  void read_intervalOfNothing_isRefused() {
    String json =
        VerdictJson.write(Comparisons.judged(Comparisons.regressed()))
            .replaceFirst("\"value\" : [0-9.E-]+", "\"value\" : null");

    assertThatThrownBy(() -> VerdictJson.read(json, "v.json"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "v.json: metrics[0] must have no interval without value; ./loomwatch gate makes it anew"
                + " from the record");
  }

  private static List<Class<?>> findings(Verdict verdict) {
    return found(verdict).<Class<?>>map(found -> found.finding().getClass()).toList();
  }

  private static Stream<Found> found(Verdict verdict) {
    return verdict.metrics().stream()
        .map(MetricVerdict::change)
        .flatMap(Optional::stream)
        .map(Change::found)
        .flatMap(Optional::stream);
  }
}
