package loomwatch.measure.host;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;

/**
 * Notices when the machine is no longer the one a measurement began on: its governor was switched,
 * turbo came on, a CPU was taken away. Not thread-safe.
 */
public final class HostWatch {
  private static final String ONLINE = "sys/devices/system/cpu/online";

  private final HostProbe probe;
  private final CoreLayout layout;
  private final Host start;

  private HostWatch(HostProbe probe, CoreLayout layout) {
    this.probe = probe;
    this.layout = layout;
    this.start = probe.host(layout);
  }

  /** Watches from now on; to be made once the harness is pinned, which changes what it sees. */
  public static HostWatch of(HostProbe probe, CoreLayout layout) {
    return new HostWatch(probe, layout);
  }

  /** What has changed, such as {@code turbo was off, is on}; nothing on a steady machine. */
  public List<String> changes() {
    List<String> changes = new ArrayList<>(Fingerprint.changes(start, probe.host(layout)));
    List<Integer> online = CpuList.parse(probe.text(ONLINE).orElse(""));
    List<Integer> pinnable = probe.cgroup().pinnable();
    Stream.concat(layout.server().stream(), layout.generator().stream())
        .distinct()
        .filter(cpu -> lacks(online, cpu) || lacks(pinnable, cpu))
        .forEach(cpu -> changes.add("CPU %d could be used, cannot".formatted(cpu)));
    return changes;
  }

  /** An empty list is a machine that does not tell. */
  private static boolean lacks(List<Integer> cpus, int cpu) {
    return !cpus.isEmpty() && !cpus.contains(cpu);
  }
}
