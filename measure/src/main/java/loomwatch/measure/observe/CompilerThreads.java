package loomwatch.measure.observe;

import java.util.OptionalLong;
import loomwatch.measure.host.ProcessClock.ThreadClock;

/**
 * The threads of a JVM that compile. The JVM's own figure stands still while a compilation lasts,
 * which takes seconds of large methods; theirs does not.
 */
public final class CompilerThreads {
  private CompilerThreads() {}

  static boolean isOne(String thread) {
    return thread.startsWith("C1 Compiler")
        || thread.startsWith("C2 Compiler")
        || thread.startsWith("JVMCI");
  }

  /** Their CPU time so far, in nanoseconds; empty of what is no HotSpot, or no Linux. */
  public static OptionalLong cpuNanos(long pid) {
    return ThreadClock.cpuNanos(pid, CompilerThreads::isOne);
  }
}
