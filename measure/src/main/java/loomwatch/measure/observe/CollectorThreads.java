package loomwatch.measure.observe;

import java.util.List;
import java.util.OptionalLong;
import loomwatch.measure.host.ProcessClock.ThreadClock;

/** The threads of a JVM that collect, while the program stands still and beside it. */
public final class CollectorThreads {
  /**
   * How HotSpot calls them; Serial collects on the VM's own, which the others' pauses use too. G1's
   * refinement is not among them: it wakes by the clock, so that what it takes of a request depends
   * on how long the other arms are loaded. All CPU per request has it.
   */
  private static final List<String> NAMES =
      List.of(
          "GC Thread",
          "G1 Conc",
          "G1 Main",
          "ZWorker",
          "ZDriver",
          "ZDirector",
          // ZGC without generations, of JDK 21 to 23.
          "XWorker",
          "XDriver",
          "XDirector",
          "Shenandoah",
          "VM Thread");

  private CollectorThreads() {}

  static boolean isOne(String thread) {
    return NAMES.stream().anyMatch(thread::startsWith);
  }

  /** Their CPU time so far, in nanoseconds; empty of what is no HotSpot, or no Linux. */
  public static OptionalLong cpuNanos(long pid) {
    return ThreadClock.cpuNanos(pid, CollectorThreads::isOne);
  }
}
