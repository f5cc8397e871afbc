package loomwatch.measure.variants;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import loomwatch.results.JmhResults;
import loomwatch.results.JmhResults.Benchmark;
import loomwatch.results.files.Sha256;

/**
 * The JMH benchmarks of a variant.
 *
 * @param classPath as for {@code java -cp}; empty without any
 * @param content a hash of the classes they run
 * @param own a team's own, by full name with parameters; empty for the suite that ships
 */
public record JmhSuite(String classPath, String content, Map<String, OwnBenchmark> own) {
  private static final int MOST_NAMES = 5;

  public static final JmhSuite NONE = new JmhSuite("", "", Map.of());

  public JmhSuite {
    own = Map.copyOf(own);
  }

  public record OwnBenchmark(Benchmark benchmark, Reach reach) {}

  /**
   * Hashes of what a benchmark can run.
   *
   * @param all of it
   * @param near the part in its own package
   */
  public record Reach(String all, String near) {}

  /** Returns those of a jar by full name. */
  static JmhSuite ofTeam(Path jar, Map<String, Benchmark> listed) throws IOException {
    BenchmarkClasses classes = BenchmarkClasses.in(jar);
    Map<String, Reach> methods = new HashMap<>();
    Map<String, OwnBenchmark> own = new TreeMap<>();
    listed.forEach((name, benchmark) ->
        own.put(
            name,
            new OwnBenchmark(
                benchmark, methods.computeIfAbsent(JmhResults.method(name), classes::of))));
    return new JmhSuite(jar.toString(), Sha256.hex(own.toString()), own);
  }

  boolean isThere() {
    return !classPath.isEmpty();
  }

  public boolean isOwn() {
    return !own.isEmpty();
  }

  /** Returns this with these of a team's own benchmarks alone. */
  public JmhSuite only(Set<String> names) {
    Map<String, OwnBenchmark> fewer = new HashMap<>(own);
    fewer.keySet().retainAll(names);
    return new JmhSuite(classPath, content, fewer);
  }

  /** Returns a team's own benchmarks that all of them have. */
  public static Map<String, Benchmark> common(Collection<JmhSuite> suites) {
    Map<String, Benchmark> common = new TreeMap<>();
    suites.forEach(suite -> suite.own.forEach((name, each) -> common.put(name, each.benchmark())));
    suites.forEach(suite -> common.keySet().retainAll(suite.own.keySet()));
    return common;
  }

  /** Returns one line for each variant that has benchmarks which the other lacks. */
  public static List<String> alone(BuiltVariant base, BuiltVariant head) {
    List<String> lines = new ArrayList<>();
    for (List<BuiltVariant> pair : List.of(List.of(base, head), List.of(head, base))) {
      Set<String> names = new TreeSet<>(pair.getFirst().suite().own.keySet());
      names.removeAll(pair.getLast().suite().own.keySet());
      if (!names.isEmpty()) {
        lines.add(
            "%s has benchmarks that the other lacks, which were not measured: %s."
                .formatted(pair.getFirst().name(), some(names)));
      }
    }
    return lines;
  }

  /** Returns the first names of several, and how many more there are. */
  public static String some(Collection<String> names) {
    int more = names.size() - MOST_NAMES;
    return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  static Set<String> all(Collection<JmhSuite> suites) {
    Set<String> names = new TreeSet<>();
    suites.forEach(suite -> names.addAll(suite.own.keySet()));
    return names;
  }
}
