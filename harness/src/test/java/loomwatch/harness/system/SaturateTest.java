package loomwatch.harness.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** How much a server bears, where it is known: 200 connections ÷ 50 ms = 4,000/s. */
@ResourceLock("cpus")
class SaturateTest {
  @TempDir Path directory;

  @Test
  void saturate_requestsThatWait_bearsWhatTheirConnectionsAllow() throws Exception {
    Path out = directory.resolve("out");
    Path wrk2 = Files.writeString(directory.resolve("wrk2"), "#!/bin/sh\necho --rate\n");
    Files.setPosixFilePermissions(wrk2, PosixFilePermissions.fromString("rwxr-xr-x"));

    Loomwatch.Ended ended =
        new Loomwatch(directory)
            .run(
                "saturate",
                "--profile",
                "trial",
                "--wrk2",
                wrk2.toString(),
                "--scenario",
                "sleep-50",
                "--mode",
                "virtual",
                "--out",
                out.toString(),
                "--json");

    JsonNode saturation = new ObjectMapper().readTree(ended.out());
    assertThat(saturation.path("engine").asText()).as(ended.err()).isEqualTo("embedded");
    JsonNode found = saturation.at("/found/0");
    assertThat(found.at("/requestsPerSecond").asDouble()).isEqualTo(2_000);
    if (!found.at("/bornePerSecond").isNumber()) {
      // On a machine whose CPUs are taken away no rate is kept often enough.
      assertThat(found.at("/why").asText()).isNotBlank();
      assertThat(ended.exitCode()).isEqualTo(3);
    } else if (found.at("/limit").asText().equals("server")) {
      assertThat(found.at("/bornePerSecond").asDouble()).isBetween(2_900.0, 4_200.0);
      assertThat(ended.exitCode()).as(ended.err()).isZero();
    } else {
      assertThat(found.at("/bornePerSecond").asDouble()).isLessThan(4_200);
    }
    assertThat(out.resolve("saturation.json")).content().isEqualTo(ended.out());
    assertThat(Files.exists(out.resolve("record.json"))).as("it is no run").isFalse();
  }

  /** It ends with more requests than warm-up and slices have, 2,220 with all of them retaken. */
  @Tag("long")
  @Test
  void saturate_serverThatEndsUnderARate_saysSo() throws Exception {
    Shop shop = Shop.in(directory);
    shop.write(
        "Shop.java",
        Shop.SOURCE
            .replace(
                "static final int BYTES",
                "static final AtomicInteger COUNT = new AtomicInteger();\n  static final int BYTES")
            .replace(
                "last = new byte[BYTES];",
                "if (COUNT.incrementAndGet() > 2_600) Runtime.getRuntime().halt(1);")
            .replace(
                "public class", "import java.util.concurrent.atomic.AtomicInteger;\npublic class"));

    Loomwatch.Ended ended =
        shop.run(
            "saturate",
            "--profile",
            "trial",
            "--engine",
            "embedded",
            "--mode",
            "virtual",
            "--json");

    JsonNode found = new ObjectMapper().readTree(ended.out()).at("/found/0");
    assertThat(found.path("bornePerSecond").isNumber()).isFalse();
    assertThat(found.path("limit").isNull()).isTrue();
    assertThat(found.path("why").asText()).contains("exited with 1", "to find its capacity");
    assertThat(ended.exitCode()).isEqualTo(3);
  }
}
