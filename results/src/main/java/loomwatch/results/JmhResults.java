package loomwatch.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import loomwatch.results.Launch.Mode;
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
   * @param round of the first fork; each further fork of a benchmark is one round later
   * @param order the place in the round of the run's first benchmark; the others follow
   * @param variant {@code head} or {@code base}
   * @param startedAt when JMH was started: it does not tell when each fork was
   */
  public record Run(int round, int order, String variant, Instant startedAt) {}

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
        ForkPosition place = new ForkPosition(run, fork, order, benchmark.getValue());
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
      launches.add(new ForkPosition(run, 0, order, benchmark).failed(detail));
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

  private static Launch launch(ForkPosition place, JmhBenchmark result) {
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

  private record ForkPosition(Run run, int fork, int order, Benchmark benchmark) {

    Launch failed(String detail) {
      return launch(List.of(), new Invalid(Invalid.Reason.BENCHMARK_FAILED, detail));
    }

    Launch launch(List<Sample> samples, @Nullable Invalid invalid) {
      return new Launch(
          run.round() + fork,
          order,
          run.variant(),
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

  /**
   * One benchmark of JMH's JSON.
   *
   * @param name the method's full name and, after a colon, its parameters if it has any
   * @param forks how many JVMs were started for it, the failed ones included
   * @param seconds of one operation, by fork; failed forks are not there
   * @param bytes of one operation, by fork; empty without {@code -prof gc}
   */
  private record JmhBenchmark(
      String name, int forks, List<OptionalDouble> seconds, List<OptionalDouble> bytes) {

    /** JMH 1.37 and, with the middle dot, those before 1.36. */
    private static final List<String> ALLOCATION =
        List.of("gc.alloc.rate.norm", "\u00b7gc.alloc.rate.norm");

    /** The divisor that makes seconds of each unit JMH names. */
    private static final Map<String, Double> PER_SECOND =
        new TreeMap<>(Map.of("s/op", 1.0, "ms/op", 1e3, "us/op", 1e6, "ns/op", 1e9));

    static JmhBenchmark of(JmhNode node) {
      requireTime(node);
      JmhNode primary = node.field("primaryMetric");
      String unit = primary.text("scoreUnit");
      Double perSecond = PER_SECOND.get(unit);
      if (perSecond == null) {
        throw primary.must("scoreUnit", "one of " + String.join(", ", PER_SECOND.keySet()), unit);
      }
      List<OptionalDouble> seconds = means(primary, perSecond);
      return new JmhBenchmark(
          name(node), Math.max(node.count("forks"), seconds.size()), seconds, bytes(node));
    }

    /** The mean over that fork's iterations; nothing when it failed. */
    OptionalDouble secondsPerOperation(int fork) {
      return fork < seconds.size() ? seconds.get(fork) : OptionalDouble.empty();
    }

    OptionalDouble bytesPerOperation(int fork) {
      return fork < bytes.size() ? bytes.get(fork) : OptionalDouble.empty();
    }

    /** Average time and single shot are times; throughput is none, sampling has no raw data. */
    private static void requireTime(JmhNode node) {
      String mode = node.text("mode");
      if (!mode.equals("avgt") && !mode.equals("ss")) {
        throw node.must("mode", "avgt or ss", mode + "; run JMH with -bm avgt");
      }
    }

    private static String name(JmhNode node) {
      String method = node.text("benchmark");
      JsonNode params = node.value().path("params");
      if (params.isEmpty()) {
        return method;
      }
      return params
          .propertyStream()
          .map(param -> param.getKey() + "=" + param.getValue().asText())
          .sorted()
          .collect(Collectors.joining(",", method + ":", ""));
    }

    private static List<OptionalDouble> bytes(JmhNode node) {
      JmhNode metrics = node.field("secondaryMetrics");
      for (String name : ALLOCATION) {
        if (metrics.value().has(name)) {
          JmhNode metric = metrics.field(name);
          String unit = metric.text("scoreUnit");
          if (!unit.equals("B/op")) {
            throw metric.must("scoreUnit", "B/op", unit);
          }
          return means(metric, 1);
        }
      }
      return List.of();
    }

    private static List<OptionalDouble> means(JmhNode metric, double divisor) {
      List<OptionalDouble> means = new ArrayList<>();
      for (JsonNode iterations : metric.list("rawData")) {
        OptionalDouble mean = mean(iterations, divisor);
        if (mean.isPresent() && !Sample.isValue(mean.getAsDouble())) {
          throw metric.must(
              "rawData[" + means.size() + "]",
              "numbers whose mean is 0 or from 1e-15 to 1e15 in base units",
              String.valueOf(mean.getAsDouble()));
        }
        means.add(mean);
      }
      return List.copyOf(means);
    }

    /**
     * JMH writes NaN and the infinities as text. A fork with one such iteration has no mean: that
     * of the others would be of something else.
     */
    private static OptionalDouble mean(JsonNode iterations, double divisor) {
      double sum = 0;
      for (JsonNode iteration : iterations) {
        if (!iteration.isNumber()) {
          return OptionalDouble.empty();
        }
        sum += iteration.doubleValue();
      }
      return iterations.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(sum / iterations.size() / divisor);
    }
  }

  /** A JSON value and where it lies, for messages. */
  private record JmhNode(JsonNode value, String source, String path) {
    /** Of anything counted: each fork becomes a launch. */
    private static final int MOST = 10_000;

    JmhNode field(String name) {
      return new JmhNode(value.path(name), source, path + "." + name);
    }

    String text(String name) {
      JsonNode field = value.path(name);
      if (!field.isTextual()) {
        throw must(name, "text", was(field));
      }
      return field.textValue();
    }

    int count(String name) {
      JsonNode field = value.path(name);
      if (!field.isInt() || field.intValue() < 1) {
        throw must(name, "a whole number of at least 1", was(field));
      }
      if (field.intValue() > MOST) {
        throw must(name, "at most " + MOST, was(field));
      }
      return field.intValue();
    }

    JsonNode list(String name) {
      JsonNode field = value.path(name);
      if (!field.isArray()) {
        throw must(name, "a list", was(field));
      }
      return field;
    }

    RecordException must(String name, String rule, String was) {
      return new RecordException(
          "%s: %s.%s must be %s, was %s".formatted(source, path, name, rule, was));
    }

    private static String was(JsonNode field) {
      return field.isMissingNode() ? "missing" : field.toString();
    }
  }
}
