package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A study as a team writes its own, from file to findings. */
@ResourceLock("cpus")
class StudyTest {
  /** 4 users over 20 ms, on pools of 1 and 4 threads: 50 and 200 requests a second, on any host. */
  private static final String OURS =
      """
      schema: 1
      title: our pool size
      service: shipped
      loop: closed
      load: {get: /sleep?ms=20, users: 4, waits: true}
      factors:
        max-threads: [1, 4]
      rounds: 2
      window: 300 ms
      windows: 2
      claims:
        more: {metric: throughput, of: {max-threads: 4}, over: {max-threads: 1}, at-least: 1.2}
        less: {metric: throughput, of: {max-threads: 4}, over: {max-threads: 1}, at-most: 1.1}
      """;

  @TempDir Path directory;

  @Test
  void study_allAsJson_isOneList() throws Exception {
    String kept = Path.of("../docs/studies").toAbsolutePath().toString();

    Loomwatch.Ended ended =
        new Loomwatch(directory).call("study", "--all", "--show", "--records", kept, "--json");

    JsonNode told = new ObjectMapper().readTree(ended.out());
    assertThat(told.isArray()).isTrue();
    assertThat(told).hasSizeGreaterThan(5).allMatch(study -> study.has("claims"));
  }

  @Test
  void study_ofOnesOwn_tellsWhichClaimsHoldAndCanBeShownAgain() throws Exception {
    Path file = Files.writeString(directory.resolve("ours.yaml"), OURS);
    Loomwatch loomwatch = new Loomwatch(directory);
    // What is begun again takes nothing from earlier records, so must not stumble over one.
    Path broken = loomwatch.out().resolve("studies/ours/20000101T000000Z-0000");
    Files.writeString(Files.createDirectories(broken).resolve("record.json"), "{}");

    Loomwatch.Ended ended = loomwatch.run("study", file.toString(), "--restart", "--json");

    JsonNode told = new ObjectMapper().readTree(ended.out());
    assertThat(told.at("/loop").asText()).isEqualTo("closed");
    assertThat(told.at("/rounds").asInt()).isEqualTo(2);
    assertThat(told.at("/cells")).hasSize(2);
    JsonNode more = told.at("/claims/0");
    assertThat(List.of("name", "source", "verdict", "value", "interval", "published"))
        .allMatch(more::has);
    if (more.at("/verdict").asText().equals("holds")) {
      assertThat(told.at("/claims/1/verdict").asText()).isEqualTo("does-not-hold");
      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
    } else {
      // On a machine whose CPUs are taken away launches are lost, and it must say so.
      assertThat(more.at("/verdict").asText()).isEqualTo("cannot-tell");
    }

    Loomwatch.Ended shown = loomwatch.call("study", file.toString(), "--show", "--json");
    assertThat(shown.out()).isEqualTo(ended.out());
    assertThat(shown.exitCode()).isEqualTo(ended.exitCode());
  }

  @Test
  void study_badFile_showsThePlace() throws Exception {
    Path file = Files.writeString(directory.resolve("ours.yaml"), OURS.replace("closed", "ajar"));

    Loomwatch.Ended ended = new Loomwatch(directory).call("study", file.toString());

    assertThat(ended.exitCode()).isEqualTo(65);
    assertThat(ended.err()).contains("ours.yaml:4:7: loop must be open or closed, was \"ajar\"");
  }

  @Test
  void study_unknownName_suggestsOne() throws Exception {
    Loomwatch.Ended ended = new Loomwatch(directory).call("study", "waitin");

    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(ended.err()).contains("unknown study 'waitin'").contains("waiting");
  }

  @Test
  void study_budgetOfOneAlone_isRefused() throws Exception {
    Loomwatch.Ended ended = new Loomwatch(directory).call("study", "waiting", "--budget", "1h");

    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(ended.err()).contains("--budget must be with --all, was without; add it");
  }

  @Test
  void study_allShownWhereNothingWasMeasured_isRefused() throws Exception {
    Loomwatch.Ended ended = new Loomwatch(directory).call("study", "--all", "--show");

    assertThat(ended.exitCode()).isEqualTo(64);
    assertThat(ended.err()).endsWith("to be shown, none was; leave --show out\n");
  }

  @Test
  void study_list_tellsEachThatShips() throws Exception {
    Loomwatch.Ended ended = new Loomwatch(directory).call("study", "--list");

    try (Stream<Path> files = Files.list(Loomwatch.ROOT.resolve("studies"))) {
      List<String> names =
          files
              .map(file -> String.valueOf(file.getFileName()))
              .filter(name -> name.endsWith(".yaml"))
              .map(name -> name.replace(".yaml", ""))
              .toList();
      assertThat(ended.out()).contains(names);
    }
    assertThat(ended.exitCode()).isZero();
  }
}
