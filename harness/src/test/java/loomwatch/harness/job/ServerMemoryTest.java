package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import loomwatch.harness.job.Preflight.ServerMemory;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.measure.variants.Jdk;
import loomwatch.measure.variants.JmhSuite;
import org.junit.jupiter.api.Test;

/** How many servers fit into memory. */
class ServerMemoryTest {
  private static final BuiltVariant VARIANT =
      new BuiltVariant(
          "base",
          new Jdk(Path.of("/jdk"), "25", "25", "v"),
          ShippedServer.of(""),
          JmhSuite.NONE,
          List.of(),
          null,
          new Revision("c", false),
          "11.0.25",
          Map.of(),
          "s");

  @Test
  void require_heapsOfTheirOwn_fitAllAtOnce() {
    List<BuiltVariant> two =
        List.of(
            VARIANT.varied("base", VARIANT.service(), List.of("-Xmx2g")),
            VARIANT.faulty("cpu:1ns"));

    assertThatCode(() -> new ServerMemory(OptionalLong.of(5L << 30)).require(two, 2))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> new ServerMemory(OptionalLong.of(4L << 30)).require(two, 2))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("memory must be 4.5 GiB for the 4 servers that are up at once,")
        .hasMessageContaining("was 4.0;");
  }
}
