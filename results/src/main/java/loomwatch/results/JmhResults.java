package loomwatch.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.JmhJson.JmhBenchmark;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the results of one JMH run ({@code -rf json}) as launches.
 *
 * <p>Each fork is a launch, as iterations of one JVM are not independent (Kalibera and Jones 2013).
 * Its time is the lower decile of its iterations, as what disturbs a machine only makes them
 * longer; its bytes are their mean. JMH succeeds even if benchmarks fail: it omits failed
 * benchmarks, and failed forks from {@code rawData}. So every expected benchmark is checked here,
 * and a missing one becomes an invalid launch.
 */
public final class JmhResults {
  private static final JsonMapper MAPPER =
      StrictJson.WITHOUT_NULLS
          .rebuild()
          .disable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /** Stands for all benchmarks of a suite where scenarios are named. */
  public static final String ALL = "jmh";

  private static final Set<String> AVERAGE_OR_SHOT = Set.of("avgt", "ss");

  /** Fewer iterations in each half of a fork show nothing of its warm-up. */
  private static final int FEWEST_TO_COMPARE = 4;

  private static final double MOST_SLOWER = 0.05;

  private JmhResults() {}

  /**
   * A benchmark as launches name it.
   *
   * @param params values of its parameters by name
   * @param singleShot whether its operation is timed cold, as one must be that cannot be repeated;
   *     otherwise the average time is measured
   */
  public record Benchmark(
      String scenario, Mode mode, Map<String, String> params, boolean singleShot) {
    private static final Set<String> THREADS = Set.of(Mode.PLATFORM.label(), Mode.VIRTUAL.label());

    public Benchmark {
      params = Map.copyOf(params);
    }

    /** Creates one without parameters; its average time is measured. */
    public Benchmark(String scenario, Mode mode) {
      this(scenario, mode, Map.of(), false);
    }

    /**
     * Returns a team's own. A parameter whose value is <i>platform</i> or <i>virtual</i> is its
     * mode and no part of its scenario, so that both modes stand side by side.
     */
    public static Benchmark of(String method, Map<String, String> params, boolean singleShot) {
      Map<String, String> others = new TreeMap<>(params);
      others.values().removeIf(THREADS::contains);
      if (others.size() != params.size() - 1) {
        return new Benchmark(name(method, params), Mode.PLATFORM, params, singleShot);
      }
      String threads = params.values().stream().filter(THREADS::contains).findFirst().orElseThrow();
      return new Benchmark(name(method, others), Mode.of(threads), params, singleShot);
    }
  }

  /** Returns whether a scenario is a benchmark of a team's own: their names alone have dots. */
  public static boolean isTeams(String scenario) {
    return scenario.indexOf('.') >= 0;
  }

  /**
   * Returns a benchmark's full name: the method's and, after a colon, its parameters if any.
   *
   * @param method with its class; for one method of a {@code @Group}, {@code group:method}
   */
  public static String name(String method, Map<String, String> params) {
    return params.isEmpty()
        ? method
        : new TreeMap<>(params)
            .entrySet().stream()
                .map(param -> param.getKey() + "=" + param.getValue())
                .collect(
                    Collectors.joining(",", method + (method.indexOf(':') < 0 ? ":" : ","), ""));
  }

  /** Returns whether a name is in that package, class or method, and has those parameters. */
  public static boolean isOf(String part, String name) {
    String method = method(name);
    String asked = method(part);
    boolean within = method.equals(asked) || asked.equals(part) && method.startsWith(asked + ".");
    return within && parameters(name).containsAll(parameters(part));
  }

  /** Returns what follows the method: {@code name=value}, of which a value may have commas. */
  private static List<String> parameters(String name) {
    int colon = name.indexOf(':');
    return colon < 0 ? List.of() : List.of(name.substring(colon + 1).split(",(?=[^,=]+=)"));
  }

  /** Returns the method, or {@code @Group}, of a benchmark's full name, without parameters. */
  public static String method(String name) {
    int colon = name.indexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }

  /**
   * The properties that all launches of a JMH run share.
   *
   * @param round of the first fork; each further fork of a benchmark is one round later
   * @param order the place in the round of the run's first benchmark; the others follow
   * @param startedAt when JMH was started, as forks report no start
   * @param failure why something failed, where known, and where the log is
   */
  public record Run(int round, int order, String variant, Instant startedAt, String failure) {}

  /**
   * Reads the results in the order JMH runs benchmarks, which is by name.
   *
   * @param json the file's text; empty if JMH ended before it wrote any
   * @param expected by the benchmark's full name, {@code package.Class.method}; for one with
   *     parameters, by {@code package.Class.method:name=value,name=value} with the names in order
   * @throws RecordException if it is not JMH's JSON, not a time per operation, or has an unexpected
   *     benchmark
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
                ? place.failed("JMH left no result for " + benchmark.getKey() + run.failure())
                : launch(place, result));
      }
      order++;
    }
    return List.copyOf(launches);
  }

  /**
   * Returns a failed launch for every benchmark of a run without results, such as a killed one, in
   * the order of {@link #read}.
   *
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

  /**
   * The scores of a benchmark in one of JMH's modes.
   *
   * @param mode JMH's short name, such as {@code avgt}
   * @param seconds per operation, of each fork that finished; of throughput the inverse
   * @param bytes per operation, as {@code seconds}; empty without {@code -prof gc}
   */
  public record Scores(String name, String mode, List<Double> seconds, List<Double> bytes) {
    public Scores {
      seconds = List.copyOf(seconds);
      bytes = List.copyOf(bytes);
    }
  }

  /**
   * Reads a file of results of any benchmarks and modes.
   *
   * @return by name and mode, such as {@code a.B.c:size=10 avgt}
   * @throws RecordException if it is not JMH's JSON, or has a benchmark twice in one mode
   */
  public static SortedMap<String, Scores> scores(String json, String source) {
    JsonNode results = tree(json, source);
    SortedMap<String, Scores> scores = new TreeMap<>();
    for (int i = 0; i < results.size(); i++) {
      String where = "%s: [%d].".formatted(source, i);
      JmhJson one = json(results.path(i), where);
      JmhBenchmark benchmark = measured(one, Set.of(one.name("")), where).getFirst();
      Scores of =
          new Scores(
              benchmark.name(),
              one.mode(),
              finished(benchmark.seconds()),
              finished(benchmark.bytes()));
      if (scores.put(of.name() + " " + of.mode(), of) != null) {
        throw new RecordException(
            "%sbenchmark must be there once in mode %s, was there again: %s"
                .formatted(where, of.mode(), of.name()));
      }
    }
    return Collections.unmodifiableSortedMap(scores);
  }

  private static List<Double> finished(List<List<Double>> forks) {
    return forks.stream().flatMapToDouble(fork -> mean(fork).stream()).boxed().toList();
  }

  private static OptionalDouble mean(List<Double> iterations) {
    return iterations.stream().mapToDouble(Double::doubleValue).average();
  }

  private static double decile(List<Double> iterations) {
    return iterations.stream().sorted().toList().get((iterations.size() - 1) / 10);
  }

  private static Map<String, JmhBenchmark> parse(
      String json, String source, Map<String, Benchmark> expected) {
    Map<String, JmhBenchmark> found = new TreeMap<>();
    JsonNode results = tree(json, source);
    for (int i = 0; i < results.size(); i++) {
      String where = "%s: [%d].".formatted(source, i);
      JmhJson benchmark = json(results.path(i), where);
      List<JmhBenchmark> measured = measured(benchmark, expected.keySet(), where);
      if (measured.isEmpty()) {
        throw new RecordException(
            "%sbenchmark must be one of %s, was %s; let JMH's pattern match these only"
                .formatted(
                    where,
                    String.join(", ", new TreeMap<>(expected).keySet()),
                    benchmark.name("")));
      }
      if (!AVERAGE_OR_SHOT.contains(benchmark.mode())) {
        throw new RecordException(
            "%smode must be avgt or ss, was %s; run JMH with -bm avgt"
                .formatted(where, benchmark.mode()));
      }
      for (JmhBenchmark result : measured) {
        if (found.put(result.name(), result) != null) {
          throw new RecordException(
              "%sbenchmark must be there once, was there again: %s; run one mode"
                  .formatted(where, result.name()));
        }
      }
    }
    return found;
  }

  /** Returns what is expected of a benchmark, or of a group and its methods. */
  private static List<JmhBenchmark> measured(JmhJson json, Set<String> expected, String where) {
    try {
      return Stream.concat(Stream.of(""), json.secondaryMetrics().keySet().stream())
          .filter(label -> expected.contains(json.name(label)))
          .map(label -> JmhBenchmark.of(json, label))
          .toList();
    } catch (IllegalArgumentException e) {
      throw new RecordException(where + e.getMessage(), e);
    }
  }

  private static JmhJson json(JsonNode node, String where) {
    try {
      return MAPPER.treeToValue(node, JmhJson.class);
    } catch (JsonMappingException e) {
      throw new RecordException(
          "%s%s must be as JMH writes it, was not: %s; run JMH with -rf json"
              .formatted(where, JsonFormat.path(e), JsonFormat.firstLine(e)),
          e);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: it was parsed before", e);
    }
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
              + JsonFormat.position(e.getLocation()) // null if a limit of the parser is exceeded
              + ": JMH results must be JSON, was not; run JMH with -rf json and to its end",
          e);
    }
  }

  private static Launch launch(ForkPosition place, JmhBenchmark result) {
    List<Double> times = result.seconds(place.fork());
    if (times.isEmpty()) {
      return place.failed(
          "JMH left no score for fork %d of %d of %s%s"
              .formatted(place.fork() + 1, result.forks(), result.name(), place.run().failure()));
    }
    List<Sample> samples = new ArrayList<>();
    samples.add(Sample.of(Metric.TIME_PER_OPERATION, decile(times)));
    mean(result.bytes(place.fork()))
        .ifPresent(bytes -> samples.add(Sample.of(Metric.ALLOCATED_PER_OPERATION, bytes)));
    return place.launch(samples, warmUp(times), null);
  }

  /** Returns whether the second half of a fork's iterations was as fast as the first. */
  private static @Nullable WarmUp warmUp(List<Double> times) {
    int half = times.size() / 2;
    double last = decile(times.subList(half, times.size()));
    if (half < FEWEST_TO_COMPARE || last == 0) {
      return null;
    }
    double slower = decile(times.subList(0, half)) / last - 1;
    return new WarmUp(
        List.of(),
        slower <= MOST_SLOWER,
        String.format(
            Locale.ROOT, "the first half of its iterations took %+.1f %% more", 100 * slower));
  }

  private record ForkPosition(Run run, int fork, int order, Benchmark benchmark) {

    Launch failed(String detail) {
      return launch(List.of(), null, new Invalid(Invalid.Reason.BENCHMARK_FAILED, detail));
    }

    Launch launch(List<Sample> samples, @Nullable WarmUp warmUp, @Nullable Invalid invalid) {
      return new Launch(
          run.round() + fork,
          order,
          run.variant(),
          benchmark.mode(),
          benchmark.scenario(),
          run.startedAt(),
          null,
          warmUp,
          null,
          List.of(),
          samples,
          invalid == null ? List.of() : List.of(invalid));
    }
  }
}
