package loomwatch.harness.launch;

import java.util.List;

/**
 * What every measured JVM is started with, so that ergonomics decide nothing: left alone a JVM that
 * sees one CPU takes another collector and one carrier.
 */
public final class JvmFlags {
  /** The heap of experiment E2, fixed so that resizing is no part of the measurement. */
  private static final String HEAP = "512m";

  private JvmFlags() {}

  /**
   * The server's flags.
   *
   * @param cores how many CPUs it is given; its processors and carriers are fixed to that
   */
  public static List<String> forServer(int cores) {
    return List.of(
        "-Xms" + HEAP,
        "-Xmx" + HEAP,
        "-XX:+UseG1GC",
        "-XX:ActiveProcessorCount=" + cores,
        "-Djdk.virtualThreadScheduler.parallelism=" + cores,
        "-XX:NativeMemoryTracking=summary",
        "-Djava.security.egd=file:/dev/urandom");
  }

  /** The flags of a JMH fork; it may use every core, as nothing else runs then. */
  public static List<String> forJmh(int cores) {
    return List.of(
        "-Xms" + HEAP,
        "-Xmx" + HEAP,
        "-XX:+UseG1GC",
        "-XX:ActiveProcessorCount=" + cores,
        "-Djdk.virtualThreadScheduler.parallelism=" + cores);
  }
}
