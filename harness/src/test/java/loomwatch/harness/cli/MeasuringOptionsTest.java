package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.harness.job.MeasuringRequest;
import loomwatch.measure.plan.Catalogue;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class MeasuringOptionsTest {

  /** As alerts name what history shows. */
  @Test
  void request_scenarioOfTheSuite_isItsBenchmarksAlone() throws Exception {
    MeasuringRequest request = request("hello,jmh-create-batch");

    assertThat(request.scenarios()).extracting(Scenario::name).containsExactly("hello");
    assertThat(request.jmh()).isTrue();
    assertThat(request.profile().jmh().benchmarks())
        .containsOnlyKeys(
            "loomwatch.jmh.ThreadCreationBatch.platformThreads",
            "loomwatch.jmh.ThreadCreationBatch.virtualThreads");
  }

  @Test
  void request_suiteBesideOneOfItsScenarios_isAllThatTheProfileRuns() throws Exception {
    assertThat(request("jmh,jmh-create-batch").profile()).isEqualTo(request("jmh").profile());
  }

  private static MeasuringRequest request(String scenarios) throws Exception {
    return CommandLine.populateCommand(
            new MeasuringOptions(), "--generator", "embedded", "--scenario", scenarios)
        .request(MeasuringOptions.Purpose.COMPARE, Catalogue.SHIPPED, null);
  }
}
