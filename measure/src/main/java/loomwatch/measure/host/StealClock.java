package loomwatch.measure.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Time in which a CPU had something to do and the host gave it to another machine: the kernel's
 * steal time (proc(5), /proc/stat), in steps of 10 ms.
 */
public final class StealClock {
  private static final Path STAT = Path.of("/proc/stat");
  private static final long NANOS_PER_TICK = 10_000_000;

  /** After the CPU's name: user, nice, system, idle, iowait, irq, softirq, steal. */
  private static final int STEAL = 8;

  private StealClock() {}

  /**
   * Of those CPUs so far, in nanoseconds; empty where the kernel does not tell.
   *
   * @param cores empty for all there are
   */
  public static OptionalLong nanos(List<Integer> cores) {
    try {
      return nanos(Files.readAllLines(STAT), cores);
    } catch (IOException noProc) {
      return OptionalLong.empty();
    }
  }

  static OptionalLong nanos(List<String> stat, List<Integer> cores) {
    List<String> names =
        cores.isEmpty() ? List.of("cpu") : cores.stream().map(core -> "cpu" + core).toList();
    List<String[]> rows =
        stat.stream()
            .map(line -> line.split(" +"))
            .filter(row -> row.length > STEAL && names.contains(row[0]))
            .toList();
    return rows.size() < names.size()
        ? OptionalLong.empty()
        : OptionalLong.of(
            rows.stream().mapToLong(row -> Long.parseLong(row[STEAL])).sum() * NANOS_PER_TICK);
  }
}
