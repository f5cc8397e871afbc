package loomwatch.measure.launch;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Times a fixed piece of work on some CPUs while no server is loaded. No change of a subject can
 * move it: when it differs between two arms, the host did. Not thread-safe.
 */
final class HostControl implements QuietHost.Control {
  private static final double NANOS = 1e9;

  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader replies;

  /**
   * How long the work took.
   *
   * @param quickest of a few repetitions, in seconds: what no interrupt lengthened
   * @param all of them, in seconds: a neighbour on the same CPU had its turn in between
   */
  record Work(double quickest, double all) {}

  private HostControl(Process process) {
    this.process = process;
    this.requests = process.outputWriter();
    this.replies = process.inputReader();
  }

  /**
   * Starts its JVM, which is warm when it first replies.
   *
   * @param jdk the same for every arm, so that it is no part of what is compared
   * @param cores empty for any
   */
  static HostControl start(Children children, Path jdk, List<Integer> cores) throws IOException {
    List<String> command = new ArrayList<>(Pinning.prefix(cores));
    command.addAll(
        List.of(
            jdk.resolve("bin/java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx32m",
            "-Xlog:disable", // which warns on standard output, where replies are read
            "-cp",
            System.getProperty("java.class.path"),
            ControlWork.class.getName()));
    return new HostControl(
        children.watch(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start()));
  }

  @Override
  public Work work() throws IOException {
    requests.write("\n");
    requests.flush();
    String reply = replies.readLine();
    if (reply == null) {
      throw new IOException("the host control's process ended");
    }
    String[] nanos = reply.split(" ", -1);
    return new Work(Long.parseLong(nanos[0]) / NANOS, Long.parseLong(nanos[1]) / NANOS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
