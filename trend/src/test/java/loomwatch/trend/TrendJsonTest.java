package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.results.files.RecordException;
import org.junit.jupiter.api.Test;

final class TrendJsonTest {
  private static final TrendReport REPORT =
      new Past(1)
          .runs(80, "host-a", (series, run) -> run >= 60 ? 1.06 : 1)
          .compared(59, 60, "virtual", "latency-p99", "regressed")
          .runs(5, "host-b", (series, run) -> series.metric().startsWith("cpu") ? Double.NaN : 1)
          .judged(
              new Accepted(
                  "sha256:" + "1".repeat(64),
                  List.of(new Accepted.Change(Past.commit(70), "other", null, null, "why")),
                  List.of(new Accepted.Note("abcdef0", "text"))));

  @Test
  void read_written_isTheSame() {
    assertThat(TrendJson.read(TrendJson.write(REPORT), "trend.json")).isEqualTo(REPORT);
  }

  @Test
  void write_report_isValidBySchema() throws IOException {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema());

    assertThat(schema.validate(TrendJson.write(REPORT), InputFormat.JSON)).isEmpty();
    assertThat(
            schema.validate(
                TrendJson.write(REPORT).replace("\"suspects\"", "\"suspicions\""),
                InputFormat.JSON))
        .isNotEmpty();
  }

  @Test
  void read_newerCutOffOrUnknown_isRefused() {
    String json = TrendJson.write(REPORT);
    refused(
        json.replaceFirst("\"schema\" : 2", "\"schema\" : 3"),
        "schema must be at most 2, was 3: a newer Loomwatch wrote it; update this one");
    refused(
        json.substring(0, 300),
        "trend must be complete, was cut off here; ./loomwatch trend makes it again from history");
    refused(
        json.replaceFirst("\"rule\"", "\"ruler\" : 1, \"rule\""),
        "ruler must not be there: schema 2 has no such field; those here are .*");
  }

  private static void refused(String json, String message) {
    assertThatThrownBy(() -> TrendJson.read(json, "t"))
        .isInstanceOf(RecordException.class)
        .hasMessageMatching("t:\\d+:\\d+: " + message);
  }

  private static String schema() throws IOException {
    try (var stream = TrendReport.class.getResourceAsStream("/loomwatch/trend/trend.schema.json")) {
      return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
