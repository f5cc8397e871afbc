package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.harness.job.CampaignStore;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.Calibrator;
import loomwatch.judge.calibration.JudgedComparison;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.measure.plan.Catalogue;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.StrictJson;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rules on the campaign that docs/campaign/README.md shows. */
final class RuleTableTest {
  private static final Path CAMPAIGN = Path.of("../docs/campaign/quick-embedded-e6414968d07a");

  /** Of 2.5 µs CPU per request. */
  private static final Path FAULT = CAMPAIGN.resolve("20261122T053243Z-3fcd/record.json.gz");

  private static Thresholds thresholds;

  @BeforeAll
  static void read() {
    thresholds =
        ThresholdsReader.read(Path.of("../thresholds.yaml"), Catalogue.SHIPPED.knownNames());
  }

  @Test
  void markdown_ofTheCampaign_isTheTableOfTheDocs() throws IOException {
    List<MeasurementRecord> records = CampaignStore.ofComparisons(CAMPAIGN).records();

    String table = new RuleTable(Calibrator.judged(records, thresholds)).markdown();

    assertThat(Files.readString(Path.of("../docs/campaign/README.md")))
        .contains(table.substring(0, table.indexOf("\n\n")));
    assertThat(table)
        .contains(
            "- Mann–Whitney 0.05: two-sided Mann–Whitney U test of the launches of both variants");
  }

  /** What CPU per request shows is no catch of a fault that is expected in bytes. */
  @Test
  void rows_faultFoundElsewhere_isNotCaught() throws IOException {
    MeasurementRecord cpu = StoredRecord.read(FAULT).record();
    JudgedComparison found = JudgedComparison.of(cpu, thresholds);
    JudgedComparison elsewhere = JudgedComparison.of(withFault(cpu, "alloc:1%"), thresholds);

    assertThat(found.caught()).isTrue();
    assertThat(elsewhere.regressions()).isEqualTo(found.regressions()).isNotEmpty();
    assertThat(elsewhere.caught()).isFalse();
    assertThat(caught(found)).containsExactly(1, 0, 0, 0, 0, 1);
    assertThat(caught(elsewhere)).containsExactly(0, 0, 0, 0, 0, 0);
  }

  private static List<Integer> caught(JudgedComparison comparison) {
    return new RuleTable(List.of(comparison))
        .rows().stream().map(row -> row.caught().getFirst()).map(Calibration.Share::count).toList();
  }

  private static MeasurementRecord withFault(MeasurementRecord record, String fault)
      throws IOException {
    ObjectNode tree =
        (ObjectNode) StrictJson.WITHOUT_NULLS.readTree(StoredRecord.of(record).text());
    ((ObjectNode) tree.path("variants").path("head")).put("fault", fault);
    return StoredRecord.read(tree.toString(), "changed").record();
  }
}
