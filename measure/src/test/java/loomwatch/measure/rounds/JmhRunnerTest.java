package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import loomwatch.measure.launch.Children;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.plan.Profile.JmhPlan;
import loomwatch.measure.rounds.Equipment.VariantStart;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A JMH that fails in every way: a script in place of the JDK's java. */
class JmhRunnerTest {
  private static final JmhPlan BATCH =
      new JmhPlan(JmhBenchmarks.selectedBy("ThreadCreationBatch"), List.of("-p", "size=1,2"), 1, 1);

  @TempDir Path directory;

  @Test
  void run_jmhLeavesNothing_isAFailureOfEachBenchmark() throws Exception {
    assertThat(run("exit 1"))
        .extracting(Launch::round, Launch::order, Launch::scenario, Launch::mode, Launch::invalid)
        .containsExactly(
            tuple(7, 1, "jmh-create-batch", Mode.PLATFORM, noResultOf("platformThreads")),
            tuple(7, 2, "jmh-create-batch", Mode.VIRTUAL, noResultOf("virtualThreads")));
  }

  @ParameterizedTest
  @CsvSource({
    "'echo \"# Warmup 1: <forked VM failed with exit code 3>\"', ': forked VM failed with exit code 3'",
    "'echo \"<failure>\"; echo; echo \"a.Error: no database\"', ': a.Error: no database'"
  })
  void run_benchmarkFails_saysWhy(String script, String why) throws Exception {
    assertThat(run(script).getFirst().invalid().getFirst().detail())
        .contains(".platformThreads" + why + "; its log: ");
  }

  /** Base and head must be measured alike. */
  @Test
  void run_headTakesTooLong_isRunAgainInBothWithFewIterations() throws Exception {
    Path iterations = directory.resolve("iterations");
    String script =
        "case \"$*\" in *'-i 40'*'-Dhead'*) sleep 600;; esac; echo \"$*\" >> " + iterations;
    JmhPlan plan = new JmhPlan(BATCH.benchmarks(), List.of(), 4, 40);
    VariantStart base = start(script);
    VariantStart head =
        new VariantStart(
            "head", base.jdk(), base.service(), "none", List.of(), List.of("-Dhead=yes"));

    try (Children children = new Children()) {
      new JmhRunner(children, List.of(), directory, any -> Duration.ofSeconds(1))
          .run(7, 1, List.of(base, head), plan);
    }

    assertThat(Files.readAllLines(iterations))
        .extracting(line -> line.replaceFirst(".* -i (\\d+) .*", "$1"))
        .containsExactly("40", "5", "5");
  }

  @Test
  void run_jmhHangs_isKilledWithWhatItStarted() throws Exception {
    Path pid = directory.resolve("pid");

    try (Children children = new Children()) {
      VariantStart base = start("sleep 600 & echo $! > " + pid + "; wait");
      assertThat(
              new JmhRunner(children, List.of(), directory, any -> Duration.ofMillis(250))
                  .run(7, 1, List.of(base), BATCH))
          .hasSize(2)
          .extracting(Launch::invalid)
          .containsOnly(
              failed("JMH hung and was killed; its log: " + directory.resolve("jmh-7-1-base.log")));
    }
    ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
        .ifPresent(child -> assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(20)));
  }

  @Test
  void run_jmhLeavesGarbage_saysWhereItStands() throws Exception {
    Path result = directory.resolve("jmh-7-1-base.json");

    assertThat(run("echo '{}' > " + result))
        .hasSize(2)
        .extracting(Launch::invalid)
        .containsOnly(
            failed(
                result + ": JMH results must be a list, was another value; run JMH with -rf json"));
  }

  @Test
  void run_jmhLeavesBytesThatAreNoText_saysWhereTheyStand() throws Exception {
    Path result = directory.resolve("jmh-7-1-base.json");

    assertThat(run("printf '[\\377]' > " + result))
        .hasSize(2)
        .extracting(Launch::invalid)
        .containsOnly(
            failed(
                result
                    + ":1:2: JMH results must be JSON, was not; run JMH with -rf json and to its"
                    + " end"));
  }

  /** A variant's suite may hold more than this Loomwatch knows. */
  @Test
  void run_include_isOfTheBenchmarksThatAreKnown() throws Exception {
    Path arguments = directory.resolve("arguments");

    assertThat(run("printf '%s\\n' \"$@\" > " + arguments)).hasSize(2);

    List<String> given = Files.readAllLines(arguments);
    assertThat(Pattern.compile(given.get(given.indexOf("org.openjdk.jmh.Main") + 1)).asPredicate())
        .accepts(
            "loomwatch.jmh.ThreadCreationBatch.platformThreads",
            "loomwatch.jmh.ThreadCreationBatch.virtualThreads")
        .rejects(
            "loomwatch.jmh.ThreadCreationBatch.virtualThreadsOfTwo",
            "loomwatch.jmh.ThreadCreationBatch.pooledThreads");
    assertThat(given)
        .containsSubsequence(
            "-bm", "avgt", "-wi", "1", "-w", "300ms", "-i", "1", "-r", "30ms", "-p", "size=1,2")
        .endsWith("-jvmArgsAppend", "-Xmx64m -Da=b");
  }

  private List<Launch> run(String script) throws Exception {
    try (Children children = new Children()) {
      return new JmhRunner(children, List.of(), directory).run(7, 1, List.of(start(script)), BATCH);
    }
  }

  private VariantStart start(String script) throws Exception {
    Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new VariantStart(
        "base",
        directory.resolve("jdk"),
        ShippedServer.of("none"),
        "none",
        List.of(),
        List.of("-Xmx64m", "-Da=b"));
  }

  private List<Invalid> noResultOf(String method) {
    return failed(
        "JMH left no result for loomwatch.jmh.ThreadCreationBatch."
            + method
            + "; its log: "
            + directory.resolve("jmh-7-1-base.log"));
  }

  private static List<Invalid> failed(String detail) {
    return List.of(new Invalid(Invalid.Reason.BENCHMARK_FAILED, detail));
  }
}
