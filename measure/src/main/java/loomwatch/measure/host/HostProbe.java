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
import loomwatch.results.Host;

/**
 * Reads what the machine is from /proc and /sys. What it does not say is {@code unknown}; on other
 * systems than Linux that is most of it.
 */
public final class HostProbe {
  /** Where the machine does not tell. */
  public static final String UNKNOWN = "unknown";

  private static final String CPUS = "sys/devices/system/cpu/";

  private final MachineFiles files;
  private final CpuTopology topology;
  private final Cgroup cgroup;

  /** A probe of a tree that looks like a machine's: "/" for the real one. */
  public HostProbe(Path root) {
    this.files = new MachineFiles(root);
    this.topology = new CpuTopology(files);
    this.cgroup = new Cgroup(files);
  }

  /** A probe of this machine. */
  public static HostProbe ofThisMachine() {
    return new HostProbe(Path.of("/"));
  }

  /** The tree it reads. */
  public MachineFiles files() {
    return files;
  }

  /** What the control groups of this process allow. */
  public Cgroup cgroup() {
    return cgroup;
  }

  /** How its CPUs are best divided; ask before the process is pinned, which narrows its CPUs. */
  public CoreLayout layout() {
    List<Integer> isolated = reachableIsolated();
    Map<Integer, Integer> coreOf = new TreeMap<>(topology.coreOf(allowedCpus()));
    coreOf.putAll(topology.coreOf(isolated));
    CoreLayout layout = CoreLayout.of(coreOf, isolated);
    return layout.doubting(topology.doubts(layout.server())).doubting(quotaDoubt());
  }

  /** isolcpus are in no process's affinity from the start, but may be pinned to. */
  private List<Integer> reachableIsolated() {
    List<Integer> pinnable = cgroup.pinnable();
    return topology.isolated().stream()
        .filter(cpu -> pinnable.isEmpty() || pinnable.contains(cpu))
        .toList();
  }

  /** CPU time per time, in CPUs; empty when it is not limited. */
  public OptionalDouble cpuQuota() {
    return cgroup.cpuQuota();
  }

  private List<String> quotaDoubt() {
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

  /** All that may move numbers. */
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

  /** The CPUs this process may run on, in rising order; at least one. */
  public List<Integer> allowedCpus() {
    List<Integer> allowed =
        CpuList.parse(files.field("proc/self/status", "Cpus_allowed_list").orElse(""));
    return allowed.isEmpty()
        ? IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList()
        : allowed;
  }

  /** x86 names the model; ARM its maker and part by number, IBM and RISC-V in their own fields. */
  private String cpuModel() {
    for (String name : List.of("model name", "uarch", "cpu\t\t:")) {
      Optional<String> model = files.field("proc/cpuinfo", name).filter(text -> !text.isEmpty());
      if (model.isPresent()) {
        return model.get();
      }
    }
    return files
        .field("proc/cpuinfo", "CPU part")
        .map(part ->
            "ARM %s part %s"
                .formatted(files.field("proc/cpuinfo", "CPU implementer").orElse(UNKNOWN), part))
        .orElse(UNKNOWN);
  }

  /**
   * Bytes that may be taken without swapping: what the machine has, or less where a control group
   * allows less; empty when neither says.
   */
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

  /**
   * Who decides the frequency: one name, or several with commas when the CPUs differ; {@code none}
   * where there is no control, as in most virtual machines.
   */
  public String governor() {
    return governor(allowedCpus());
  }

  private String governor(List<Integer> cpus) {
    List<String> governors = new ArrayList<>();
    for (int cpu : cpus) {
      files.text(CPUS + "cpu" + cpu + "/cpufreq/scaling_governor").ifPresent(governors::add);
    }
    if (governors.isEmpty()) {
      return files.names(CPUS).isEmpty() ? UNKNOWN : "none";
    }
    return governors.stream().distinct().sorted().collect(Collectors.joining(","));
  }

  /** {@code on}, {@code off} or {@code unknown}. */
  public String turbo() {
    OptionalLong noTurbo = files.number(CPUS + "intel_pstate/no_turbo");
    if (noTurbo.isPresent()) {
      return noTurbo.getAsLong() == 1 ? "off" : "on";
    }
    return onOrOff(files.number(CPUS + "cpufreq/boost"));
  }

  /** {@code on}, {@code off} or {@code unknown}. */
  public String smt() {
    return onOrOff(files.number(CPUS + "smt/active"));
  }

  /** {@code off} while somebody keeps the CPUs awake; {@code on} or {@code unknown}. */
  public String idleStates() {
    OptionalInt toleratedMicros = files.int32(IdleStates.DEVICE);
    return toleratedMicros.isEmpty() ? UNKNOWN : toleratedMicros.getAsInt() == 0 ? "off" : "on";
  }

  private static String onOrOff(OptionalLong one) {
    return one.isEmpty() ? UNKNOWN : one.getAsLong() == 1 ? "on" : "off";
  }

  /** The content of a file of the tree, stripped; nothing when it is not there. */
  public Optional<String> text(String path) {
    return files.text(path);
  }

  /** The lines of a file of the tree; none when it is not there. */
  public List<String> lines(String path) {
    return files.lines(path);
  }
}
