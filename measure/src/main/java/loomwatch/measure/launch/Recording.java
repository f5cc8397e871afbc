package loomwatch.measure.launch;

import java.util.List;

/** What JFR records of a server while it runs. */
public enum Recording {
  /** What the metrics need, and little else: of every launch whose numbers are judged. */
  VITALS("loomwatch.jfc", 32, "64m", true, List.of()),
  /**
   * What its threads spend, with their call stacks. That costs the server what no judged number may
   * carry.
   */
  STACKS(
      "stacks.jfc",
      512,
      "1g",
      // What is read is copied out of it.
      false,
      List.of(
          // Else a method inlined into another is seen only where that has a safepoint.
          "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));

  private final String settings;
  private final int depth;
  private final String mostKept;
  private final boolean outlives;
  private final List<String> jvmFlags;

  Recording(String settings, int depth, String mostKept, boolean outlives, List<String> jvmFlags) {
    this.settings = settings;
    this.depth = depth;
    this.mostKept = mostKept;
    this.outlives = outlives;
    this.jvmFlags = jvmFlags;
  }

  /** The file of its events and thresholds. */
  String settings() {
    return settings;
  }

  /** Of call stacks; what lies further out is cut off. */
  int depth() {
    return depth;
  }

  /** What the JVM needs beside it. */
  List<String> jvmFlags() {
    return jvmFlags;
  }

  /** On disk, as JFR reads it. */
  String mostKept() {
    return mostKept;
  }

  /** Whether JFR's own chunks stay when the server has ended, as part of the raw data. */
  boolean outlives() {
    return outlives;
  }
}
