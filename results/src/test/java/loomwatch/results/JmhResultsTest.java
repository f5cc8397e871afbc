package loomwatch.results;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.results.JmhResults.Benchmark;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files beside are outputs of JMH 1.37 on JDK 25.0.3 with {@code -rf json}, {@code -prof gc}
 * but for the last three: {@code two-forks} ({@code -f 2 -i 3}), {@code one-failed} (a benchmark
 * that throws; exit code 0), {@code all-failed} (only that benchmark; exit code 0), {@code
 * one-fork-failed} ({@code -f 3}, the first throws), {@code params}, {@code sample} ({@code -bm
 * sample}).
 */
class JmhResultsTest {
  private static final Instant START = Instant.parse("2026-11-21T05:01:00Z");
  static final JmhResults.Run RUN = new JmhResults.Run(4, 2, "head", START);
  static final Map<String, Benchmark> SUITE =
      Map.of(
          "demo.ThreadCreation.computeInMainThread",
          new Benchmark("no-thread", Mode.PLATFORM),
          "demo.ThreadCreation.computeInPlatformThread",
          new Benchmark("thread-creation", Mode.PLATFORM),
          "demo.ThreadCreation.computeInVirtualThread",
          new Benchmark("thread-creation", Mode.VIRTUAL));
  static final Map<String, Benchmark> ONE =
      Map.of("demo.Flaky.flaky", new Benchmark("flaky", Mode.VIRTUAL));

  @Test
  void read_oneFork_isALaunchOfTheRunsBlock() {
    Launch launch = read("one-failed.json", withFailing()).get(1);

    assertThat(launch)
        .isEqualTo(
            new Launch(
                4,
                3,
                "head",
                Mode.PLATFORM,
                "thread-creation",
                START,
                null,
                null,
                null,
                List.of(),
                List.of(
                    Sample.of(Metric.TIME_PER_OPERATION, 101.4428928928929 / 1e6),
                    Sample.of(Metric.ALLOCATED_PER_OPERATION, 350.8708708708709)),
                List.of()));
  }

  @Test
  void read_twoForks_areLaunchesOfTwoBlocks() {
    assertThat(read("two-forks.json", SUITE))
        .extracting(Launch::block, Launch::order, Launch::scenario, Launch::mode)
        .containsExactly(
            tuple(4, 2, "no-thread", Mode.PLATFORM),
            tuple(5, 2, "no-thread", Mode.PLATFORM),
            tuple(4, 3, "thread-creation", Mode.PLATFORM),
            tuple(5, 3, "thread-creation", Mode.PLATFORM),
            tuple(4, 4, "thread-creation", Mode.VIRTUAL),
            tuple(5, 4, "thread-creation", Mode.VIRTUAL));
  }

  @Test
  void read_manyIterations_isTheirMeanWithinTheFork() {
    Launch second = read("two-forks.json", SUITE).get(1);

    assertThat(value(second, Metric.TIME_PER_OPERATION))
        .isEqualTo((1.4949961747698537 + 1.4953982414198905 + 1.5125280994895092) / 3 / 1e6);
    assertThat(value(second, Metric.ALLOCATED_PER_OPERATION))
        .isEqualTo((0.05179689069814171 + 0.05163238570339504 + 0.05205358280672559) / 3);
  }

  @Test
  void read_benchmarkThatFailed_isAnInvalidLaunch() {
    Launch failed = read("one-failed.json", withFailing()).get(3);

    assertThat(failed.samples()).isEmpty();
    assertThat(failed.invalid()).containsExactly(failed("result for demo.ThreadCreation.fails"));
  }

  @Test
  void read_allFailed_isAllInvalid() {
    assertThat(read("all-failed.json", SUITE)).hasSize(3).noneMatch(Launch::valid);
  }

  @Test
  void read_emptyFile_isAllInvalid() {
    assertThat(JmhResults.read("", "jmh.json", SUITE, RUN)).hasSize(3).noneMatch(Launch::valid);
  }

  @Test
  void read_oneForkFailed_isAnInvalidLaunchBesideTheGood() {
    List<Launch> launches = read("one-fork-failed.json", ONE);

    assertThat(launches).extracting(Launch::valid).containsExactly(true, true, false);
    assertThat(launches.get(2).invalid())
        .containsExactly(failed("score for fork 3 of 3 of demo.Flaky.flaky"));
  }

  @Test
  void read_noProfiler_hasNoAllocation() {
    Launch launch = read("one-fork-failed.json", ONE).get(0);

    assertThat(launch.samples()).extracting(Sample::metric).containsOnly(Metric.TIME_PER_OPERATION);
  }

  @Test
  void read_parameters_arePartOfTheName() {
    Map<String, Benchmark> expected =
        Map.of(
            "demo.Handoff.handOff:users=1", new Benchmark("hand-off-1", Mode.PLATFORM),
            "demo.Handoff.handOff:users=8", new Benchmark("hand-off-8", Mode.PLATFORM));

    assertThat(read("params.json", expected))
        .extracting(Launch::scenario, launch -> value(launch, Metric.TIME_PER_OPERATION))
        .containsExactly(
            tuple("hand-off-1", (2.3013868721246586 + 1.9783645269996666) / 2 / 1e9),
            tuple("hand-off-8", (5.900403895761202 + 5.871589384026709) / 2 / 1e9));
  }

  @ParameterizedTest
  @CsvSource({"s/op, 2.5", "ms/op, 0.0025", "us/op, 0.0000025", "ns/op, 0.0000000025"})
  void read_anyTimeUnit_isInSeconds(String unit, double seconds) {
    Launch launch = minimal("avgt", unit, "[[2.5]]").get(0);

    assertThat(value(launch, Metric.TIME_PER_OPERATION)).isEqualTo(seconds);
  }

  @Test
  void read_singleShot_isATime() {
    assertThat(minimal("ss", "s/op", "[[2.5]]").get(0).valid()).isTrue();
  }

  @Test
  void read_nanIteration_isNoScore() {
    Launch launch = minimal("avgt", "s/op", "[[2.5, \"NaN\"]]").get(0);

    assertThat(launch.invalid())
        .containsExactly(failed("score for fork 1 of 1 of demo.Flaky.flaky"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[[]]", "[]"})
  void read_noIteration_isNoScore(String rawData) {
    assertThat(minimal("avgt", "s/op", rawData).get(0).valid()).isFalse();
  }

  @Test
  void read_nanAllocation_isMissing() {
    String json = one("avgt", "s/op", "[[2.5]]", allocation("gc.alloc.rate.norm", "\"NaN\""));
    Launch launch = JmhResults.read(json, "jmh.json", ONE, RUN).get(0);

    assertThat(launch.valid()).isTrue();
    assertThat(launch.sample(Metric.ALLOCATED_PER_OPERATION)).isEmpty();
  }

  @Test
  void read_allocationOfOlderJmh_isRead() {
    String json = one("avgt", "s/op", "[[2.5]]", allocation("·gc.alloc.rate.norm", "624"));
    Launch launch = JmhResults.read(json, "jmh.json", ONE, RUN).get(0);

    assertThat(value(launch, Metric.ALLOCATED_PER_OPERATION)).isEqualTo(624);
  }

  private static Map<String, Benchmark> withFailing() {
    Map<String, Benchmark> suite = new TreeMap<>(SUITE);
    suite.put("demo.ThreadCreation.fails", new Benchmark("fails", Mode.PLATFORM));
    return suite;
  }

  private static Invalid failed(String missing) {
    return new Invalid(
        Invalid.Reason.BENCHMARK_FAILED, "JMH left no " + missing + "; see its log for the error");
  }

  static List<Launch> minimal(String mode, String unit, String rawData) {
    return JmhResults.read(one(mode, unit, rawData, ""), "jmh.json", ONE, RUN);
  }

  static String one(String mode, String unit, String rawData, String secondary) {
    return """
    [{"benchmark":"demo.Flaky.flaky","mode":"%s","forks":1,
      "primaryMetric":{"scoreUnit":"%s","rawData":%s},"secondaryMetrics":{%s}}]\
    """
        .formatted(mode, unit, rawData, secondary);
  }

  private static String allocation(String name, String value) {
    return "\"%s\":{\"scoreUnit\":\"B/op\",\"rawData\":[[%s]]}".formatted(name, value);
  }

  private static double value(Launch launch, Metric metric) {
    return launch.sample(metric).orElseThrow().value();
  }

  static List<Launch> read(String name, Map<String, Benchmark> expected) {
    try (InputStream in =
        requireNonNull(JmhResultsTest.class.getResourceAsStream("jmh/" + name), name)) {
      String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return JmhResults.read(json, name, expected, RUN);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void allFailed_always_isAnInvalidLaunchOfEachByName() {
    List<Launch> launches =
        JmhResults.allFailed(
            Map.of(
                "demo.B.b", new JmhResults.Benchmark("second", Mode.VIRTUAL),
                "demo.A.a", new JmhResults.Benchmark("first", Mode.PLATFORM)),
            new JmhResults.Run(4, 2, "base", Instant.parse("2026-11-21T05:01:00Z")),
            "JMH hung");

    List<Invalid> hung = List.of(new Invalid(Invalid.Reason.BENCHMARK_FAILED, "JMH hung"));
    assertThat(launches)
        .extracting(
            Launch::block,
            Launch::order,
            Launch::arm,
            Launch::scenario,
            Launch::mode,
            Launch::invalid)
        .containsExactly(
            tuple(4, 2, "base", "first", Mode.PLATFORM, hung),
            tuple(4, 3, "base", "second", Mode.VIRTUAL, hung));
  }
}
