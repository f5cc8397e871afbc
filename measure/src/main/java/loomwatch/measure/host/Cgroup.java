package loomwatch.measure.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What the control groups this process is in allow it: a container, or a systemd slice. A limit of
 * any ancestor holds, so the least is told. Versions 2 (cpu.max, memory.max) and 1 (cfs_quota_us,
 * limit_in_bytes), as in the kernel's admin-guide/cgroup-v2.rst and cgroup-v1.
 */
public final class Cgroup {
  private static final String V2 = "sys/fs/cgroup";

  private final MachineFiles files;

  public Cgroup(MachineFiles files) {
    this.files = files;
  }

  /** CPU time per time, in CPUs; empty when it is not limited. */
  public OptionalDouble cpuQuota() {
    Stream<Optional<Double>> second =
        folders("", V2).map(folder -> files.text(folder + "/cpu.max").flatMap(Cgroup::quota));
    Stream<Optional<Double>> first = folders("cpu", V2 + "/cpu").map(this::quotaOfVersion1);
    return Stream.concat(second, first)
        .flatMap(Optional::stream)
        .mapToDouble(Double::doubleValue)
        .min();
  }

  /** Bytes this process and its children may still take; empty when it is not limited. */
  public OptionalLong memoryAvailable() {
    Stream<OptionalLong> second =
        folders("", V2).map(folder -> available(folder, "memory.max", "memory.current"));
    Stream<OptionalLong> first =
        folders("memory", V2 + "/memory")
            .map(folder -> available(folder, "memory.limit_in_bytes", "memory.usage_in_bytes"));
    return Stream.concat(second, first).flatMapToLong(OptionalLong::stream).min();
  }

  /** The CPUs a process of this group may be pinned to; empty when that is not told. */
  public List<Integer> pinnable() {
    return Stream.concat(
            folders("", V2).map(folder -> folder + "/cpuset.cpus.effective"),
            folders("cpuset", V2 + "/cpuset").map(folder -> folder + "/cpuset.effective_cpus"))
        .map(file -> CpuList.parse(files.text(file).orElse("")))
        .filter(cpus -> !cpus.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /** "200000 100000" is two CPUs; "max 100000" is no limit. */
  private static Optional<Double> quota(String max) {
    return max.matches("\\d+ [1-9]\\d*")
        ? Optional.of(Double.parseDouble(max.split(" ")[0]) / Double.parseDouble(max.split(" ")[1]))
        : Optional.empty();
  }

  /** In version 1 a quota of -1 is no limit. */
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
   * The group's folder and those above it, innermost first. Inside a container the path may be the
   * host's, which is not mounted there; then only the mount itself exists, and that is the
   * container's group.
   *
   * @param controller of version 1, or the empty name of version 2's hierarchy
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

  /** From lines such as {@code 4:cpu,cpuacct:/job} and {@code 0::/job}. */
  private String pathOf(String controller) {
    return files.lines("proc/self/cgroup").stream()
        .map(line -> line.split(":", 3))
        .filter(parts -> parts.length == 3 && List.of(parts[1].split(",")).contains(controller))
        .map(parts -> parts[2])
        .findFirst()
        .orElse("/");
  }
}
