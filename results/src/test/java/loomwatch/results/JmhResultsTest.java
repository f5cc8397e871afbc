package loomwatch.results;

import static java.util.Objects.requireNonNull;
import static loomwatch.results.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import loomwatch.results.JmhResults.Benchmark;
import loomwatch.results.Launch.Mode;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;
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
  private static final JmhResults.Run RUN =
      new JmhResults.Run(4, 2, "head", START, "; see its log for the error");
  private static final Map<String, Benchmark> SUITE =
      Map.of(
          "demo.ThreadCreation.computeInMainThread",
          new Benchmark("no-thread", Mode.PLATFORM),
          "demo.ThreadCreation.computeInPlatformThread",
          new Benchmark("thread-creation", Mode.PLATFORM),
          "demo.ThreadCreation.computeInVirtualThread",
          new Benchmark("thread-creation", Mode.VIRTUAL));
  private static final Map<String, Benchmark> ONE =
      Map.of("demo.Flaky.flaky", new Benchmark("flaky", Mode.VIRTUAL));

  @Test
  void read_oneFork_isALaunchOfTheRunsRound() {
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
  void read_twoForks_areLaunchesOfTwoRounds() {
    assertThat(read("two-forks.json", SUITE))
        .extracting(Launch::round, Launch::order, Launch::scenario, Launch::mode)
        .containsExactly(
            tuple(4, 2, "no-thread", Mode.PLATFORM),
            tuple(5, 2, "no-thread", Mode.PLATFORM),
            tuple(4, 3, "thread-creation", Mode.PLATFORM),
            tuple(5, 3, "thread-creation", Mode.PLATFORM),
            tuple(4, 4, "thread-creation", Mode.VIRTUAL),
            tuple(5, 4, "thread-creation", Mode.VIRTUAL));
  }

  @Test
  void read_manyIterations_isTheirDecileAndMeanOfBytes() {
    Launch second = read("two-forks.json", SUITE).get(1);

    assertThat(value(second, Metric.TIME_PER_OPERATION)).isEqualTo(1.4949961747698537 / 1e6);
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
  void read_allFailedOrNothingWritten_isAllInvalid() {
    assertThat(read("all-failed.json", SUITE)).hasSize(3).noneMatch(Launch::valid);
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
  void read_parameters_arePartOfTheName() {
    Map<String, Benchmark> expected =
        Map.of(
            "demo.Handoff.handOff:users=1", new Benchmark("hand-off-1", Mode.PLATFORM),
            "demo.Handoff.handOff:users=8", new Benchmark("hand-off-8", Mode.PLATFORM));

    assertThat(read("params.json", expected))
        .extracting(Launch::scenario, launch -> value(launch, Metric.TIME_PER_OPERATION))
        .containsExactly(
            tuple("hand-off-1", 1.9783645269996666 / 1e9),
            tuple("hand-off-8", 5.871589384026709 / 1e9));
  }

  @ParameterizedTest
  @CsvSource({
    "'9,9,9,9,9,9,9,9,9,9,5,5,5,5,5,5,5,5,5,5', 5.0, false, +80.0",
    "'4,5,5,5,5,5,5,9,5,5,5,5,9,5,5,5,5,5,5,5', 5.0, true, -20.0"
  })
  void read_iterations_tellWhetherTheForkWasWarm(
      String iterations, double time, boolean steady, String more) {
    Launch launch = minimal("avgt", "s/op", "[[%s]]".formatted(iterations)).get(0);

    assertThat(value(launch, Metric.TIME_PER_OPERATION)).isEqualTo(time);
    assertThat(launch.warmUp())
        .isEqualTo(
            new Launch.WarmUp(
                List.of(),
                steady,
                "the first half of its iterations took %s %% more".formatted(more)));
  }

  @Test
  void scores_anyMode_areSecondsPerOperationOfEachFork() {
    String rate = one("thrpt", "ops/ms", "[[2.0, 6.0], [\"NaN\"]]", "");

    assertThat(JmhResults.scores(rate, "jmh.json").values())
        .containsExactly(
            new JmhResults.Scores(
                "demo.Flaky.flaky", "thrpt", List.of((1 / 2e3 + 1 / 6e3) / 2), List.of()));
    JmhResults.Scores sampled =
        JmhResults.scores(text("sample.json"), "sample.json").values().iterator().next();
    assertThat(sampled.mode()).isEqualTo("sample");
    assertThat(sampled.seconds().getFirst()).isCloseTo(1.61063e-6, within(1e-10));
  }

  @ParameterizedTest
  @CsvSource({"s/op, 2.5", "ms/op, 0.0025", "us/op, 0.0000025", "ns/op, 0.0000000025"})
  void read_anyTimeUnit_isInSeconds(String unit, double seconds) {
    Launch launch = minimal("avgt", unit, "[[2.5]]").get(0);

    assertThat(value(launch, Metric.TIME_PER_OPERATION)).isEqualTo(seconds);
  }

  /** What a counter of the benchmark's own counts is no time of a method. */
  @Test
  void read_group_isOneBenchmarkAndOneForEachMethod() {
    String secondary =
        """
        "get":{"scoreUnit":"us/op","rawData":[[1.0]]}, "put":{"scoreUnit":"us/op","rawData":[[3.0]]},
        "hits":{"scoreUnit":"#","rawData":[[7.0]]}\
        """;
    String json =
        one("avgt", "us/op", "[[2.0]]", secondary)
            .replace("\"forks\"", "\"params\":{\"size\":\"3\"},\"forks\"");
    Map<String, Benchmark> expected = new TreeMap<>();
    for (String name : List.of("flaky:size=3", "flaky:get,size=3", "flaky:put,size=3")) {
      expected.put("demo.Flaky." + name, new Benchmark(name, Mode.PLATFORM));
    }

    assertThat(JmhResults.read(json, "jmh.json", expected, RUN))
        .extracting(Launch::scenario, launch -> value(launch, Metric.TIME_PER_OPERATION))
        .containsExactly(
            tuple("flaky:get,size=3", 1e-6),
            tuple("flaky:put,size=3", 3e-6),
            tuple("flaky:size=3", 2e-6));
    expected.keySet().retainAll(List.of("demo.Flaky.flaky:put,size=3"));
    assertThat(JmhResults.read(json, "jmh.json", expected, RUN)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          size=3                        | m:size=3                            | PLATFORM
          size=3,threads=virtual        | m:size=3                            | VIRTUAL
          threads=platform              | m                                   | PLATFORM
          client=virtual,server=virtual | m:client=virtual,server=virtual     | PLATFORM
          """)
  void of_parameterThatSelectsThreads_isTheMode(String params, String scenario, Mode mode) {
    Map<String, String> byName = new TreeMap<>();
    for (String param : params.split(",", -1)) {
      byName.put(param.split("=", -1)[0], param.split("=", -1)[1]);
    }

    assertThat(Benchmark.of("m", byName, false))
        .isEqualTo(new Benchmark(scenario, mode, byName, false));
  }

  @Test
  void read_singleShot_isATime() {
    assertThat(minimal("ss", "s/op", "[[2.5]]").get(0).valid()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[[2.5, \"NaN\"]]", "[[]]", "[]"})
  void read_noIterationOrNan_isNoScore(String rawData) {
    assertThat(minimal("avgt", "s/op", rawData).get(0).invalid())
        .containsExactly(failed("score for fork 1 of 1 of demo.Flaky.flaky"));
  }

  /** Older JMH has a dot before the name. */
  @ParameterizedTest
  @CsvSource({"gc.alloc.rate.norm, \"NaN\",", "·gc.alloc.rate.norm, 624, 624"})
  void read_allocation_isReadAndMissingIfNan(String name, String value, @Nullable Double expected) {
    String secondary = "\"%s\":{\"scoreUnit\":\"B/op\",\"rawData\":[[%s]]}".formatted(name, value);
    String json = one("avgt", "s/op", "[[2.5]]", secondary);
    Launch launch = JmhResults.read(json, "jmh.json", ONE, RUN).get(0);
    assertThat(launch.valid()).isTrue();
    assertThat(launch.sample(Metric.ALLOCATED_PER_OPERATION).map(Sample::value))
        .isEqualTo(Optional.ofNullable(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          thrpt | ops/s | [[2.5]] | mode must be avgt or ss, was thrpt; run JMH with -bm avgt
          avgt | day/op | [[2.5]] | primaryMetric.scoreUnit must be one of ms/op, ns/op, s/op, us/op, was day/op
          avgt | s/op | null | primaryMetric.rawData must be a list, was missing
          avgt | s/op | [[1.0],[1e999]] | primaryMetric.rawData[1] must be numbers that are 0 or from 1e-15 to 1e15 in base units, was Infinity
          avgt | s/op | [[1.0],[1e308]] | primaryMetric.rawData[1] must be numbers that are 0 or from 1e-15 to 1e15 in base units, was 1.0E308
          avgt | s/op | [[1.0],[1e-320]] | primaryMetric.rawData[1] must be numbers that are 0 or from 1e-15 to 1e15 in base units, was 1.0E-320
          """)
  void read_modeUnitOrValueThatCannotBeTaken_saysSo(
      String mode, String unit, String rawData, String message) {
    assertRefused(() -> minimal(mode, unit, rawData), "jmh.json: [0]." + message);
  }

  @Test
  void read_otherBenchmarksOrModes_areRefused() {
    assertRefused(
        () -> read("sample.json", SUITE),
        "sample.json: [0].mode must be avgt or ss, was sample; run JMH with -bm avgt");
    assertRefused(
        () -> read("one-fork-failed.json", SUITE),
        "one-fork-failed.json: [0].benchmark must be one of"
            + " demo.ThreadCreation.computeInMainThread,"
            + " demo.ThreadCreation.computeInPlatformThread,"
            + " demo.ThreadCreation.computeInVirtualThread,"
            + " was demo.Flaky.flaky; let JMH's pattern match these only");
    String one = one("avgt", "s/op", "[[2.5]]", "");
    refused(
        "[" + one.substring(1, one.length() - 1) + "," + one.substring(1),
        "jmh.json: [1].benchmark must be there once, was there again: demo.Flaky.flaky;"
            + " run one mode");
    refused(
        one.replace("\"forks\":1", "\"forks\":2147483647"),
        "jmh.json: [0].forks must be at most 10000, was 2147483647");
  }

  @Test
  void read_whatIsNoOutputOfJmh_isRefused() {
    refused("{}", "jmh.json: JMH results must be a list, was another value; run JMH with -rf json");
    refused(
        "[\n{ \"jmhVersion\" :",
        "jmh.json:2:17: JMH results must be JSON, was not; run JMH with -rf json and to its end");
    for (String json : List.of("[".repeat(10_000), "[" + "9".repeat(10_000) + "]")) {
      assertThatThrownBy(() -> JmhResults.read(json, "jmh.json", ONE, RUN))
          .as("beyond the parser's limits")
          .isInstanceOf(RecordException.class)
          .hasMessageContaining("JMH results must be JSON, was not");
    }
  }

  private static void refused(String json, String message) {
    assertRefused(() -> JmhResults.read(json, "jmh.json", ONE, RUN), message);
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

  private static List<Launch> minimal(String mode, String unit, String rawData) {
    return JmhResults.read(one(mode, unit, rawData, ""), "jmh.json", ONE, RUN);
  }

  private static String one(String mode, String unit, String rawData, String secondary) {
    return """
    [{"benchmark":"demo.Flaky.flaky","mode":"%s","forks":1,
      "primaryMetric":{"scoreUnit":"%s","rawData":%s},"secondaryMetrics":{%s}}]\
    """
        .formatted(mode, unit, rawData, secondary);
  }

  private static double value(Launch launch, Metric metric) {
    return launch.sample(metric).orElseThrow().value();
  }

  private static List<Launch> read(String name, Map<String, Benchmark> expected) {
    return JmhResults.read(text(name), name, expected, RUN);
  }

  private static String text(String name) {
    try (InputStream in =
        requireNonNull(JmhResultsTest.class.getResourceAsStream("jmh/" + name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void allFailed_always_isAnInvalidLaunchOfEachByName() {
    Map<String, Benchmark> expected =
        Map.of(
            "demo.B.b", new Benchmark("second", Mode.VIRTUAL),
            "demo.A.a", new Benchmark("first", Mode.PLATFORM));
    List<Invalid> hung = List.of(new Invalid(Invalid.Reason.BENCHMARK_FAILED, "JMH hung"));
    assertThat(JmhResults.allFailed(expected, RUN, "JMH hung"))
        .extracting(Launch::round, Launch::order, Launch::scenario, Launch::mode, Launch::invalid)
        .containsExactly(
            tuple(4, 2, "first", Mode.PLATFORM, hung), tuple(4, 3, "second", Mode.VIRTUAL, hung));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.B           | a.B.c:kind=x,size=1 | true",
        "a.B.c         | a.B.c:kind=x,size=1 | true",
        "a.B.c:size=1  | a.B.c:kind=x,size=1 | true",
        "a.B.c:size=1  | a.B.c:size=1.5      | false",
        "a.B.g:put     | a.B.g:put,size=1    | true",
        "a.B.c:size=1  | a.B.c:size=10       | false",
        "a.B           | a.Bad.c             | false",
        "jmh-create    | jmh-create          | true",
        "jmh-create    | jmh-create-batch    | false"
      })
  void isOf_part_endsWhereAPartEnds(String part, String name, boolean is) {
    assertThat(JmhResults.isOf(part, name)).isEqualTo(is);
  }
}
