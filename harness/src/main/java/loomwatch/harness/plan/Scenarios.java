package loomwatch.harness.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;

/**
 * The scenarios shipped. Their rates fit a server on one core; the {@code -over} ones exceed what
 * 200 pool threads can serve (threads ÷ service time) on any machine.
 */
public final class Scenarios {
  private static final int POOL = 200;

  private static final List<Scenario> ALL =
      List.of(
          scenario("hello", "hello", "/hello", 2_000, 50, Set.of()),
          scenario("sleep-50", "sleep", "/sleep?ms=50", 2_000, 300, Set.of()),
          scenario("sleep-50-over", "sleep", "/sleep?ms=50", 4_800, 800, Set.of(Mode.PLATFORM)),
          scenario(
              "sleep-random",
              "sleep",
              "/sleep?min-ms=100&max-ms=500",
              800,
              800,
              Set.of(Mode.PLATFORM)),
          scenario("body-64k", "body", "/body?bytes=65536", 1_000, 50, Set.of()),
          scenario("list-static", "list-static", "/list-static", 2_000, 50, Set.of()),
          scenario("cpu", "cpu", "/cpu?iterations=20000", 2_000, 50, Set.of()),
          scenario(
              "service-blocking",
              "service-blocking",
              "/service-blocking?ms=20",
              2_000,
              300,
              Set.of()),
          scenario("service-async", "service-async", "/service-async?ms=20", 2_000, 300, Set.of()));

  private Scenarios() {}

  private static Scenario scenario(
      String name,
      String workload,
      String path,
      double rate,
      int connections,
      Set<Mode> saturated) {
    return new Scenario(name, workload, path, rate, connections, POOL, saturated);
  }

  /** Every server scenario by name. */
  public static Map<String, Scenario> byName() {
    Map<String, Scenario> byName = new TreeMap<>();
    ALL.forEach(scenario -> byName.put(scenario.name(), scenario));
    return byName;
  }

  /** Every name a limit may speak of: server scenarios and JMH benchmarks. */
  public static Set<String> knownNames() {
    Set<String> names = new java.util.TreeSet<>(byName().keySet());
    names.addAll(JmhBenchmarks.scenarios());
    return names;
  }

  /** Those names in the shipped order; each must be known. */
  public static List<Scenario> named(Collection<String> names) {
    return ALL.stream().filter(scenario -> names.contains(scenario.name())).toList();
  }
}
