package loomwatch.harness.plan;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Set;
import loomwatch.results.Mode;
import loomwatch.results.jmh.JmhResults;

/** The JMH suite's benchmarks as scenarios and modes. */
public final class JmhBenchmarks {
  private static final String PACKAGE = "loomwatch.jmh.";

  private static final Map<String, JmhResults.Benchmark> BY_METHOD =
      new TreeMap<>(
          Map.of(
              PACKAGE + "ThreadCreation.computeInMainThread",
              new JmhResults.Benchmark("jmh-caller", Mode.PLATFORM),
              PACKAGE + "ThreadCreation.computeInPlatformThread",
              new JmhResults.Benchmark("jmh-create", Mode.PLATFORM),
              PACKAGE + "ThreadCreation.computeInVirtualThread",
              new JmhResults.Benchmark("jmh-create", Mode.VIRTUAL)));

  private JmhBenchmarks() {}

  /** By fully qualified benchmark method. */
  public static Map<String, JmhResults.Benchmark> byMethod() {
    return Map.copyOf(BY_METHOD);
  }

  /** Their scenario names. */
  public static Set<String> scenarios() {
    Set<String> names = new TreeSet<>();
    BY_METHOD.values().forEach(benchmark -> names.add(benchmark.scenario()));
    return names;
  }

  /** The methods a JMH include expression selects, as JMH does: found anywhere in the name. */
  public static List<String> selectedBy(String include) {
    java.util.regex.Pattern pattern = java.util.regex.Pattern.compile(include);
    return BY_METHOD.keySet().stream().filter(name -> pattern.matcher(name).find()).toList();
  }
}
