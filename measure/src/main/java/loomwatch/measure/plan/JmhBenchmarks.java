package loomwatch.measure.plan;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;

public final class JmhBenchmarks {
  private static final String PACKAGE = "loomwatch.jmh.";

  private static final Map<String, JmhResults.Benchmark> BY_METHOD =
      Map.of(
          PACKAGE + "ThreadCreation.computeInMainThread",
          new JmhResults.Benchmark("jmh-caller", Mode.PLATFORM),
          PACKAGE + "ThreadCreation.computeInPlatformThread",
          new JmhResults.Benchmark("jmh-create", Mode.PLATFORM),
          PACKAGE + "ThreadCreation.computeInVirtualThread",
          new JmhResults.Benchmark("jmh-create", Mode.VIRTUAL),
          PACKAGE + "ThreadCreationBatch.platformThreads",
          new JmhResults.Benchmark("jmh-create-batch", Mode.PLATFORM),
          PACKAGE + "ThreadCreationBatch.virtualThreads",
          new JmhResults.Benchmark("jmh-create-batch", Mode.VIRTUAL),
          PACKAGE + "ExecutorHandOff.toPool",
          new JmhResults.Benchmark("jmh-hand-off", Mode.PLATFORM),
          PACKAGE + "ExecutorHandOff.toVirtualThreads",
          new JmhResults.Benchmark("jmh-hand-off", Mode.VIRTUAL),
          PACKAGE + "ExecutorHandOff.twoUsersToPool",
          new JmhResults.Benchmark("jmh-hand-off-2-users", Mode.PLATFORM),
          PACKAGE + "ExecutorHandOff.twoUsersToVirtualThreads",
          new JmhResults.Benchmark("jmh-hand-off-2-users", Mode.VIRTUAL));

  private JmhBenchmarks() {}

  public static Map<String, JmhResults.Benchmark> byMethod() {
    return BY_METHOD;
  }

  public static Set<String> scenarios() {
    Set<String> names = new TreeSet<>();
    BY_METHOD.values().forEach(benchmark -> names.add(benchmark.scenario()));
    return names;
  }

  public static Map<String, JmhResults.Benchmark> selectedBy(String include) {
    Map<String, JmhResults.Benchmark> selected = new TreeMap<>(BY_METHOD);
    selected.keySet().removeIf(Pattern.compile(include).asPredicate().negate());
    return selected;
  }

  public static Map<String, JmhResults.Benchmark> of(Collection<String> scenarios) {
    Map<String, JmhResults.Benchmark> selected = new TreeMap<>(BY_METHOD);
    selected.values().removeIf(benchmark -> !scenarios.contains(benchmark.scenario()));
    return selected;
  }
}
