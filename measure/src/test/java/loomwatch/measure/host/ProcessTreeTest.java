package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loomwatch.loadgen.Leash;
import loomwatch.measure.host.ProcessTree.Cpu;
import loomwatch.measure.host.ProcessTree.Switches;
import loomwatch.measure.host.ProcessTree.Transfers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes that start others. */
class ProcessTreeTest {
  private static final long MILLI = 1_000_000;

  /** Works for so many seconds of CPU time, then waits. */
  private static final String BURN =
      "import time,sys\nwhile time.process_time() < float(sys.argv[1]): pass\n"
          + "print('done', flush=True)\ntime.sleep(float(sys.argv[2]))\n";

  @TempDir private Path directory;
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
  void listening_childOfAScript_isItsPortAlone() throws Exception {
    Process script =
        script(
            """
            python3 -c 'import socket,time
            one = socket.create_server(("127.0.0.1", 0))
            other = socket.create_connection(one.getsockname())
            print(one.getsockname()[1], flush=True)
            time.sleep(600)' > "$0" & while [ ! -s "$0" ]; do sleep 0.05; done; cat "$0"; wait\
            """,
            directory.resolve("port").toString());

    int port = Integer.parseInt(Files.readString(directory.resolve("port")).strip());

    assertThat(new ProcessTree(script.pid()).listening()).containsExactly(port);
  }

  @Test
  void cpu_childThatWorks_isCounted() throws Exception {
    Process script = script("python3 -c \"$0\" 0.3 600 & wait", BURN);

    Cpu cpu = new ProcessTree(script.pid()).countsAfter().cpu();

    assertThat(cpu.sinceNanos(new Cpu(Map.of()))).isGreaterThan(295 * MILLI);
    assertThat(CpuClock.nanos(script.pid())).isLessThan(100 * MILLI);
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
    Cpu.Id parent = new Cpu.Id(1, 1);
    Cpu.Id child = new Cpu.Id(2, 2);
    Cpu before = new Cpu(Map.of(parent, new Cpu.Nanos(10, 0), child, new Cpu.Nanos(500, 0)));
    Cpu after = new Cpu(Map.of(parent, new Cpu.Nanos(15, 0)));

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

  @ParameterizedTest
  @CsvSource({
    "lived, 15, 10, 5",
    "'has the id of another, that ended', 3, 10, 3",
    "began, 10, , 10"
  })
  void since_thread_countsWhatItHasSince(String what, long now, @Nullable Long before, long since) {
    Switches earlier = new Switches(before == null ? Map.of("9", 99L) : Map.of("1", before));

    assertThat(new Switches(Map.of("1", now)).since(earlier)).as(what).isEqualTo(since);
  }

  @Test
  void threadsAndMemory_child_areItsOwn() throws Exception {
    ProcessTree child = tree("cat");

    assertThat(child.threads()).isEqualTo(1);
    assertThat(child.residentBytes()).isBetween(4_096L, 1L << 30);
    assertThat(child.countsBefore().switches().byThread())
        .containsOnlyKeys(Long.toString(started.getLast().pid()));
  }

  @Test
  void descriptors_childWithOneFileMore_areOneMore() throws Exception {
    ProcessTree three = tree("cat");
    answer(started.getLast());
    ProcessTree four = tree("sh", "-c", "exec cat 9</dev/null");
    answer(started.getLast());

    assertThat(four.descriptors().orElseThrow()).isEqualTo(three.descriptors().orElseThrow() + 1);
  }

  /** cat waits for each line, which takes at least one switch, and answers it. */
  @Test
  void switches_childThatAnswersLines_grow() throws Exception {
    ProcessTree child = tree("cat");
    answer(started.getLast());

    Switches before = child.countsBefore().switches();
    for (int line = 0; line < 50; line++) {
      answer(started.getLast());
    }

    assertThat(child.countsAfter().switches().since(before)).isGreaterThanOrEqualTo(25);
  }

  /** cat reads each line with one call, and writes it with another. */
  @Test
  void transfers_childThatAnswersLines_areItsCalls() throws Exception {
    ProcessTree child = tree("cat");
    answer(started.getLast());

    Transfers before = child.countsBefore().transfers().orElseThrow();
    for (int line = 0; line < 50; line++) {
      answer(started.getLast());
    }
    Transfers during = child.countsAfter().transfers().orElseThrow().since(before);

    assertThat(during.readCalls()).as("it may already wait in the next").isBetween(50L, 51L);
    assertThat(during.writeCalls()).isEqualTo(50);
    assertThat(during.diskBytesWritten()).isZero();
  }

  @Test
  void transfers_childThatWroteAndEnded_areCountedOnce() throws Exception {
    String write = "dd if=/dev/zero of=\"$0\" bs=4096 count=50 2>/dev/null";
    Process script =
        script("echo started; read line; " + write + "; sleep 600", directory + "/written");
    ProcessTree tree = new ProcessTree(script.pid());
    awaitName(tree, "sleep 600");

    Transfers all = tree.countsAfter().transfers().orElseThrow();

    assertThat(all.writeCalls()).isBetween(50L, 60L);
  }

  @Test
  void read_ofAFile_isItsFields_andOfAnUnreadableOne_isEmpty() throws Exception {
    Path io = Files.createDirectories(directory.resolve("proc/7")).resolve("io");
    Files.writeString(
        io,
        """
        rchar: 100
        wchar: 200
        syscr: 3
        syscw: 4
        read_bytes: 0
        write_bytes: 8192
        cancelled_write_bytes: 0
        """);
    MachineFiles machine = new MachineFiles(directory);

    assertThat(Transfers.read(machine, 7)).contains(new Transfers(3, 4, 8_192));
    assertThat(Transfers.read(machine, 8)).isEmpty();
  }

  @Test
  void threadsAndMemory_processGone_fail() throws Exception {
    ProcessTree gone = tree("true");
    started.getLast().waitFor();

    String message = "process " + started.getLast().pid() + " is gone";
    assertThatThrownBy(gone::residentBytes).isInstanceOf(IOException.class).hasMessage(message);
    assertThatThrownBy(gone::threads).hasMessage(message);
    assertThatThrownBy(gone::countsBefore).hasMessage(message);
    assertThat(gone.descriptors()).isEmpty();
  }

  /** Threads that end while they are looked at must not break the look. */
  @Test
  void switches_whileThreadsComeAndGo_areRead() throws Exception {
    ProcessTree self = new ProcessTree(ProcessHandle.current().pid());
    Thread churn =
        Thread.ofPlatform()
            .start(() -> {
              while (!Thread.currentThread().isInterrupted()) {
                Thread.ofPlatform().start(() -> {});
              }
            });
    try {
      for (int look = 0; look < 200; look++) {
        assertThat(self.countsBefore().switches().byThread()).isNotEmpty();
      }
    } finally {
      churn.interrupt();
      churn.join();
    }
  }

  private ProcessTree tree(String... command) throws IOException {
    Process process = new ProcessBuilder(command).start();
    started.add(process);
    return new ProcessTree(process.pid());
  }

  private static void answer(Process cat) throws IOException {
    BufferedWriter input = cat.outputWriter();
    input.write("x\n");
    input.flush();
    assertThat(cat.inputReader().readLine()).isEqualTo("x");
  }
}
