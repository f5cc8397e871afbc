package loomwatch.reporting.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.Explanations;
import loomwatch.reporting.report.StoredRuns;
import loomwatch.results.Launch.Mode;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CausesJsonTest {
  private static final CauseReport ONE =
      Explanations.of("r", Explanations.cause("shop.Json.write"));

  private static final CauseReport UPGRADED =
      Explanations.of("r", Explanations.upgraded("org.apache.A.b", "11.0.22", "11.0.25"));

  private static final CauseReport COUNTED =
      Explanations.of("r", Explanations.counted("/a", "select 1 from a", Mode.VIRTUAL));

  @Test
  void read_written_isTheSame() {
    assertThat(JsonFormats.CAUSES.write(ONE)).doesNotContain("versions");
    assertThat(JsonFormats.CAUSES.read(JsonFormats.CAUSES.write(ONE), "causes.json"))
        .isEqualTo(ONE);
    assertThat(JsonFormats.CAUSES.read(JsonFormats.CAUSES.write(UPGRADED), "causes.json"))
        .isEqualTo(UPGRADED);
    assertThat(JsonFormats.CAUSES.write(ONE)).doesNotContain("counted");
    assertThat(JsonFormats.CAUSES.read(JsonFormats.CAUSES.write(COUNTED), "causes.json"))
        .isEqualTo(COUNTED);
  }

  @Test
  void schema_listsWhatIsWritten() throws Exception {
    try (InputStream stream =
        Objects.requireNonNull(
            JsonFormats.class.getResourceAsStream("/loomwatch/reporting/causes.schema.json"))) {
      JsonNode schema = new ObjectMapper().readTree(stream);
      JsonNode written = new ObjectMapper().readTree(JsonFormats.CAUSES.write(UPGRADED));

      assertThat(names(schema.path("properties"))).isEqualTo(names(written));
      Set<String> ofCauses = names(written.at("/causes/0"));
      ofCauses.addAll(List.of("request", "counted"));
      assertThat(names(schema.at("/$defs/Cause/properties"))).isEqualTo(ofCauses);
      assertThat(names(schema.at("/$defs/Total/properties")))
          .isEqualTo(names(written.at("/totals/0")));
      assertThat(names(schema.at("/$defs/FrameChange/properties")))
          .isEqualTo(names(written.at("/frames/0")));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'\"schema\" : 1', '\"schema\" : 2', 'causes.json:2:14: schema must be at most 1, was 2: a newer Loomwatch wrote it'",
    "'\"explainedPercent\" : 82.4', '\"explainedPercent\" : \"much\"', 'explainedPercent must be a number, was \"much\"; ./loomwatch why makes it again'",
    "'\"changed\" : true', '\"touched\" : true', 'causes[0].changed must be given, was missing; ./loomwatch why makes it again'",
  })
  void read_damaged_isRefused(String right, String wrong, String message) {
    assertThatThrownBy(() ->
            JsonFormats.CAUSES.read(
                JsonFormats.CAUSES.write(ONE).replaceFirst(right, wrong), "causes.json"))
        .isInstanceOf(RecordException.class)
        .hasMessageContaining(message);
  }

  /** A verdict of which nobody asked why has no such field, as before there was one. */
  @Test
  void verdict_keepsCausesAndThatNobodyLooked() {
    Verdict judged = StoredRuns.regressed().verdict();
    Verdict explained = judged.because(ONE.causes());
    Verdict counted = judged.because(COUNTED.causes());
    Verdict searched = judged.because(List.of());

    assertThat(VerdictJson.write(judged)).doesNotContain("causes");
    assertThat(VerdictJson.read(VerdictJson.write(judged), "v").causes()).isEmpty();
    assertThat(VerdictJson.read(VerdictJson.write(explained), "v").causes()).contains(ONE.causes());
    assertThat(VerdictJson.write(counted)).contains("\"counted\" : \"select 1 from a\"");
    assertThat(VerdictJson.read(VerdictJson.write(counted), "v").causes())
        .contains(COUNTED.causes());
    assertThat(VerdictJson.read(VerdictJson.write(searched), "v").causes()).contains(List.of());
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    assertThat(names).isNotEmpty();
    return names;
  }
}
