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
   * Moves the harness itself off the server's CPUs: its own work, reading events and waiting, must
   * not be charged to the service. Processes it starts inherit this unless prefixed.
   *
   * @return whether it worked; without {@code taskset} it does not
   */
  public static boolean moveHarnessTo(List<Integer> cores) throws InterruptedException {
    try {
      return taskset(ProcessHandle.current().pid(), cores);
    } catch (IOException noTaskset) {
      return false;
    }
  }

  /**
   * Moves a process with all its threads. One that a thread not yet moved starts meanwhile stays
   * behind, so it is looked whether all have come, and done again.
   *
   * @return whether all of them are there; of a process that has ended, none is
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
            // One that has ended meanwhile is nowhere else.
            .flatMap(each -> MACHINE.field(tasks + "/" + each + "/status", ALLOWED).stream())
            .allMatch(allowed -> Set.copyOf(CpuList.parse(allowed)).equals(Set.copyOf(cores)));
  }
}
