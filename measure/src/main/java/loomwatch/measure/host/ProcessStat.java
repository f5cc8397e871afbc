package loomwatch.measure.host;

import java.util.Optional;

/**
 * What a line of /proc/PID/stat tells (proc_pid_stat(5)).
 *
 * @param ended whether only its parent's waiting for it is missing
 * @param parent its process id
 * @param ticksOfChildren CPU time of its children that ended and were waited for, fields 16 and 17
 * @param startTicks when it started, since the machine did
 */
public record ProcessStat(
    long pid, boolean ended, long parent, long ticksOfChildren, long startTicks) {
  private static final int FIELDS = 20;

  /** Of a process for good: ids are given again. */
  public record Id(long pid, long startTicks) {}

  Id id() {
    return new Id(pid, startTicks);
  }

  /** Empty when it is none. */
  static Optional<ProcessStat> parse(String line) {
    // The program's name, in parentheses, may itself hold parentheses and spaces.
    int open = line.indexOf('(');
    int close = line.lastIndexOf(')');
    if (open < 0 || close < open) {
      return Optional.empty();
    }
    String[] fromState = line.substring(close + 1).strip().split(" ");
    return fromState.length < FIELDS
        ? Optional.empty()
        : Optional.of(
            new ProcessStat(
                Long.parseLong(line.substring(0, open).strip()),
                fromState[0].equals("Z"),
                Long.parseLong(fromState[1]),
                Long.parseLong(fromState[13]) + Long.parseLong(fromState[14]),
                Long.parseLong(fromState[19])));
  }
}
