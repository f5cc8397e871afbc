package loomwatch.harness.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import loomwatch.harness.github.SmallRun;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.measure.plan.Catalogue;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.RecordJson;
import loomwatch.tell.publish.JudgedRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class AskedComparisonTest {
  private static final String SHA = "c0a4cbed4dc6b0d52d101a88d443a55286e535ab";

  @TempDir Path directory;

  /** As of a change in the suite alone; that the servers are alike makes the check neutral. */
  @Test
  void require_comparisonOfNoServer_isTaken() throws IOException {
    ObjectNode json = json();
    String base = json.at("/subjects/base/revision").asText();
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
    String base = json.at("/subjects/base/revision").asText();

    assertThatThrownBy(() -> asked(base, "full").require(judged(json), SHA))
        .hasMessageContaining("scenarios must be body-64k, cpu, hello, ")
        .hasMessageContaining(", were hello: ");
  }

  private ObjectNode json() throws IOException {
    return (ObjectNode) new ObjectMapper().readTree(SmallRun.write(directory, SHA, 1).toFile());
  }

  private static JudgedRun judged(ObjectNode json) {
    MeasurementRecord record = RecordJson.read(json.toString(), "a stranger's");
    return new JudgedRun(
        record,
        Judge.judge(
            record,
            ThresholdsReader.read(Path.of("../thresholds.yaml"), Catalogue.SHIPPED.knownNames())));
  }

  private static AskedComparison asked(String base, String profile) {
    return CommandLine.populateCommand(new AskedComparison(), "--base", base, "--profile", profile);
  }
}
