package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import loomwatch.judge.calibration.Calibration;
import loomwatch.reporting.json.JsonFormats;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Colour;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A calibration as a file and at a terminal. */
final class CalibrationJsonTest {
  /** Of a file that an earlier version wrote, of schema 1: people keep them for months. */
  private static final Calibration CALIBRATION =
      JsonFormats.CALIBRATION.read(Golden.read("calibration.json"), "calibration.json");

  private static final String JSON = JsonFormats.CALIBRATION.write(CALIBRATION);

  @Test
  void write_readAgain_isTheSameToTheByte() {
    assertThat(
            JsonFormats.CALIBRATION.write(JsonFormats.CALIBRATION.read(JSON, "calibration.json")))
        .isEqualTo(JSON);
  }

  @Test
  void write_calibration_isAsLastLookedAt() {
    Golden.assertSame("calibration.json", JSON);
    assertThat(JsonFormats.CALIBRATION.read(Golden.read("calibration.json"), "calibration.json"))
        .isEqualTo(CALIBRATION);
  }

  @Test
  void schema_whatWasWritten_isAccepted() throws IOException {
    assertThat(schema().validate(JSON, InputFormat.JSON)).isEmpty();
  }

  @Test
  void schema_aFieldMoreOrLess_isRejected() throws IOException {
    assertThat(schema().validate(JSON.replaceFirst("\"noise\"", "\"niose\""), InputFormat.JSON))
        .hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"noise", "falseAlarms", "medianRounds", "rule"})
  void read_fieldMissing_isRefusedSayingWhatToDo(String field) {
    assertThatThrownBy(() ->
            JsonFormats.CALIBRATION.read(
                JSON.replaceFirst("\"" + field + "\"", "\"other\""), "c.json"))
        .isInstanceOf(RecordException.class)
        .hasMessageMatching(
            "c\\.json:\\d+:\\d+: [\\w.\\[\\]]*%s must be given, was missing; ./loomwatch calibrate --table"
                    .formatted(field)
                + " makes it again from its records");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999", "-1e999", "1.7e308"})
  void read_floorBeyondDoubles_isRefusedSayingWhere(String floor) {
    String json = JSON.replaceFirst("\"floorPercent\" : [-0-9.E]+", "\"floorPercent\" : " + floor);

    assertThatThrownBy(() -> JsonFormats.CALIBRATION.read(json, "c.json"))
        .isInstanceOf(RecordException.class)
        .hasMessageMatching(
            "c\\.json:\\d+:\\d+: noise\\[0\\]\\.floorPercent must be a number of at most 1e300 in size,"
                + " was -?(Infinity|1\\.7E308); .*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"schema\": 0}", "{\"schema\": \"1\"}"})
  void read_noCalibration_isRefusedSayingWhatToDo(String json) {
    assertThatThrownBy(() -> JsonFormats.CALIBRATION.read(json, "c.json"))
        .isInstanceOf(RecordException.class)
        .hasMessageMatching(
            "c\\.json.*: (calibration must be a JSON object|schema must be (a whole number|at least 1)), was .*")
        .hasMessageEndingWith("; ./loomwatch calibrate --table makes it again from its records");
  }

  @Test
  void read_newerSchema_asksToUpdate() {
    assertThatThrownBy(() ->
            JsonFormats.CALIBRATION.read(
                JSON.replace("\"schema\" : 2", "\"schema\" : 3"), "c.json"))
        .isInstanceOf(RecordException.class)
        .hasMessage(
            "c.json:2:14: schema must be at most 2, was 3: a newer Loomwatch wrote it; update this one");
  }

  @Test
  void render_calibration_isAsLastLookedAt() {
    Golden.assertSame(
        "calibration-100.txt",
        CalibrationReport.render(CALIBRATION, new Style(100, Colour.OFF, Detail.KEY)));
  }

  private static Schema schema() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            JsonFormats.class.getResourceAsStream(
                "/loomwatch/reporting/calibration.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
    }
  }
}
