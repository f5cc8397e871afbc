package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Thresholds.Inconclusive;
import loomwatch.judge.verdict.Outcome;
import loomwatch.reporting.publish.CheckReport.Conclusion;
import loomwatch.reporting.report.Comparisons;
import loomwatch.reporting.report.Rendered;
import loomwatch.reporting.report.StoredRuns;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CheckReportTest {
  static Stream<Arguments> conclusions() {
    return Stream.of(
        Arguments.of(StoredRuns.regressed(), Conclusion.FAILURE),
        Arguments.of(StoredRuns.improved(), Conclusion.SUCCESS),
        Arguments.of(StoredRuns.unchanged(), Conclusion.SUCCESS),
        Arguments.of(StoredRuns.noisy(), Conclusion.NEUTRAL),
        Arguments.of(StoredRuns.discarded(), Conclusion.NEUTRAL));
  }

  @ParameterizedTest
  @MethodSource("conclusions")
  void of_eachVerdict_hasItsConclusion(StoredRuns run, Conclusion conclusion) {
    assertThat(CheckReport.of(Published.of(run), null, RecentChecks.UNKNOWN).conclusion())
        .isEqualTo(conclusion);
  }

  @Test
  void of_noisyMachine_saysWhetherTheMergeIsGuarded() {
    StoredRuns noisy = StoredRuns.noisy();
    CheckReport neutral = CheckReport.of(Published.of(noisy), null, RecentChecks.UNKNOWN);
    CheckReport failing =
        CheckReport.of(
            new JudgedRun(noisy.record(), noisy.verdict(), Inconclusive.FAIL),
            null,
            RecentChecks.UNKNOWN);

    assertThat(neutral.summary()).startsWith("**This merge is not guarded**");
    assertThat(failing.conclusion()).isEqualTo(Conclusion.FAILURE);
    assertThat(failing.summary()).startsWith("**This blocks the merge**");
  }

  /** That the servers are alike, which benchmarks are left of, only the machine says. */
  @Test
  void of_comparisonOfBenchmarksAlone_isASuccessOnlyWithoutServersHere() throws IOException {
    ObjectNode json =
        (ObjectNode) new JsonMapper().readTree(StoredRecord.of(Comparisons.several()).text());
    JsonNode all = json.path("launches");
    json.putArray("scenarios");
    ArrayNode left = json.putArray("launches");
    all.forEach(launch -> {
      if (launch.path("scenario").asText().equals("jmh-create-batch")) {
        left.add(launch);
      }
    });
    MeasurementRecord record = StoredRecord.read(json.toString(), "benchmarks").record();
    JudgedRun run = new JudgedRun(record, Comparisons.judged(record), Inconclusive.NEUTRAL);

    assertThat(run.verdict().verdict()).isEqualTo(Outcome.PASS);
    CheckReport report = CheckReport.of(run, null, RecentChecks.UNKNOWN);
    assertThat(report.conclusion()).isEqualTo(Conclusion.NEUTRAL);
    assertThat(report.summary())
        .startsWith("**Not measured**: only the machine says that the servers are alike");

    JudgedRun withoutServers = new JudgedRun(record, run.verdict(), Inconclusive.NEUTRAL, true);
    CheckReport success = CheckReport.of(withoutServers, null, RecentChecks.UNKNOWN);
    assertThat(success.conclusion()).isEqualTo(Conclusion.SUCCESS);
    assertThat(success.summary())
        .startsWith("**This does not block the merge**")
        .doesNotContain("server on CPU");
  }

  @Test
  void of_regressed_titleSaysWhat() {
    assertThat(
            CheckReport.of(Published.of(StoredRuns.regressed()), null, RecentChecks.UNKNOWN)
                .title())
        .isEqualTo("Regressed: hello with platform threads takes 13.3 % more CPU per request");
  }

  @Test
  void of_runTooLongForACheck_staysBelowTheLimitAndStillSaysWhereTheLogIs() {
    DetailsUrl url = new DetailsUrl("https://" + "x".repeat(1_000));
    String summary =
        CheckReport.of(Published.of(StoredRuns.vast(2_000)), url, RecentChecks.UNKNOWN).summary();

    assertThat(summary.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(65_000);
    assertThat(summary)
        .contains("Left out to fit a comment: ")
        .endsWith("\n\nThe log is at " + url + "\n");
  }

  @Test
  void of_hostileRun_isInert() {
    CheckReport report =
        CheckReport.of(Published.of(StoredRuns.hostileRun()), null, RecentChecks.UNKNOWN);

    assertThat(report.title()).doesNotContain("\n", "\033", "\u202E");
    assertThat(Rendered.names(Rendered.html(report.summary()))).isSubsetOf(Rendered.OURS);
  }
}
