package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.service.ServiceFile.BenchmarkSpec;
import loomwatch.results.Launch.Mode;
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

  /** Which there are is known once they are built. */
  @Test
  void request_benchmarksOfATeam_areTakenAsTheyAreWritten() throws Exception {
    Catalogue own =
        new Catalogue(
            List.of(),
            List.of(Mode.PLATFORM),
            false,
            Optional.of(
                new BenchmarkSpec(Optional.empty(), "a.jar", List.of(), Map.of("n", List.of("1")))),
            Map.of());

    MeasuringRequest request = request("a.B.c:k=x,n=1, a.D", own);

    assertThat(request.scenarios()).isEmpty();
    assertThat(request.jmh()).isTrue();
    assertThat(request.profile().jmh().benchmarks()).containsOnlyKeys("a.B.c:k=x,n=1", "a.D");
    assertThat(request.profile().jmh().options()).containsExactly("-p", "n=1");
    assertThat(request("jmh", own).profile().jmh().benchmarks()).isEmpty();
  }

  private static MeasuringRequest request(String scenarios) throws Exception {
    return request(scenarios, Catalogue.SHIPPED);
  }

  private static MeasuringRequest request(String scenarios, Catalogue catalogue) throws Exception {
    return CommandLine.populateCommand(
            new MeasuringOptions(), "--generator", "embedded", "--scenario", scenarios)
        .request(MeasuringOptions.Purpose.COMPARE, catalogue, null);
  }
}
