package loomwatch.tell.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Saturation;
import loomwatch.results.Saturation.Limit;
import loomwatch.results.Saturation.ServerCapacity;
import loomwatch.tell.text.Colour;
import loomwatch.tell.text.Detail;
import loomwatch.tell.text.Style;
import org.junit.jupiter.api.Test;

class SaturationReportTest {
  private static final Saturation SATURATION =
      new Saturation(
          Saturation.SCHEMA,
          "sha256:" + "a".repeat(64),
          Instant.parse("2026-11-21T12:00:00Z"),
          "embedded",
          Runs.SUBJECT,
          List.of(
              new ServerCapacity(
                  "hello", Mode.PLATFORM, 50, 8_000, 11_045.4, Limit.GENERATOR, null),
              new ServerCapacity("hello", Mode.VIRTUAL, 50, 8_000, 7_125.0, Limit.SERVER, null),
              new ServerCapacity(
                  "list-static", Mode.PLATFORM, 50, 2_000, 3_000.0, Limit.SERVER, null),
              new ServerCapacity(
                  "list-static",
                  Mode.VIRTUAL,
                  50,
                  2_000,
                  null,
                  null,
                  "server-died: exit code 137")));

  @Test
  void render_eachKindOfFinding_isAsLastLookedAt() {
    Golden.assertSame(
        "saturation-100.txt",
        SaturationReport.render(SATURATION, new Style(100, Colour.OFF, Detail.KEY)));
  }

  @Test
  void json_eachKindOfFinding_hasItsFields() throws Exception {
    JsonNode json = new ObjectMapper().readTree(SaturationReport.json(SATURATION));

    assertThat(json.at("/probedAt").asText()).isEqualTo("2026-11-21T12:00:00Z");
    assertThat(json.at("/found/0/bornePerSecond").asDouble()).isEqualTo(11_045.4);
    assertThat(json.at("/found/0/limit").asText()).isEqualTo("generator");
    assertThat(json.at("/found/3/bornePerSecond").isNull()).isTrue();
  }

  @Test
  void schema_whatIsWritten_isAccepted() throws IOException {
    assertThat(schema().validate(SaturationReport.json(SATURATION), InputFormat.JSON)).isEmpty();
  }

  @Test
  void schema_aFieldMoreAndOneLess_isRejected() throws IOException {
    String other = SaturationReport.json(SATURATION).replaceFirst("\"found\"", "\"fuond\"");

    assertThat(schema().validate(other, InputFormat.JSON)).hasSize(2);
  }

  private static Schema schema() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            SaturationReport.class.getResourceAsStream("/loomwatch/tell/saturation.schema.json"))) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(in);
    }
  }

  @Test
  void valid_oneThatDoesNotBearItsOwnRate_isNot() {
    assertThat(SATURATION.valid()).isFalse();
    assertThat(SATURATION.found())
        .extracting(ServerCapacity::busy)
        .containsExactly(false, true, true, false);
  }
}
