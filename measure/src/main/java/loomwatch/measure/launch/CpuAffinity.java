package loomwatch.measure.launch;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import loomwatch.measure.host.CoreLayout.CpuList;
import loomwatch.measure.host.MachineFiles;

public final class CpuAffinity {
  private static final MachineFiles MACHINE = MachineFiles.ofThisMachine();
  private static final int ATTEMPTS = 5;
  private static final String ALLOWED = "Cpus_allowed_list";

  private CpuAffinity() {}

  public static List<String> prefix(List<Integer> cores) {
    return cores.isEmpty() ? List.of() : List.of("taskset", "-c", CpuList.format(cores));
  }

  /**
   * Moves the harness itself off the server's CPUs, so that its own work is not attributed to the
   * service. Processes it starts inherit this unless prefixed.
   *
   * @return whether it worked; it does not without {@code taskset}
   */
  public static boolean moveHarnessTo(List<Integer> cores) throws InterruptedException {
    try {
      return taskset(ProcessHandle.current().pid(), cores);
    } catch (IOException noTaskset) {
      return false;
    }
  }

  /**
   * Moves a process with all its threads. A thread not yet moved may start others meanwhile, so it
   * checks all threads and repeats.
   *
   * @return whether all threads were moved; false for a process that has ended
   */
  static boolean move(long pid, List<Integer> cores) throws IOException, InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (taskset(pid, cores) && allOn(pid, cores)) {
        return true;
      }
    }
    return false;
  }

  private static boolean taskset(long pid, List<Integer> cores)
      throws IOException, InterruptedException {
    return new ProcessBuilder(
                "taskset", "-a", "-p", "-c", CpuList.format(cores), Long.toString(pid))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  private static boolean allOn(long pid, List<Integer> cores) {
    String tasks = "proc/" + pid + "/task";
    List<String> threads = MACHINE.names(tasks);
    return !threads.isEmpty()
        && threads.stream()
            // A thread that ended meanwhile has no file, and is not counted.
            .flatMap(each -> MACHINE.field(tasks + "/" + each + "/status", ALLOWED).stream())
            .allMatch(allowed -> Set.copyOf(CpuList.parse(allowed)).equals(Set.copyOf(cores)));
  }
}
