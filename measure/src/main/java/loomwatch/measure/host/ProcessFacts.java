package loomwatch.measure.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What /proc tells of a process. */
public final class ProcessFacts {
  private static final Path PROC = Path.of("/proc");
  private static final long KB = 1_024;

  private ProcessFacts() {}

  /**
   * Its resident set size.
   *
   * @throws IOException when there is no such process
   */
  public static long residentBytes(long pid) throws IOException {
    return field(pid, "VmRSS:") * KB;
  }

  /**
   * Its proportional set size, in which a page that n processes map counts one n-th; the resident
   * set size where the kernel does not tell.
   *
   * @throws IOException when there is no such process
   */
  static long proportionalBytes(long pid) throws IOException {
    try {
      return field(Files.readAllLines(PROC.resolve(pid + "/smaps_rollup")), "Pss:") * KB;
    } catch (IOException notTold) {
      return residentBytes(pid);
    }
  }

  /**
   * How many operating-system threads it has.
   *
   * @throws IOException when there is no such process
   */
  public static long threads(long pid) throws IOException {
    return field(pid, "Threads:");
  }

  /**
   * How many files, sockets and pipes it has open.
   *
   * @throws IOException when there is no such process, or it is of another user
   */
  static long descriptors(long pid) throws IOException {
    return Listing.of(PROC.resolve(pid + "/fd")).size();
  }

  /**
   * The context switches of its threads so far.
   *
   * @throws IOException when there is no such process
   */
  public static Switches switches(long pid) throws IOException {
    Map<String, Long> byThread = new HashMap<>();
    for (Path thread : tasks(pid)) {
      try {
        byThread.put(thread.getFileName().toString(), switches(thread));
      } catch (IOException endedMeanwhile) {
        // Its file is gone, or reading it says "No such process": it has no figure any more.
      }
    }
    return new Switches(byThread);
  }

  private static List<Path> tasks(long pid) throws IOException {
    try {
      return Listing.of(PROC.resolve(pid + "/task"));
    } catch (IOException e) {
      throw gone(pid, e);
    }
  }

  /**
   * How often it was given a CPU, which is as often as it left one. For its status, which tells it
   * too, the kernel looks at much else; without scheduler statistics there is that alone.
   */
  private static long switches(Path thread) throws IOException {
    Path scheduled = thread.resolve("schedstat");
    if (Files.exists(scheduled)) {
      String[] told = Files.readString(scheduled).strip().split(" ");
      long times = Long.parseLong(told[told.length - 1]);
      if (times > 0) {
        return times;
      }
    }
    List<String> status = Files.readAllLines(thread.resolve("status"));
    return field(status, "voluntary_ctxt_switches:") + field(status, "nonvoluntary_ctxt_switches:");
  }

  private static long field(long pid, String name) throws IOException {
    List<String> status;
    try {
      status = Files.readAllLines(PROC.resolve(pid + "/status"));
    } catch (IOException e) {
      throw gone(pid, e);
    }
    return field(status, name);
  }

  private static IOException gone(long pid, IOException cause) {
    return new IOException("process " + pid + " is gone", cause);
  }

  private static long field(List<String> status, String name) throws IOException {
    for (String line : status) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
      }
    }
    throw new IOException("the process has no " + name + " it has ended, or is the kernel's own");
  }

  /**
   * Context switches, voluntary and not.
   *
   * @param byThread since each thread began
   */
  public record Switches(Map<String, Long> byThread) {
    public Switches {
      byThread = Map.copyOf(byThread);
    }

    /**
     * Switches since an earlier look. A thread that ended in between took its last ones with it, so
     * this is a lower bound; a warm server's threads stay. A thread whose figure went down is a new
     * one with an old one's id, and counts whole.
     */
    public long since(Switches earlier) {
      return byThread.entrySet().stream()
          .mapToLong(thread -> {
            long before = earlier.byThread.getOrDefault(thread.getKey(), 0L);
            return thread.getValue() >= before ? thread.getValue() - before : thread.getValue();
          })
          .sum();
    }
  }
}
