package loomwatch.measure.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** CPU time of some threads of a process, found by name. */
public final class ThreadClock {
  private static final Path PROC = Path.of("/proc");

  private ThreadClock() {}

  /**
   * Their CPU time so far, in nanoseconds; empty where no thread has such a name, or the kernel
   * does not tell. One that ended took its time with it.
   *
   * @param named what the kernel calls a thread, at most 15 bytes
   */
  public static OptionalLong cpuNanos(long pid, Predicate<String> named) {
    return cpuNanos(PROC, pid, named);
  }

  static OptionalLong cpuNanos(Path proc, long pid, Predicate<String> named) {
    List<Path> tasks;
    try {
      tasks = Listing.of(proc.resolve(pid + "/task"));
    } catch (IOException gone) {
      return OptionalLong.empty();
    }
    boolean any = false;
    long sum = 0;
    for (Path task : tasks) {
      try {
        if (named.test(Files.readString(task.resolve("comm")).strip())) {
          sum += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
          any = true;
        }
      } catch (IOException endedMeanwhileOrNotTold) {
        // Then it has no figure.
      }
    }
    return any ? OptionalLong.of(sum) : OptionalLong.empty();
  }
}
