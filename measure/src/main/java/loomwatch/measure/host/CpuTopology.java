package loomwatch.measure.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** How logical CPUs sit on physical cores and sockets, and which the kernel keeps free. */
final class CpuTopology {
  private static final String CPUS = "sys/devices/system/cpu/";

  private final MachineFiles files;

  CpuTopology(MachineFiles files) {
    this.files = files;
  }

  /**
   * Physical core by logical CPU. Named by the core's first hyper-thread, as core_id alone repeats
   * from one socket or die to the next; where that is not told, each CPU is a core.
   */
  Map<Integer, Integer> coreOf(List<Integer> cpus) {
    Map<Integer, Integer> coreOf = new TreeMap<>();
    for (int cpu : cpus) {
      List<Integer> siblings =
          CpuList.parse(files.text(of(cpu, "thread_siblings_list")).orElse(""));
      coreOf.put(cpu, siblings.isEmpty() ? coreById(cpu) : siblings.getFirst());
    }
    return coreOf;
  }

  private int coreById(int cpu) {
    int core = (int) files.number(of(cpu, "core_id")).orElse(cpu);
    return (socketOf(cpu) << 16) + core;
  }

  private int socketOf(int cpu) {
    return (int) Math.max(0, files.number(of(cpu, "physical_package_id")).orElse(0));
  }

  /** CPUs the kernel was booted to keep free of other work (isolcpus=); mostly none. */
  List<Integer> isolated() {
    return CpuList.parse(files.text(CPUS + "isolated").orElse(""));
  }

  /** What a server on these CPUs suffers from the way they are made. */
  List<String> doubts(List<Integer> server) {
    List<String> doubts = new ArrayList<>();
    SortedSet<Integer> sockets = new TreeSet<>();
    SortedSet<String> kinds = new TreeSet<>();
    for (int cpu : server) {
      sockets.add(socketOf(cpu));
      kinds.add(kindOf(cpu));
    }
    if (sockets.size() > 1) {
      doubts.add(
          "the server's CPUs are on "
              + sockets.size()
              + " sockets: memory is near or far from one request to the next");
    }
    if (kinds.size() > 1) {
      doubts.add(
          "the server's CPUs are of "
              + kinds.size()
              + " kinds, fast and slow: latency depends on which one a request meets");
    }
    return doubts;
  }

  /** Intel's hybrid CPUs tell by device, ARM's by capacity (1024 is the fastest). */
  private String kindOf(int cpu) {
    for (String device : List.of("cpu_core", "cpu_atom")) {
      String list = files.text("sys/devices/" + device + "/cpus").orElse("");
      if (CpuList.parse(list).contains(cpu)) {
        return device;
      }
    }
    return files.text(CPUS + "cpu" + cpu + "/cpu_capacity").orElse("");
  }

  private static String of(int cpu, String name) {
    return CPUS + "cpu" + cpu + "/topology/" + name;
  }
}
