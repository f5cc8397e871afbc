package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import loomwatch.benchmarks.ServiceFault.Service;
import loomwatch.benchmarks.ServiceTable.Row;
import loomwatch.benchmarks.ServiceTable.Row.ModeChange;
import loomwatch.benchmarks.ServiceTable.Row.Named;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Catalogue;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.Test;

class ServiceTableTest {
  /** A comparison in which head takes more CPU. */
  private static final MeasurementRecord RECORD =
      StoredRecord.read(
              Path.of(
                  "../docs/campaign/quick-embedded-e6414968d07a/20261122T053243Z-3fcd/record.json.gz"))
          .record();

  private static final Verdict VERDICT =
      Judge.judge(
          RECORD,
          ThresholdsReader.read(Path.of("../thresholds.yaml"), Catalogue.SHIPPED.knownNames()));

  private static final Row FOUND =
      new Row(
          1,
          "hot-lock",
          "catalog",
          "browse",
          Outcome.REGRESSED,
          Metric.LATENCY_P50,
          List.of(
              new ModeChange(JudgedMode.PLATFORM, "+14.6 %"),
              new ModeChange(JudgedMode.VIRTUAL, "+9 %")),
          4.25,
          3,
          new Named("catalog.PriceClient.stock", "src/main/java/catalog/PriceClient.java:31"),
          true);

  private static final Row ITSELF =
      new Row(1, "itself", "shop", "visit", Outcome.PASS, null, List.of(), 3.5, 2, null, null);

  @Test
  void markdown_ofAFaultAndAServiceWithItself_isALineEach() {
    assertThat(new ServiceTable(List.of(FOUND, ITSELF)).markdown())
        .isEqualTo(
            """
            | fault | service | decided by, platform / virtual | verdict | minutes, rounds | named first | right |
            |---|---|---|---|---|---|---|
            | hot-lock | catalog | p50 +14.6 % / +9 % | regressed | 4.3, 3 | `catalog.PriceClient.stock`, src/main/java/catalog/PriceClient.java:31 | yes |
            | itself | shop | – | pass | 3.5, 2 | – | – |
            """);
  }

  @Test
  void format_ofATable_readsWhatItWrote() {
    ServiceTable table = new ServiceTable(List.of(FOUND, ITSELF));

    assertThat(ServiceTable.FORMAT.read(ServiceTable.FORMAT.write(table), "table"))
        .isEqualTo(table);
  }

  @Test
  void row_ofARegression_hasTheMetricFurthestBeyondItsToleranceAndTheFirstCause() {
    Verdict explained =
        VERDICT.because(
            List.of(
                ServiceFaultTest.at("catalog.PriceClient.stock"),
                ServiceFaultTest.at("catalog.Prices.of")));

    Row row = Row.of(Optional.of(ServiceFault.HOT_LOCK), Service.CATALOG, RECORD, explained);

    assertThat(row.metric()).isEqualTo(Metric.CPU_PER_REQUEST);
    assertThat(row.changes()).extracting(ModeChange::mode).contains(JudgedMode.PLATFORM);
    assertThat(row.named())
        .isEqualTo(
            new Named(
                "catalog.PriceClient.stock", "src/main/java/catalog/PriceClient/stock.java:12"));
    assertThat(row.right()).isTrue();
    assertThat(row.minutes()).isBetween(1.0, 60.0);
    assertThat(row.rounds()).isPositive();
  }

  @Test
  void row_withAnotherCauseFirst_isNotRight() {
    Verdict explained = VERDICT.because(List.of(ServiceFaultTest.at("catalog.Prices.of")));

    assertThat(
            Row.of(Optional.of(ServiceFault.HOT_LOCK), Service.CATALOG, RECORD, explained).right())
        .isFalse();
  }

  @Test
  void row_ofAServiceWithItself_isNeitherRightNorWrong() {
    Row row = Row.of(Optional.empty(), Service.SHOP, RECORD, VERDICT);

    assertThat(row.fault()).isEqualTo("itself");
    assertThat(row.right()).isNull();
  }
}
