package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.loadgen.Leash;
import loomwatch.measure.host.ProcessTree.Cpu;
import loomwatch.measure.host.ProcessTree.ProcessStat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real processes that start others. */
class ProcessTreeTest {
  private static final long MILLI = 1_000_000;

  /** Works for so many seconds of CPU time, then waits. */
  private static final String BURN =
      "import time,sys\nwhile time.process_time() < float(sys.argv[1]): pass\n"
          + "print('done', flush=True)\ntime.sleep(float(sys.argv[2]))\n";

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() throws IOException {
    for (Process process : started) {
      process.destroyForcibly();
      process.getOutputStream().close();
    }
  }

  @Test
  void pids_childrenOfAScript_areItsTreeWithoutTheLeash() throws Exception {
    Process script = script("sleep 600 & sleep 600 & sleep 0.2; echo started; wait");

    ProcessTree tree = new ProcessTree(script.pid());

    assertThat(tree.pids()).hasSize(3).first().isEqualTo(script.pid());
    assertThat(tree.pids().stream().map(ProcessTree::name))
        .filteredOn("sleep 600"::equals)
        .hasSize(2);
    assertThat(tree.threads()).isEqualTo(3);
  }

  @Test
  void pids_daemonWhoseParentEnded_andOneWithoutEnvironment_areInIt() throws Exception {
    Process script =
        script("(setsid sleep 601 &); env -i sleep 602 & sleep 0.2; echo started; wait");

    assertThat(new ProcessTree(script.pid()).pids().stream().map(ProcessTree::name))
        .contains("sleep 601", "sleep 602")
        .hasSize(3);
  }

  @Test
  void cpu_childThatWorks_isCounted() throws Exception {
    Process script = script("python3 -c \"$0\" 0.3 600 & wait", BURN);

    Cpu cpu = new ProcessTree(script.pid()).countsAfter().cpu();

    assertThat(cpu.sinceNanos(new Cpu(Map.of()))).isGreaterThan(295 * MILLI);
    assertThat(ProcessClock.cpuNanos(script.pid())).isLessThan(100 * MILLI);
  }

  @Test
  void cpu_childThatWorkedAndEnded_isCountedOnce() throws Exception {
    Process script = script("echo started; read line; python3 -c \"$0\" 0.3 0; sleep 600", BURN);
    // Standard input of a leashed process is empty: it goes on at once.
    ProcessTree tree = new ProcessTree(script.pid());
    line(script);

    Cpu whileItIsThere = tree.countsAfter().cpu();
    awaitName(tree, "sleep 600");
    Cpu after = tree.countsAfter().cpu();

    assertThat(after.sinceNanos(new Cpu(Map.of()))).isBetween(280 * MILLI, 3_000 * MILLI);
    assertThat(whileItIsThere.sinceNanos(new Cpu(Map.of())) + after.sinceNanos(whileItIsThere))
        .isBetween(270 * MILLI, after.sinceNanos(new Cpu(Map.of())) + 20 * MILLI);
  }

  @Test
  void sinceNanos_childThatNobodyWaitedFor_isNotNegative() {
    ProcessStat.Id parent = new ProcessStat.Id(1, 1);
    ProcessStat.Id child = new ProcessStat.Id(2, 2);
    Cpu before = new Cpu(Map.of(parent, new Cpu.Spent(10, 0), child, new Cpu.Spent(500, 0)));
    Cpu after = new Cpu(Map.of(parent, new Cpu.Spent(15, 0)));

    assertThat(after.sinceNanos(before)).isEqualTo(5);
  }

  @Test
  void residentBytes_forkedWorkers_shareWhatTheyShare() throws Exception {
    Process script =
        script(
            "exec python3 -c \"$0\"",
            "import os,time\nheld=bytearray(60_000_000)\n"
                + "for i in range(3):\n  if os.fork()==0: time.sleep(600)\n"
                + "print('done', flush=True)\ntime.sleep(600)\n");
    ProcessTree tree = new ProcessTree(script.pid());

    assertThat(tree.pids()).hasSize(4);
    assertThat(tree.residentBytes()).isBetween(60_000_000L, 140_000_000L);
  }

  @Test
  void cpu_processThatIsGone_fails() throws Exception {
    Process gone = script("echo started");
    gone.waitFor();

    assertThatThrownBy(() -> new ProcessTree(gone.pid()).countsAfter())
        .hasMessageEndingWith(" is gone");
    assertThat(new ProcessTree(gone.pid()).pids()).isEmpty();
  }

  private static void awaitName(ProcessTree tree, String name) throws InterruptedException {
    while (tree.pids().stream().map(ProcessTree::name).noneMatch(name::equals)) {
      Thread.sleep(20);
    }
  }

  /** Begins it, and waits for its first line. */
  private Process script(String text, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", text));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(Leash.command(command)).start();
    started.add(process);
    line(process);
    return process;
  }

  private static void line(Process process) throws IOException {
    BufferedReader reader = process.inputReader();
    assertThat(reader.readLine()).isNotNull();
  }
}
