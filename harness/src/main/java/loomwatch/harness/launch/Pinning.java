package loomwatch.harness.launch;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** Keeps processes on their CPUs, with {@code taskset} of util-linux. */
public final class Pinning {
  private Pinning() {}

  /** What a command is prefixed with; nothing for no CPUs. */
  public static List<String> prefix(List<Integer> cores) {
    return cores.isEmpty() ? List.of() : List.of("taskset", "-c", list(cores));
  }

  /**
   * Moves the harness itself off the server's CPUs: its own work, reading events and waiting, must
   * not be charged to the subject. Processes it starts inherit this unless prefixed.
   *
   * @return whether it worked; without {@code taskset} it does not
   */
  public static boolean moveHarnessTo(List<Integer> cores) throws InterruptedException {
    long self = ProcessHandle.current().pid();
    try {
      Process process =
          new ProcessBuilder("taskset", "-a", "-p", "-c", list(cores), Long.toString(self))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException noTaskset) {
      return false;
    }
  }

  private static String list(List<Integer> cores) {
    return cores.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
