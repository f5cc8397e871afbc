package loomwatch.measure.variants;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison killed with no time to tidy up, while it builds. */
class KilledBuildTest {
  @TempDir Path temporary;

  /** What is killed: a build that would go on for ten minutes. */
  static final class Comparison {
    private Comparison() {}

    public static void main(String[] arguments) throws Exception {
      Path directory = Path.of(arguments[0]);
      Checkout checkout = Checkout.existing(directory);
      VariantSpec spec = VariantSpec.parse("--base", "ref=main");
      String slowBuild = "echo $$ > %s/pid.new; mv %1$s/pid.new %1$s/pid; exec sleep 600 #";
      checkout.variants(checkout.root, slowBuild.formatted(directory)).build(spec, spec);
    }
  }

  @Test
  void build_killed_endsTheBuildAndTheNextComparisonStartsClean() throws Exception {
    Checkout checkout = Checkout.in(temporary);
    Process comparison =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Comparison.class.getName(),
                temporary.toString())
            .redirectErrorStream(true)
            .redirectOutput(temporary.resolve("output").toFile())
            .start();
    Path pid = temporary.resolve("pid");
    try {
      await("the build runs", () -> Files.exists(pid) || !comparison.isAlive());
      assertThat(pid).as(Files.readString(temporary.resolve("output"))).exists();
    } finally {
      comparison.destroyForcibly().waitFor();
    }

    long build = Long.parseLong(Files.readString(pid).strip());
    await(
        "the build is gone",
        () -> !ProcessHandle.of(build).map(ProcessHandle::isAlive).orElse(false));
    assertThat(checkout.cached()).noneMatch(name -> name.endsWith(".built"));

    BuiltVariants variants = checkout.build("ref=main", "ref=main");

    assertThat(variants.base().tomcat()).isEqualTo("11.0.25");
    assertThat(checkout.cached())
        .anyMatch(name -> name.endsWith(".built"))
        .noneMatch(name -> name.startsWith(".building"));
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("did not happen within 60 s: " + what);
      }
      Thread.sleep(20);
    }
  }
}
