package loomwatch.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import loomwatch.results.Host;

/** Reads what the machine is from /proc and /sys. */
public final class HostProbe {
  private static final String UNKNOWN = "unknown";

  private final Path root;

  /** A probe of a tree that looks like a machine's: "/" for the real one. */
  public HostProbe(Path root) {
    this.root = root;
  }

  /** A probe of this machine. */
  public static HostProbe ofThisMachine() {
    return new HostProbe(Path.of("/"));
  }

  /** How its CPUs are best divided; ask before the process is pinned. */
  public CoreLayout layout() {
    Map<Integer, Integer> coreOf = new TreeMap<>();
    for (int cpu : allowedCpus()) {
      String topology = "sys/devices/system/cpu/cpu" + cpu + "/topology/";
      int socket = number(topology + "physical_package_id").orElse(0);
      coreOf.put(cpu, (socket << 16) + number(topology + "core_id").orElse(cpu));
    }
    return CoreLayout.of(coreOf);
  }

  /** All that may move numbers. */
  public Host host(CoreLayout layout) {
    return new Host(
        cpuModel(),
        allowedCpus().size(),
        memoryBytes(),
        text("proc/sys/kernel/osrelease").orElse(System.getProperty("os.version", UNKNOWN)),
        text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").orElse("none"),
        turbo(),
        smt(),
        layout.server(),
        layout.generator());
  }

  /** The CPUs this process may run on. */
  public List<Integer> allowedCpus() {
    for (String line : lines("proc/self/status")) {
      if (line.startsWith("Cpus_allowed_list:")) {
        return cpuList(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    List<Integer> all = new ArrayList<>();
    for (int cpu = 0; cpu < Runtime.getRuntime().availableProcessors(); cpu++) {
      all.add(cpu);
    }
    return all;
  }

  /** The kernel's list format: {@code 0-3,8}. */
  static List<Integer> cpuList(String text) {
    List<Integer> cpus = new ArrayList<>();
    for (String part : text.split(",")) {
      String[] ends = part.split("-");
      for (int cpu = Integer.parseInt(ends[0]);
          cpu <= Integer.parseInt(ends[ends.length - 1]);
          cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }

  private String cpuModel() {
    for (String line : lines("proc/cpuinfo")) {
      if (line.startsWith("model name") || line.startsWith("CPU part")) {
        return line.substring(line.indexOf(':') + 1).strip();
      }
    }
    return UNKNOWN;
  }

  private long memoryBytes() {
    for (String line : lines("proc/meminfo")) {
      if (line.startsWith("MemTotal:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) * 1_024;
      }
    }
    return Runtime.getRuntime().maxMemory();
  }

  /** {@code on}, {@code off} or {@code unknown}. */
  public String turbo() {
    Optional<Integer> noTurbo = number("sys/devices/system/cpu/intel_pstate/no_turbo");
    if (noTurbo.isPresent()) {
      return noTurbo.get() == 1 ? "off" : "on";
    }
    return number("sys/devices/system/cpu/cpufreq/boost")
        .map(boost -> boost == 1 ? "on" : "off")
        .orElse(UNKNOWN);
  }

  /** {@code on}, {@code off} or {@code unknown}. */
  public String smt() {
    return number("sys/devices/system/cpu/smt/active")
        .map(active -> active == 1 ? "on" : "off")
        .orElse(UNKNOWN);
  }

  /** The content of a file of the tree, stripped; nothing when it is not there. */
  public Optional<String> text(String path) {
    try {
      return Optional.of(Files.readString(root.resolve(path)).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The lines of a file of the tree; none when it is not there. */
  public List<String> lines(String path) {
    return text(path).map(text -> text.lines().toList()).orElse(List.of());
  }

  private Optional<Integer> number(String path) {
    return text(path).filter(text -> text.matches("-?\\d+")).map(Integer::valueOf);
  }
}
