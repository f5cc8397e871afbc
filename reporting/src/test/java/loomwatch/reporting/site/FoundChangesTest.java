package loomwatch.reporting.site;

import static loomwatch.reporting.site.Reports.alert;
import static loomwatch.reporting.site.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import loomwatch.judge.verdict.Outcome;
import loomwatch.trend.Alert.Status;
import loomwatch.trend.TrendReport;
import org.junit.jupiter.api.Test;

class FoundChangesTest {
  private static final TrendReport REPORT =
      report(
          Outcome.REGRESSED,
          alert("00000000000a", Status.SUSPECTED, null),
          alert("00000000000b", Status.CLOSED, null),
          alert("00000000000c", Status.CONFIRMED, "again"),
          alert("00000000000d", Status.ACCEPTED, null),
          alert("00000000000e", Status.NOT_REPRODUCED, "again"));

  @Test
  void firstPage_ofManyChanges_hasThoseThatAreOpenAndTheRestStandsApart() {
    ObjectNode open = FoundChanges.open(REPORT);
    ObjectNode settled = FoundChanges.settled(REPORT);

    assertThat(open.path("alerts").findValuesAsText("key"))
        .containsExactly("00000000000a", "00000000000c");
    assertThat(settled.path("alerts").findValuesAsText("key"))
        .containsExactly("00000000000b", "00000000000d", "00000000000e");
    JsonNode closed = settled.path("alerts").get(0);
    assertThat(closed.path("status").asText()).isEqualTo("closed");
    assertThat(closed.at("/findings/0/metric").asText()).isEqualTo("latency-p99");
  }
}
