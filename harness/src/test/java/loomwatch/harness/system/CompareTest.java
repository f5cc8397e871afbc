package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Base against head on real servers, from SPECs to verdict. */
@ResourceLock("cpus")
class CompareTest {
  @TempDir Path directory;
  private Loomwatch loomwatch;
  private Path out;

  @BeforeEach
  void begin() throws Exception {
    SmallCheckout checkout = new SmallCheckout(directory);
    checkout.mark("server", "2");
    loomwatch = checkout.loomwatch(directory);
    out = directory.resolve("run");
  }

  @Tag("long")
  @Test
  void compare_headAllocatesMore_isRegressedAndItsVerdictIsRecomputable() throws Exception {
    String head = "ref=.,flags=-XX:+UseParallelGC,fault=alloc:300%";

    Loomwatch.Ended compare = compare("ref=main", head, "--mode", "virtual");

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).as(compare.err()).hasSize(10);
    // A machine too busy to measure must not be taken for a regression, nor for a pass.
    boolean measured = record.launches().stream().allMatch(Launch::valid);
    assertThat(measured ? List.of(1) : List.of(1, 2, 3))
        .as(compare.err())
        .contains(compare.exitCode());
    JsonNode verdict = new ObjectMapper().readTree(compare.out());
    assertThat(verdict.at("/comparison/base").asText()).isEqualTo("ref=main");
    assertThat(verdict.at("/comparison/head").asText()).isEqualTo(head);
    assertThat(Files.readString(out.resolve("verdict.json"))).isEqualTo(compare.out());
    assertThat(out.resolve("report.md")).content().contains("fault alloc:300%");
    assertThat(Loomwatch.serverPids(out)).hasSize(10).noneMatch(Loomwatch::alive);

    Loomwatch.Ended gate = loomwatch.call("gate", "--json", out.toString());
    assertThat(gate.out()).isEqualTo(compare.out());
    assertThat(gate.exitCode()).isEqualTo(compare.exitCode());
  }

  @Test
  void compare_noServerStarts_isInvalidNamingBothVariants() throws Exception {
    Path started = directory.resolve("started");
    Path jdk =
        FakeJdk.whoseServers(
            directory.resolve("jdk"), "echo $* >> " + started + "; echo no keystore; exit 3");

    Loomwatch.Ended compare =
        compare(
            "jdk=" + jdk, "fault=cpu:5%,jdk=" + jdk, "--mode", "virtual", "--jit", "deterministic");

    assertThat(Files.readAllLines(started))
        .isNotEmpty()
        .allMatch(server -> server.contains("-XX:-TieredCompilation"));
    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(3);
    assertThat(compare.err())
        .contains("interim analysis 1 of 2, after 3 rounds: invalid; stops here\n")
        .contains(
            "  invalid: hello base virtual round 3: server-not-ready: the virtual server exited"
                + " with 3 at start; its last lines:\n    no keystore\n");
    JsonNode verdict = new ObjectMapper().readTree(compare.out());
    assertThat(verdict.path("verdict").asText()).isEqualTo("invalid");
    assertThat(verdict.path("invalid")).hasSize(6);
    assertThat(out.resolve("record.json")).exists();

    Loomwatch.Ended report = loomwatch.call("report", out.toString());
    assertThat(report.exitCode()).isZero();
    assertThat(report.out()).contains("server-not-ready");
  }

  /** What a thread costs moves with the JDK. */
  @Test
  void compare_jdksDiffer_runsTheSuiteToo() throws Exception {
    String script =
        """
        case "$*" in *" loomwatch."*|*" org.openjdk.jmh.Main "*) exit 3 ;; esac
        exec %s/bin/java "$@"
        """
            .formatted(System.getProperty("java.home"));
    String version = Runtime.version().toString();
    Path old = FakeJdk.at(directory.resolve("old"), version, script);
    Path jdk = FakeJdk.at(directory.resolve("new"), version, script);

    Loomwatch.Ended compare = compare("jdk=" + old, "jdk=" + jdk, "--mode", "virtual");

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(3);
    assertThat(StoredRecord.read(out.resolve("record.json")).record().launches())
        .extracting(Launch::scenario)
        .contains("hello", "jmh-create-batch");
  }

  private Loomwatch.Ended compare(String base, String head, String... more) throws Exception {
    String[] arguments = new String[more.length + 13];
    String[] first = {
      "compare",
      "--base",
      base,
      "--head",
      head,
      "--profile",
      "trial",
      "--rate",
      "500",
      "--no-why",
      "--json",
      "--out",
      out.toString()
    };
    System.arraycopy(first, 0, arguments, 0, first.length);
    System.arraycopy(more, 0, arguments, first.length, more.length);
    return loomwatch.run(arguments);
  }
}
