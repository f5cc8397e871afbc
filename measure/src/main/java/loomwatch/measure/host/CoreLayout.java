package loomwatch.measure.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The CPUs that the server runs on, and those of the load generator and the harness. Both are the
 * same on a machine with one CPU. The doubts describe how the layout affects the numbers.
 */
public record CoreLayout(List<Integer> server, List<Integer> generator, List<String> doubts) {

  public CoreLayout {
    server = List.copyOf(server);
    generator = List.copyOf(generator);
    doubts = List.copyOf(doubts);
  }

  public boolean disjoint() {
    return server.stream().noneMatch(generator::contains);
  }

  /**
   * Returns the CPUs for backing services: the generator's, if it has more than one, else the
   * server's. A database on the generator's only CPU would delay its requests and invalidate the
   * run; on the server's CPUs it is part of what is measured.
   */
  public List<Integer> services() {
    return generator.size() > 1 ? generator : server;
  }

  public List<String> doubtsOfBackingServices() {
    return services().equals(generator)
        ? List.of()
        : List.of(
            "what the service needs runs on the server's %s %s, as the load generator has only one: its time is part of latency and throughput, not of CPU per request"
                .formatted(server.size() == 1 ? "CPU" : "CPUs", CpuList.format(server)));
  }

  CoreLayout doubting(List<String> more) {
    return new CoreLayout(
        server, generator, Stream.concat(doubts.stream(), more.stream()).toList());
  }

  /**
   * Divides the CPUs. Each physical core goes to one side as a whole, as hyper-threads share
   * execution units. The generator gets one core and the server all others. The generator's is the
   * last of two or three cores, and the first of four or more, as the first core serves interrupts.
   *
   * @param coreOf physical core by logical CPU, of those the process may use; not empty
   */
  static CoreLayout of(Map<Integer, Integer> coreOf) {
    List<List<Integer>> whole = cores(coreOf);
    if (whole.size() == 1) {
      return ofOneCore(whole.getFirst());
    }
    int generatorAt = whole.size() >= 4 ? 0 : whole.size() - 1;
    List<Integer> generator = whole.remove(generatorAt);
    return new CoreLayout(whole.stream().flatMap(List::stream).toList(), generator, List.of());
  }

  /**
   * Divides the CPUs of a machine booted with isolcpus. The server gets the first isolated CPU and
   * no other: the scheduler does not spread threads over isolated CPUs, so all threads of a JVM
   * with several would share one. The generator gets the last core that is neither isolated nor the
   * server's.
   */
  static CoreLayout of(Map<Integer, Integer> coreOf, List<Integer> isolated) {
    if (isolated.isEmpty()) {
      return of(coreOf);
    }
    int server = isolated.getFirst();
    Map<Integer, Integer> others = new TreeMap<>(coreOf);
    others.keySet().removeAll(isolated);
    others.values().removeIf(core -> Objects.equals(core, coreOf.get(server)));
    if (others.isEmpty()) {
      return of(coreOf)
          .doubting(
              List.of(
                  "isolcpus=%s is not used: it leaves no other core for the load generator"
                      .formatted(CpuList.format(isolated))));
    }
    List<String> doubts =
        isolated.size() == 1
            ? List.of()
            : List.of(
                "the server has CPU %d alone of the isolated CPUs %s: the kernel does not spread threads over them"
                    .formatted(server, CpuList.format(isolated)));
    return new CoreLayout(List.of(server), cores(others).getLast(), doubts);
  }

  private static List<List<Integer>> cores(Map<Integer, Integer> coreOf) {
    Map<Integer, List<Integer>> cores = new LinkedHashMap<>();
    new TreeMap<>(coreOf)
        .forEach((cpu, core) -> cores.computeIfAbsent(core, unused -> new ArrayList<>()).add(cpu));
    return new ArrayList<>(cores.values());
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

  public static final class CpuList {
    private static final String FORMAT = "(\\d{1,6}(-\\d{1,6})?)(,\\d{1,6}(-\\d{1,6})?)*";

    private CpuList() {}

    public static List<Integer> parse(String text) {
      List<Integer> cpus = new ArrayList<>();
      if (!text.matches(FORMAT)) {
        return cpus;
      }
      for (String range : text.split(",")) {
        String[] ends = range.split("-");
        int last = Integer.parseInt(ends[ends.length - 1]);
        for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
          cpus.add(cpu);
        }
      }
      return cpus;
    }

    /** Formats CPUs as {@code taskset -c} reads them: ranges in rising order. */
    public static String format(List<Integer> cpus) {
      List<String> ranges = new ArrayList<>();
      List<Integer> sorted = cpus.stream().distinct().sorted().toList();
      for (int from = 0, to; from < sorted.size(); from = to) {
        to = from + 1;
        while (to < sorted.size() && sorted.get(to) == sorted.get(to - 1) + 1) {
          to++;
        }
        int first = sorted.get(from);
        int last = sorted.get(to - 1);
        ranges.add(first == last ? Integer.toString(first) : first + "-" + last);
      }
      return String.join(",", ranges);
    }
  }
}
