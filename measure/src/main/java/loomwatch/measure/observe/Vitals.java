package loomwatch.measure.observe;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.Server;

/**
 * What a measured process says of itself, asked between windows of load only. Each question takes
 * what happens {@code during} it for the message of a failure: it fails when the process is gone or
 * does not answer.
 */
public interface Vitals extends AutoCloseable {
  /** Of a process that is no JVM: it says nothing. */
  Vitals NONE = new Vitals() {};

  /**
   * Running totals since it started.
   *
   * @param allocatedBytes heap bytes allocated by all threads, carriers included
   * @param compileMillis time the JIT has spent; empty without a JIT
   */
  record Totals(long allocatedBytes, OptionalLong compileMillis) {}

  default Optional<Totals> totals(String during) throws LaunchFailure, InterruptedException {
    return Optional.empty();
  }

  /** Its native memory now; empty where that is not tracked. */
  default Optional<NativeMemory> nativeMemory(String during)
      throws LaunchFailure, InterruptedException {
    return Optional.empty();
  }

  /**
   * Has it collect its whole heap, then tells the bytes of the heap in use; empty where nobody
   * tells.
   */
  default OptionalLong liveSet(String during) throws LaunchFailure, InterruptedException {
    return OptionalLong.empty();
  }

  /**
   * Has it collect its whole heap, then tells the bytes that objects of a class take, of the
   * classes that take most; empty where nobody tells.
   */
  default Map<String, Long> liveObjects(String during) throws LaunchFailure, InterruptedException {
    return Map.of();
  }

  /** Writes what JFR recorded so far to a file, if it records. */
  default void keepRecording(Path file, String during) throws LaunchFailure, InterruptedException {}

  @Override
  default void close() {}

  /**
   * The rows of a Native Memory Tracking summary (scale KB) that metrics are made of: reserved and
   * committed for thread stacks, committed by all of the JVM, and of that all but the heap.
   */
  record NativeMemory(
      long threadReservedBytes,
      long threadCommittedBytes,
      long committedBytes,
      long besideHeapBytes) {
    private static final long KB = 1_024;

    // "-                    Thread (reserved=32890KB, committed=2650KB)"; JDK 25 adds "tag=" rows.
    private static final Pattern THREAD =
        Pattern.compile("-\\s+Thread \\([^)]*reserved=(\\d+)KB, committed=(\\d+)KB");
    private static final Pattern HEAP =
        Pattern.compile("-\\s+Java Heap \\([^)]*reserved=(\\d+)KB, committed=(\\d+)KB");
    private static final Pattern TOTAL =
        Pattern.compile("Total: reserved=(\\d+)KB, committed=(\\d+)KB");

    public static Optional<NativeMemory> parse(String summary) {
      Matcher thread = THREAD.matcher(summary);
      OptionalLong committed = find(TOTAL, summary);
      OptionalLong heap = find(HEAP, summary);
      if (!thread.find() || committed.isEmpty() || heap.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new NativeMemory(
              Long.parseLong(thread.group(1)) * KB,
              Long.parseLong(thread.group(2)) * KB,
              committed.getAsLong() * KB,
              (committed.getAsLong() - heap.getAsLong()) * KB));
    }

    private static OptionalLong find(Pattern pattern, String text) {
      Matcher matcher = pattern.matcher(text);
      return matcher.find()
          ? OptionalLong.of(Long.parseLong(matcher.group(2)))
          : OptionalLong.empty();
    }
  }

  /** What is loaded and watched: a process, and what it says of itself. */
  record Target(Server server, Vitals vitals) {}
}
