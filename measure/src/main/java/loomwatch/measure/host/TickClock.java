package loomwatch.measure.host;

import java.io.IOException;
import java.util.List;

/**
 * User and system time of /proc/PID/stat, fields 14 and 15 of proc_pid_stat(5), in USER_HZ ticks: a
 * hundredth of a second on every architecture a server runs on.
 */
final class TickClock implements CpuClock {
  private static final long NANOS_PER_TICK = 10_000_000;

  private final MachineFiles files;

  TickClock(MachineFiles files) {
    this.files = files;
  }

  @Override
  public long cpuNanos(long pid) throws IOException {
    String stat = files.text("proc/" + pid + "/stat").orElseThrow(() -> CpuClock.gone(pid));
    return ticks(stat) * NANOS_PER_TICK;
  }

  /**
   * The ticks in a line of /proc/PID/stat.
   *
   * @throws NumberFormatException when it is none
   */
  static long ticks(String stat) {
    // The program's name, in parentheses, may itself hold parentheses and spaces.
    String[] fromState = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 14);
    return fromState.length < 14
        ? 0
        : Long.parseLong(fromState[11]) + Long.parseLong(fromState[12]);
  }

  @Override
  public List<String> doubts() {
    return List.of(
        "CPU time moves in steps of 10 ms, so CPU per request says little: the kernel's own clock of a process could not be read"
            + " (JNA needs a temporary folder that is not mounted noexec: -Djna.tmpdir=DIR)");
  }
}
