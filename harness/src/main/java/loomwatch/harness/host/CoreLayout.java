package loomwatch.harness.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which CPUs the server runs on, and which the load generator and the harness.
 *
 * @param server at least one
 * @param generator at least one; the same as the server's on a machine with but one CPU
 * @param doubts what the layout takes away from the numbers
 */
public record CoreLayout(List<Integer> server, List<Integer> generator, List<String> doubts) {

  public CoreLayout {
    server = List.copyOf(server);
    generator = List.copyOf(generator);
    doubts = List.copyOf(doubts);
  }

  /** Whether server and generator leave each other alone. */
  public boolean disjoint() {
    return server.stream().noneMatch(generator::contains);
  }

  /**
   * Divides the CPUs. Whole physical cores go to one side, as hyper-threads share execution units.
   * The generator needs one core; the server gets the rest, from the low numbers up when there are
   * two in all, and without the first core, which serves interrupts, when there are four or more.
   *
   * @param coreOf physical core by logical CPU, of those the process may use; not empty
   */
  static CoreLayout of(Map<Integer, Integer> coreOf) {
    Map<Integer, List<Integer>> cores = new TreeMap<>();
    new TreeMap<>(coreOf)
        .forEach((cpu, core) -> cores.computeIfAbsent(core, key -> new ArrayList<>()).add(cpu));
    List<List<Integer>> whole = new ArrayList<>(cores.values());
    if (whole.size() == 1) {
      return ofOneCore(whole.getFirst());
    }
    int generatorAt = whole.size() >= 4 ? 0 : whole.size() - 1;
    List<Integer> generator = whole.remove(generatorAt);
    return new CoreLayout(whole.stream().flatMap(List::stream).toList(), generator, List.of());
  }

  private static CoreLayout ofOneCore(List<Integer> cpus) {
    return cpus.size() == 1
        ? new CoreLayout(
            cpus,
            cpus,
            List.of("server and load generator share the only CPU: each disturbs the other"))
        : new CoreLayout(
            cpus.subList(0, cpus.size() / 2),
            cpus.subList(cpus.size() / 2, cpus.size()),
            List.of("server and load generator share the hyper-threads of one core"));
  }
}
