package loomwatch.measure.observe;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of a Native Memory Tracking summary (scale KB) that metrics are made of.
 *
 * @param threadReservedBytes address space reserved for thread stacks
 * @param threadCommittedBytes of these, committed
 * @param committedBytes committed by all of the JVM
 * @param besideHeapBytes of these, all but the heap
 */
public record NativeMemory(
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

  /** Reads the summary; nothing when it is not one. */
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
