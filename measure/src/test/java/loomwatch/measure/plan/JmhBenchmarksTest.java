package loomwatch.measure.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;

class JmhBenchmarksTest {
  /** What JMH's annotation processor lists of the suite, which is started and never called. */
  private static final Path LIST =
      Path.of("..", "jmh", "target", "classes", "META-INF", "BenchmarkList");

  /** Each text is preceded by its length: the class, the generated class, the method. */
  private static final Pattern ENTRY =
      Pattern.compile("(?m)^JMH S \\d+ (\\S+) S \\d+ \\S+ S \\d+ (\\S+) ");

  @Test
  void byMethod_isWhatTheSuiteHolds() throws Exception {
    List<String> suite =
        ENTRY
            .matcher(Files.readString(LIST))
            .results()
            .map((MatchResult entry) -> entry.group(1) + "." + entry.group(2))
            .toList();

    assertThat(JmhBenchmarks.byMethod().keySet()).containsExactlyInAnyOrderElementsOf(suite);
  }

  @Test
  void byMethod_namesEachScenarioAndModeOnce() {
    assertThat(JmhBenchmarks.byMethod().values()).doesNotHaveDuplicates();
  }

  @Test
  void byMethod_everyScenarioButTheFloor_hasBothModes() {
    for (String scenario : JmhBenchmarks.scenarios()) {
      assertThat(JmhBenchmarks.byMethod().values())
          .filteredOn(benchmark -> benchmark.scenario().equals(scenario))
          .extracting(JmhResults.Benchmark::mode)
          .as(scenario)
          .containsExactlyInAnyOrder(
              scenario.equals("jmh-caller") ? new Mode[] {Mode.PLATFORM} : Mode.values());
    }
  }

  @Test
  void selectedBy_smokesInclude_isTheBatchPair() {
    assertThat(Profile.SMOKE.jmh().benchmarks())
        .containsOnlyKeys(
            "loomwatch.jmh.ThreadCreationBatch.platformThreads",
            "loomwatch.jmh.ThreadCreationBatch.virtualThreads");
  }

  /** Two users would add two forks to each pass. */
  @Test
  void selectedBy_quicksInclude_isAllOfOneUser() {
    Set<String> ofOneUser = new TreeSet<>(JmhBenchmarks.byMethod().keySet());
    ofOneUser.removeIf(method -> method.contains("twoUsers"));

    assertThat(Profile.QUICK.jmh().benchmarks().keySet()).isEqualTo(ofOneUser).hasSize(7);
  }

  @Test
  void selectedBy_fullsInclude_isTheSuite() {
    assertThat(Profile.FULL.jmh().benchmarks()).isEqualTo(JmhBenchmarks.byMethod());
  }
}
