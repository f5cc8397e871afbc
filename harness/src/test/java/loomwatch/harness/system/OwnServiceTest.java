package loomwatch.harness.system;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.StoredRecord;
import loomwatch.results.Variant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A service that knows nothing of Loomwatch, in a repository of its own. */
@ResourceLock("cpus")
class OwnServiceTest {
  @TempDir Path directory;
  private Shop shop;

  @BeforeEach
  void begin() throws Exception {
    shop = Shop.in(directory);
  }

  @Test
  void run_ownService_hasEveryMetricInBothModesAndLeavesNothingRunning() throws Exception {
    shop.write("loomwatch.yaml", Shop.FILE + "  rush: {get: /items, rate: 400, connections: 20}\n");
    Path out = directory.resolve("run");

    Loomwatch.Ended run = shop.run("run", "--profile", "trial", "--json", "--out", out.toString());

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).as(run.err()).hasSize(4);
    assertThat(record.launches().stream().map(Launch::startedAt).distinct())
        .as("one for each mode, for both scenarios")
        .hasSize(2);
    Variant head = requireNonNull(record.variants().get("head"));
    assertThat(head.service()).matches("shop@[0-9a-f]{12}");
    assertThat(head.tomcat()).isEqualTo("none");
    assertThat(record.scenarios()).extracting("maxThreads").containsOnlyNulls();
    assertThat(run.err()).contains("with platform threads, and answers items");
    for (Launch launch : record.launches()) {
      assertThat(launch.invalid())
          .as("what a busy machine does")
          .extracting(Invalid::cause)
          .isSubsetOf(Invalid.Reason.GENERATOR_STALLED, Invalid.Reason.RATE_NOT_REACHED);
      if (launch.valid()) {
        assertThat(launch.samples())
            .extracting(Sample::metric)
            .contains(
                Metric.CPU_PER_REQUEST,
                Metric.ALLOCATED_PER_REQUEST,
                Metric.LATENCY_P50,
                Metric.LIVE_SET,
                Metric.TIME_TO_READY);
      }
    }
    assertThat(Loomwatch.serverPids(out)).noneMatch(Loomwatch::alive);
  }

  @Test
  void compare_revisionThatAllocatesMore_isRegressedAndItsMethodTimed() throws Exception {
    String source =
        Shop.SOURCE
            .replace("last = new byte[BYTES]", "last = stock()")
            .replace("last;\n", "last;\n  static byte[] stock() { return new byte[BYTES]; }\n");
    shop.write("Shop.java", source);
    shop.commit("take stock");
    shop.write("Shop.java", source.replace("BYTES = 1_000", "BYTES = 100_000"));
    shop.commit("sell more");
    Path out = directory.resolve("compared");

    Loomwatch.Ended compare =
        shop.run(
            "compare",
            "--base",
            "ref=main~1",
            "--head",
            "ref=main",
            "--profile",
            "trial",
            "--mode",
            "virtual",
            "--json",
            "--out",
            out.toString());

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).as(compare.err()).hasSizeBetween(6, 10);
    boolean measured = record.launches().stream().allMatch(Launch::valid);
    assertThat(measured ? List.of(1) : List.of(1, 2, 3))
        .as(compare.err())
        .contains(compare.exitCode());
    if (compare.exitCode() == 1) {
      assertThat(out.resolve("causes.json")).as("looked for by itself").exists();
    }
    if (measured) {
      JsonNode metrics = new ObjectMapper().readTree(compare.out()).path("metrics");
      assertThat(metrics)
          .anySatisfy(line -> {
            assertThat(line.path("metric").asText()).isEqualTo("allocated-per-request");
            assertThat(line.at("/change/effectPercent").asDouble()).isGreaterThan(100);
          });
      assertThat(new ObjectMapper().readTree(compare.out()).path("methods"))
          .singleElement()
          .satisfies(method -> {
            assertThat(method.path("method").asText()).isEqualTo("Shop.stock()[B");
            assertThat(method.path("percent").asDouble()).isGreaterThan(100);
            assertThat(method.path("found").asBoolean()).isTrue();
          });
    }
    assertThat(record.variants().values()).allMatch(service -> !service.dirty());
  }

  @Test
  void compare_countsOfRevisionThatThrows_isRegressedAtItsLine() throws Exception {
    shop.write("Shop.java", Shop.throwing("1"));
    shop.commit("sell none");
    Path out = directory.resolve("counted");

    Loomwatch.Ended compare =
        shop.run(
            "compare",
            "--counts",
            "--base",
            "ref=main~1",
            "--head",
            "ref=main",
            "--json",
            "--out",
            out.toString());

    assertThat(compare.exitCode()).as(compare.err()).isEqualTo(1);
    assertThat(StoredRecord.read(out.resolve("record.json")).record().launches()).hasSize(4);
    JsonNode verdict = new ObjectMapper().readTree(compare.out());
    assertThat(verdict.path("metrics"))
        .anySatisfy(line -> {
          assertThat(line.path("metric").asText()).isEqualTo("response-bytes");
          assertThat(line.path("verdict").asText()).isEqualTo("pass");
        });
    assertThat(verdict.path("causes"))
        .hasSize(2)
        .allSatisfy(cause -> {
          assertThat(cause.path("metric").asText()).isEqualTo("exceptions");
          assertThat(cause.path("counted").asText()).isEqualTo("java.lang.NumberFormatException");
          assertThat(cause.path("file").asText()).isEqualTo("Shop.java");
          assertThat(cause.path("line").asInt()).isEqualTo(18);
          assertThat(cause.path("changed").asBoolean()).isTrue();
        });
  }

  @Test
  void compare_countsOfAnotherProgram_exits64() throws Exception {
    shop.servedByPython();
    shop.commit("serve by Python");
    shop.write("serve.py", Shop.PYTHON + "# the end\n");
    shop.commit("end");

    Loomwatch.Ended compare =
        shop.call("compare", "--counts", "--base", "main~1", "--head", "main");

    assertThat(compare.err()).contains("--counts needs a JVM that Loomwatch starts");
    assertThat(compare.exitCode()).isEqualTo(64);
  }

  /** Latency, CPU, memory and threads; what only a JVM tells is missing. */
  @Test
  void run_anotherProgram_hasWhatTheKernelTells() throws Exception {
    shop.servedByPython();
    Path out = directory.resolve("run");

    Loomwatch.Ended run = shop.run("run", "--profile", "trial", "--json", "--out", out.toString());

    MeasurementRecord record = StoredRecord.read(out.resolve("record.json")).record();
    assertThat(record.launches()).as(run.err()).singleElement().isNotNull();
    Launch launch = record.launches().getFirst();
    assertThat(launch.mode()).isEqualTo(Mode.PLATFORM);
    if (launch.valid()) {
      assertThat(launch.samples())
          .extracting(Sample::metric)
          .contains(Metric.CPU_PER_REQUEST, Metric.RSS_AFTER_LOAD)
          .doesNotContain(Metric.ALLOCATED_PER_REQUEST, Metric.COMMITTED_AFTER_LOAD);
    }
  }

  @Tag("long")
  @Test
  void calibrate_ownService_comparesItWithItself() throws Exception {
    shop.servedByPython();
    shop.commit("serve by Python");
    Path out = directory.resolve("campaign");

    Loomwatch.Ended calibrate =
        shop.run(
            "calibrate",
            "--comparisons",
            "1",
            "--profile",
            "trial",
            "--json",
            "--out",
            out.toString());

    assertThat(calibrate.exitCode()).as(calibrate.err()).isZero();
    JsonNode calibration = new ObjectMapper().readTree(calibrate.out());
    assertThat(calibration.at("/unchanged/comparisons").asInt()).isEqualTo(1);
    assertThat(out.resolve("calibration.json")).exists();
  }

  @Test
  void doctor_ownService_isBuiltStartedAndAsked() throws Exception {
    Loomwatch.Ended doctor = shop.call("doctor");

    assertThat(doctor.exitCode()).as(doctor.err()).isIn(0, 3);
    assertThat(doctor.out())
        .contains("This machine ")
        .containsPattern(
            "✔ service +shop: head: ready in .* with platform threads, and answers items; head:"
                + " ready in .* with virtual threads, and answers items");
  }
}
