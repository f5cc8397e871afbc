package loomwatch.harness.init;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class WorkflowFileTest {

  /** Names that YAML would take for a number, a truth value, a comment, a list, or nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"main", "1.10", "on", "#y", "a,b", "@x", "it's", "null", "a: b", "{x}"})
  void text_oddNames_areReadAsTheyAre(String name) {
    WorkflowFile file =
        new WorkflowFile("acme/loomwatch", "0".repeat(40), "v1", name, "services/" + name);

    Map<?, ?> read = read(file.text());

    assertThat(read.get("name")).isEqualTo("Loomwatch of services/" + name);
    assertThat(map(map(read, "on"), "push").get("branches")).isEqualTo(List.of(name));
    assertThat(map(map(map(read, "jobs"), "loomwatch"), "with").get("folder"))
        .isEqualTo("services/" + name);
    assertThat(WorkflowFile.ofAnother(file.text(), "services/" + name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"c++, 'c\\+\\+'", "!x, '\\!x'", "a!b, a!b"})
  void text_branchThatIsAPattern_meansItself(String branch, String filter) {
    WorkflowFile file = new WorkflowFile("acme/loomwatch", "0".repeat(40), "v1", branch, "");

    assertThat(map(map(read(file.text()), "on"), "push").get("branches"))
        .isEqualTo(List.of(filter));
  }

  @Test
  void ofAnother_folderOfTheSameFile_isTold() {
    String text = new WorkflowFile("acme/loomwatch", "0".repeat(40), "v1", "main", "a-b").text();

    assertThat(WorkflowFile.ofAnother(text, "a/b")).contains("a-b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a-b c", "\"a-b c\"", "'a-b c'"})
  void ofAnother_whateverQuotes_isRead(String written) {
    assertThat(WorkflowFile.ofAnother("with: {folder: " + written + "}", "a/b c"))
        .isEqualTo(written.startsWith("a") ? Optional.empty() : Optional.of("a-b c"));
    assertThat(WorkflowFile.ofAnother("folder: '" + "x".repeat(100_000), "a/b")).isEmpty();
  }

  private static Map<?, ?> read(String yaml) {
    return (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(yaml);
  }

  private static Map<?, ?> map(Map<?, ?> of, String key) {
    return (Map<?, ?>) requireNonNull(of.get(key));
  }
}
