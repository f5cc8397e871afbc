package loomwatch.measure.host;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.measure.host.CoreLayout.CpuList;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;

/** Reads the machine's properties from /proc and /sys; {@code unknown} if unreadable. */
public final class HostProbe {
  public static final String UNKNOWN = "unknown";

  private static final String CPUS = "sys/devices/system/cpu/";

  private final MachineFiles files;
  private final Cgroup cgroup;

  public HostProbe(Path root) {
    this.files = new MachineFiles(root);
    this.cgroup = new Cgroup(files);
  }

  public static HostProbe ofThisMachine() {
    return new HostProbe(Path.of("/"));
  }

  public MachineFiles files() {
    return files;
  }

  /** Divides the CPUs. Call it before pinning this process, which narrows its CPUs. */
  public CoreLayout layout() {
    // isolcpus are in no process's initial affinity, but processes may be pinned to them.
    List<Integer> pinnable = cgroup.pinnable();
    List<Integer> isolated =
        files.cpus(CPUS + "isolated").stream()
            .filter(cpu -> pinnable.isEmpty() || pinnable.contains(cpu))
            .toList();
    Map<Integer, Integer> coreOf = new TreeMap<>();
    allowedCpus().forEach(cpu -> coreOf.put(cpu, coreOf(cpu)));
    isolated.forEach(cpu -> coreOf.put(cpu, coreOf(cpu)));
    CoreLayout layout = CoreLayout.of(coreOf, isolated);
    return layout.doubting(doubtsOfCpus(layout.server())).doubting(doubtOfQuota());
  }

  private int coreOf(int cpu) {
    List<Integer> siblings = files.cpus(topology(cpu, "thread_siblings_list"));
    int core = (int) files.number(topology(cpu, "core_id")).orElse(cpu);
    return siblings.isEmpty() ? (socketOf(cpu) << 16) + core : siblings.getFirst();
  }

  private int socketOf(int cpu) {
    return (int) Math.max(0, files.number(topology(cpu, "physical_package_id")).orElse(0));
  }

  private static String topology(int cpu, String name) {
    return CPUS + "cpu" + cpu + "/topology/" + name;
  }

  private List<String> doubtsOfCpus(List<Integer> server) {
    List<String> doubts = new ArrayList<>();
    long sockets = server.stream().map(this::socketOf).distinct().count();
    long kinds = server.stream().map(this::kindOf).distinct().count();
    if (sockets > 1) {
      doubts.add(
          "the server's CPUs are on "
              + sockets
              + " sockets: memory is near or far from one request to the next");
    }
    if (kinds > 1) {
      doubts.add(
          "the server's CPUs are of "
              + kinds
              + " kinds, fast and slow: latency depends on which one a request meets");
    }
    return doubts;
  }

  /** Returns a CPU's kind: the device on Intel hybrids, the capacity on ARM (1024 is fastest). */
  private String kindOf(int cpu) {
    return Stream.of("cpu_core", "cpu_atom")
        .filter(device -> files.cpus("sys/devices/" + device + "/cpus").contains(cpu))
        .findFirst()
        .orElseGet(() -> files.text(CPUS + "cpu" + cpu + "/cpu_capacity").orElse(""));
  }

  /** Returns the limit on CPU time, in CPUs; empty if there is none. */
  public OptionalDouble cpuQuota() {
    return cgroup.cpuQuota();
  }

  private List<String> doubtOfQuota() {
    OptionalDouble quota = cpuQuota();
    int cpus = allowedCpus().size();
    return quota.isEmpty() || quota.getAsDouble() >= cpus
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "a quota of %.1f CPUs on %d stops server and load generator for milliseconds at a time",
                quota.getAsDouble(),
                cpus));
  }

  public Host host(CoreLayout layout) {
    return new Host(
        cpuModel(),
        allowedCpus().size(),
        memoryBytes(),
        files.text("proc/sys/kernel/osrelease").orElse(System.getProperty("os.version", UNKNOWN)),
        governor(Stream.concat(layout.server().stream(), layout.generator().stream()).toList()),
        turbo(),
        smt(),
        idleStates(),
        layout.server(),
        layout.generator());
  }

  /** Returns the CPUs this process may run on, in rising order; at least one. */
  public List<Integer> allowedCpus() {
    List<Integer> allowed =
        CpuList.parse(files.field("proc/self/status", "Cpus_allowed_list").orElse(""));
    return allowed.isEmpty()
        ? IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList()
        : allowed;
  }

  /** Returns the model on x86, maker and part numbers on ARM, own fields on IBM and RISC-V. */
  private String cpuModel() {
    Optional<String> variant =
        files
            .field("proc/cpuinfo", "CPU part")
            .map(part ->
                "ARM %s part %s"
                    .formatted(
                        files.field("proc/cpuinfo", "CPU implementer").orElse(UNKNOWN), part));
    return Stream.of("model name", "uarch", "cpu\t\t:")
        .flatMap(name -> files.field("proc/cpuinfo", name).stream())
        .filter(text -> !text.isEmpty())
        .findFirst()
        .or(() -> variant)
        .orElse(UNKNOWN);
  }

  /** Returns the bytes allocatable by machine and control group; empty if unknown. */
  public OptionalLong availableMemory() {
    return Stream.of(files.bytes("proc/meminfo", "MemAvailable"), cgroup.memoryAvailable())
        .flatMapToLong(OptionalLong::stream)
        .min();
  }

  private long memoryBytes() {
    OptionalLong total = files.bytes("proc/meminfo", "MemTotal");
    return total.isPresent()
        ? total.getAsLong()
        : ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getTotalMemorySize();
  }

  /** Returns the frequency governors, joined by commas; {@code none} without control. */
  public String governor() {
    return governor(allowedCpus());
  }

  private String governor(List<Integer> cpus) {
    String governors =
        cpus.stream()
            .flatMap(cpu -> files.text(CPUS + "cpu" + cpu + "/cpufreq/scaling_governor").stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining(","));
    return !governors.isEmpty() ? governors : files.names(CPUS).isEmpty() ? UNKNOWN : "none";
  }

  public String turbo() {
    OptionalLong noTurbo = files.number(CPUS + "intel_pstate/no_turbo");
    if (noTurbo.isPresent()) {
      return noTurbo.getAsLong() == 1 ? "off" : "on";
    }
    return onOrOff(files.number(CPUS + "cpufreq/boost"));
  }

  public String smt() {
    return onOrOff(files.number(CPUS + "smt/active"));
  }

  /** Returns {@code off} while a process keeps CPUs awake, else {@code on} or {@code unknown}. */
  public String idleStates() {
    OptionalInt toleratedMicros = files.int32(IdleStates.DEVICE);
    return toleratedMicros.isEmpty() ? UNKNOWN : toleratedMicros.getAsInt() == 0 ? "off" : "on";
  }

  private static String onOrOff(OptionalLong one) {
    return one.isEmpty() ? UNKNOWN : one.getAsLong() == 1 ? "on" : "off";
  }

  /**
   * Reads the limits of this process's control groups, such as a container or a systemd slice. The
   * limits of all ancestors apply, so the lowest counts. Reads versions 2 (cpu.max, memory.max) and
   * 1 (cfs_quota_us, limit_in_bytes), as in the kernel's admin-guide/cgroup-v2.rst and cgroup-v1.
   */
  record Cgroup(MachineFiles files) {
    private static final String V2 = "sys/fs/cgroup";

    OptionalDouble cpuQuota() {
      Stream<Optional<Double>> second =
          folders("", V2).map(folder -> files.text(folder + "/cpu.max").flatMap(Cgroup::quota));
      Stream<Optional<Double>> first = folders("cpu", V2 + "/cpu").map(this::quotaOfVersion1);
      return Stream.concat(second, first)
          .flatMap(Optional::stream)
          .mapToDouble(Double::doubleValue)
          .min();
    }

    OptionalLong memoryAvailable() {
      Stream<OptionalLong> second =
          folders("", V2).map(folder -> available(folder, "memory.max", "memory.current"));
      Stream<OptionalLong> first =
          folders("memory", V2 + "/memory")
              .map(folder -> available(folder, "memory.limit_in_bytes", "memory.usage_in_bytes"));
      return Stream.concat(second, first).flatMapToLong(OptionalLong::stream).min();
    }

    List<Integer> pinnable() {
      return Stream.concat(
              folders("", V2).map(folder -> folder + "/cpuset.cpus.effective"),
              folders("cpuset", V2 + "/cpuset").map(folder -> folder + "/cpuset.effective_cpus"))
          .map(files::cpus)
          .filter(cpus -> !cpus.isEmpty())
          .findFirst()
          .orElse(List.of());
    }

    /** Parses a quota: "200000 100000" is two CPUs; "max 100000" is no limit. */
    private static Optional<Double> quota(String max) {
      return max.matches("\\d+ [1-9]\\d*")
          ? Optional.of(
              Double.parseDouble(max.split(" ")[0]) / Double.parseDouble(max.split(" ")[1]))
          : Optional.empty();
    }

    /** Reads a quota of version 1, where -1 is no limit. */
    private Optional<Double> quotaOfVersion1(String folder) {
      String quota = files.text(folder + "/cpu.cfs_quota_us").orElse("-1");
      String period = files.text(folder + "/cpu.cfs_period_us").orElse("-1");
      return quota(quota + " " + period);
    }

    private OptionalLong available(String folder, String limit, String used) {
      OptionalLong most = files.number(folder + "/" + limit);
      return most.isEmpty()
          ? most
          : OptionalLong.of(
              Math.max(0, most.getAsLong() - files.number(folder + "/" + used).orElse(0)));
    }

    /**
     * Returns the group's folder and those above it, innermost first. In a container the path may
     * be the host's, which is not mounted; then only the mount itself exists, which is the
     * container's group. The controller of version 2 has an empty name.
     */
    private Stream<String> folders(String controller, String mount) {
      List<String> folders = new ArrayList<>();
      String path = pathOf(controller);
      while (path.length() > 1) {
        folders.add(mount + path);
        path = path.substring(0, Math.max(0, path.lastIndexOf('/')));
      }
      folders.add(mount);
      return folders.stream();
    }

    /** Reads lines such as {@code 4:cpu,cpuacct:/job} and {@code 0::/job}. */
    private String pathOf(String controller) {
      return files.lines("proc/self/cgroup").stream()
          .map(line -> line.split(":", 3))
          .filter(parts -> parts.length == 3 && List.of(parts[1].split(",")).contains(controller))
          .map(parts -> parts[2])
          .findFirst()
          .orElse("/");
    }
  }

  public HostWatch watch(CoreLayout layout) {
    return new HostWatch(this, layout, host(layout));
  }

  /** Detects changes of the machine during a measurement, such as of its governor or CPUs. */
  public record HostWatch(HostProbe probe, CoreLayout layout, Host start) {
    public List<String> changes() {
      List<String> changes = new ArrayList<>(Fingerprint.changes(start, probe.host(layout)));
      List<Integer> online = probe.files.cpus(CPUS + "online");
      List<Integer> pinnable = probe.cgroup.pinnable();
      Stream.concat(layout.server().stream(), layout.generator().stream())
          .distinct()
          .filter(cpu -> lacks(online, cpu) || lacks(pinnable, cpu))
          .forEach(cpu -> changes.add("CPU %d could be used, cannot".formatted(cpu)));
      return changes;
    }

    /** Reports whether a CPU is missing from a list; an empty list means that it is unknown. */
    private static boolean lacks(List<Integer> cpus, int cpu) {
      return !cpus.isEmpty() && !cpus.contains(cpu);
    }
  }
}
