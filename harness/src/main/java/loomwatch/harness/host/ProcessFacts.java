package loomwatch.harness.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What /proc tells of a process. */
public final class ProcessFacts {
  private static final Path PROC = Path.of("/proc");
  private static final long KB = 1_024;

  private ProcessFacts() {}

  /** Its resident set size. */
  public static long residentBytes(long pid) throws IOException {
    return field(PROC.resolve(pid + "/status"), "VmRSS:") * KB;
  }

  /** How many operating-system threads it has. */
  public static long threads(long pid) throws IOException {
    return field(PROC.resolve(pid + "/status"), "Threads:");
  }

  /** The context switches of its threads so far. */
  public static Switches switches(long pid) throws IOException {
    Map<String, Long> byThread = new HashMap<>();
    List<Path> threads;
    try (Stream<Path> tasks = Files.list(PROC.resolve(pid + "/task"))) {
      threads = tasks.toList();
    }
    for (Path thread : threads) {
      try {
        Path status = thread.resolve("status");
        byThread.put(
            thread.getFileName().toString(),
            field(status, "voluntary_ctxt_switches:")
                + field(status, "nonvoluntary_ctxt_switches:"));
      } catch (NoSuchFileException endedMeanwhile) {
        // A thread that is gone has no figure any more.
      }
    }
    return new Switches(byThread);
  }

  private static long field(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
      }
    }
    throw new IOException(file + " has no " + name);
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
     * this is a lower bound; a warm server's threads stay.
     */
    public long since(Switches earlier) {
      return byThread.entrySet().stream()
          .mapToLong(
              thread -> thread.getValue() - earlier.byThread.getOrDefault(thread.getKey(), 0L))
          .sum();
    }
  }
}
