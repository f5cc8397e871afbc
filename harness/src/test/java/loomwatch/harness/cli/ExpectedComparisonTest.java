package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import loomwatch.harness.cli.UntrustedRunOptions.ExpectedComparison;
import loomwatch.harness.github.SmallRun;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.measure.plan.Catalogue;
import loomwatch.reporting.publish.JudgedRun;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class ExpectedComparisonTest {
  private static final String SHA = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";

  @TempDir Path directory;

  /** As of a change in the suite alone; that the servers are alike makes the check neutral. */
  @Test
  void require_comparisonOfNoServer_isTaken() throws IOException {
    ObjectNode json = json();
    String base = json.at("/variants/base/revision").asText();
    json.putArray("scenarios");
    json.putArray("launches");

    assertThatCode(() -> asked(base, "quick").require(judged(json), SHA))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> asked(base, "full").require(judged(json), SHA))
        .hasMessageContaining("profile must be full, was \"quick\"");
  }

  /** What the profile names, of the scenarios of what is measured here. */
  @Test
  void require_oneScenarioOfSeveral_isRefused() throws IOException {
    ObjectNode json = json().put("profile", "full");
    String base = json.at("/variants/base/revision").asText();

    assertThatThrownBy(() -> asked(base, "full").require(judged(json), SHA))
        .hasMessageContaining("scenarios must be body-64k, cpu, hello, ")
        .hasMessageContaining(", were hello: ");
  }

  @Test
  void require_allLaunches_areTaken() throws IOException {
    ObjectNode json = json();
    String base = json.at("/variants/base/revision").asText();

    assertThatCode(() -> asked(base, "quick").require(judged(json), SHA))
        .doesNotThrowAnyException();
  }

  /** Else virtual threads could get slower unseen: the launches that would show it are no more. */
  @ParameterizedTest
  @CsvSource({"head, virtual, 0", "base, platform, 0", "head, platform, 7"})
  void require_launchesTakenOut_isRefused(String variant, String mode, int left)
      throws IOException {
    ObjectNode json = json();
    String base = json.at("/variants/base/revision").asText();
    Iterator<JsonNode> launches = json.path("launches").iterator();
    while (launches.hasNext()) {
      JsonNode launch = launches.next();
      if (launch.path("variant").asText().equals(variant)
          && launch.path("mode").asText().equals(mode)
          && (left == 0 || launch.path("round").asInt() == 3)) {
        launches.remove();
      }
    }

    assertThatThrownBy(() -> asked(base, "quick").require(judged(json), SHA))
        .hasMessageContaining(
            "launches of %s hello in %s mode must be of 8 rounds, were of %d"
                .formatted(variant, mode, left));
  }

  private ObjectNode json() throws IOException {
    return (ObjectNode) new ObjectMapper().readTree(SmallRun.write(directory, SHA, 1).toFile());
  }

  private static JudgedRun judged(ObjectNode json) {
    MeasurementRecord record =
        StoredRecord.read(json.toString(), "an untrusted contributor's").record();
    Thresholds thresholds =
        ThresholdsReader.read(Path.of("../thresholds.yaml"), Catalogue.SHIPPED.knownNames());
    return new JudgedRun(record, Judge.judge(record, thresholds), thresholds.inconclusive());
  }

  private static ExpectedComparison asked(String base, String profile) {
    return CommandLine.populateCommand(
        new ExpectedComparison(), "--base", base, "--profile", profile);
  }
}
