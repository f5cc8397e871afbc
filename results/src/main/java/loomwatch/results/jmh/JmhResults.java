package loomwatch.results.jmh;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import loomwatch.results.Invalid;
import loomwatch.results.JsonFormat;
import loomwatch.results.Launch;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.Sample;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/**
 * The results of one JMH run ({@code -rf json}) as launches.
 *
 * <p>Each fork is a launch; its value is the mean of its iterations, because iterations of one JVM
 * are not independent (Kalibera and Jones 2013). JMH ends well even when benchmarks failed: a
 * failed benchmark is simply not there, and a failed fork is left out of {@code rawData}. So every
 * benchmark asked for is accounted for here, and what is missing becomes an invalid launch.
 */
public final class JmhResults {
  private static final JsonMapper MAPPER = new JsonMapper();

  private static final String SEE_LOG = "; see its log for the error";

  private JmhResults() {}

  /**
   * What a benchmark measures.
   *
   * @param scenario the name in records
   * @param mode the kind of thread it uses
   */
  public record Benchmark(String scenario, Mode mode) {}

  /**
   * What all launches of a JMH run have in common.
   *
   * @param block of the first fork; each further fork of a benchmark is one block later
   * @param order the place in the block of the run's first benchmark; the others follow
   * @param arm {@code head} or {@code base}
   * @param startedAt when JMH was started: it does not tell when each fork was
   */
  public record Run(int block, int order, String arm, Instant startedAt) {}

  /**
   * Reads the results, in the order JMH runs benchmarks: by name.
   *
   * @param json the file's text; empty when JMH ended before it wrote any
   * @param source how messages name it, such as its path
   * @param expected by the benchmark's full name, {@code package.Class.method}; for one with
   *     parameters, by {@code package.Class.method:name=value,name=value} with the names in order
   * @throws RecordException when it is not JMH's JSON, not a time per operation, or tells of a
   *     benchmark not expected
   */
  public static List<Launch> read(
      String json, String source, Map<String, Benchmark> expected, Run run) {
    Map<String, JmhBenchmark> found = parse(json, source, expected);
    List<Launch> launches = new ArrayList<>();
    int order = run.order();
    for (Map.Entry<String, Benchmark> benchmark : new TreeMap<>(expected).entrySet()) {
      JmhBenchmark result = found.get(benchmark.getKey());
      int forks = result == null ? 1 : result.forks();
      for (int fork = 0; fork < forks; fork++) {
        Place place = new Place(run, fork, order, benchmark.getValue());
        launches.add(
            result == null
                ? place.failed("JMH left no result for " + benchmark.getKey() + SEE_LOG)
                : launch(place, result));
      }
      order++;
    }
    return List.copyOf(launches);
  }

  /**
   * What a run that left nothing to read, such as one that was killed, comes to: every benchmark
   * failed, in the order of {@link #read}.
   *
   * @param expected by the benchmark's full name
   * @param detail what happened, and where its log is
   */
  public static List<Launch> allFailed(Map<String, Benchmark> expected, Run run, String detail) {
    List<Launch> launches = new ArrayList<>();
    int order = run.order();
    for (Benchmark benchmark : new TreeMap<>(expected).values()) {
      launches.add(new Place(run, 0, order, benchmark).failed(detail));
      order++;
    }
    return List.copyOf(launches);
  }

  private static Map<String, JmhBenchmark> parse(
      String json, String source, Map<String, Benchmark> expected) {
    Map<String, JmhBenchmark> found = new TreeMap<>();
    JsonNode results = tree(json, source);
    for (int i = 0; i < results.size(); i++) {
      JmhNode node = new JmhNode(results.path(i), source, "[" + i + "]");
      JmhBenchmark benchmark = JmhBenchmark.of(node);
      if (!expected.containsKey(benchmark.name())) {
        throw node.must(
            "benchmark",
            "one of " + String.join(", ", new TreeMap<>(expected).keySet()),
            benchmark.name() + "; let JMH's pattern match these only");
      }
      if (found.put(benchmark.name(), benchmark) != null) {
        throw node.must(
            "benchmark", "there once", "there again: " + benchmark.name() + "; run one mode");
      }
    }
    return found;
  }

  private static JsonNode tree(String json, String source) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      if (!tree.isArray() && !tree.isMissingNode()) {
        throw new RecordException(
            source + ": JMH results must be a list, was another value; run JMH with -rf json");
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw new RecordException(
          source
              + JsonFormat.position(
                  e.getLocation()) // none when a limit of the parser's is exceeded
              + ": JMH results must be JSON, was not; run JMH with -rf json and to its end",
          e);
    }
  }

  private static Launch launch(Place place, JmhBenchmark result) {
    OptionalDouble time = result.secondsPerOperation(place.fork());
    if (time.isEmpty()) {
      return place.failed(
          "JMH left no score for fork %d of %d of %s%s"
              .formatted(place.fork() + 1, result.forks(), result.name(), SEE_LOG));
    }
    List<Sample> samples = new ArrayList<>();
    samples.add(Sample.of(Metric.TIME_PER_OPERATION, time.getAsDouble()));
    result
        .bytesPerOperation(place.fork())
        .ifPresent(bytes -> samples.add(Sample.of(Metric.ALLOCATED_PER_OPERATION, bytes)));
    return place.launch(samples, null);
  }

  /** Where a fork's launch stands in the record. */
  private record Place(Run run, int fork, int order, Benchmark benchmark) {

    Launch failed(String detail) {
      return launch(List.of(), new Invalid(Invalid.Reason.BENCHMARK_FAILED, detail));
    }

    Launch launch(List<Sample> samples, @Nullable Invalid invalid) {
      return new Launch(
          run.block() + fork,
          order,
          run.arm(),
          benchmark.mode(),
          benchmark.scenario(),
          run.startedAt(),
          null,
          null,
          null,
          List.of(),
          samples,
          invalid == null ? List.of() : List.of(invalid));
    }
  }
}
