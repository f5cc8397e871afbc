package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuClockTest {
  private static final long TICK = 10_000_000;
  private static final List<String> STAT =
      List.of(
          "cpu  143075 0 23753 511837 5464 0 3677 1004 0 0",
          "cpu0 70000 0 10000 250000 2000 0 1000 904 0 0",
          "cpu1 73075 0 13753 261837 3464 0 2677 100 0 0",
          "intr 5 5");

  @TempDir Path root;
  private FakeMachine machine = new FakeMachine(Path.of(""));

  @BeforeEach
  void open() {
    machine = new FakeMachine(root);
  }

  @Test
  void tickNanos_stat_isUserAndSystemTime() throws IOException {
    machine.with(
        "proc/42/stat",
        "42 (a (nasty) name) R 1 42 42 0 -1 4194304 96 0 0 0 150 7 0 0 20 0 1 0 99 1 1 1");

    assertThat(CpuClock.tickNanos(new MachineFiles(root), 42)).isEqualTo(157 * TICK);
  }

  @Test
  void nanos_processGone_fails() throws Exception {
    assertThatThrownBy(() -> CpuClock.tickNanos(new MachineFiles(root), 42))
        .isInstanceOf(IOException.class)
        .hasMessage("no CPU clock: process 42 is gone");
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    assertThatThrownBy(() -> CpuClock.nanos(gone.pid()))
        .isInstanceOf(IOException.class)
        .hasMessage("no CPU clock: process " + gone.pid() + " is gone");
  }

  @Test
  void doubts_steps_areDoubted() {
    assertThat(CpuClock.doubts(false))
        .containsExactly(
            "CPU time moves in steps of 10 ms, so CPU per request says little: the kernel's own clock"
                + " of a process could not be read (JNA needs a temporary folder that is not"
                + " mounted noexec: -Djna.tmpdir=DIR)");
  }

  /** A child that waits has a fixed CPU time, so that both clocks must say the same. */
  @Test
  void kernelNanos_childThatWaits_agreesWithTheTicks() throws Exception {
    String work = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; read x";
    Process child = new ProcessBuilder("sh", "-c", work).start();
    try (var output = child.inputReader()) {
      assertThat(output.readLine()).isEqualTo("done");
      awaitWaiting(child.pid());

      long kernel = CpuClock.kernelNanos(child.pid());
      long ticks = CpuClock.tickNanos(MachineFiles.ofThisMachine(), child.pid());

      assertThat(kernel).isEqualTo(CpuClock.nanos(child.pid())).isGreaterThan(5 * TICK);
      assertThat(Math.abs(kernel - ticks)).isLessThanOrEqualTo(2 * TICK);
      assertThat(kernel % TICK).as("finer than a tick").isNotZero();
    } finally {
      child.destroyForcibly();
    }
  }

  private static void awaitWaiting(long pid) {
    MachineFiles files = MachineFiles.ofThisMachine();
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (!files.field("proc/" + pid + "/status", "State").orElse("").startsWith("S")) {
      assertThat(System.nanoTime()).as("the child should wait by now").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void stolenNanos_cpus_areTheirOwn() {
    assertThat(CpuClock.stolenNanos(STAT, List.of(1))).hasValue(1_000_000_000L);
    assertThat(CpuClock.stolenNanos(STAT, List.of(0, 1))).hasValue(10_040_000_000L);
    assertThat(CpuClock.stolenNanos(STAT, List.of())).hasValue(10_040_000_000L);
  }

  @Test
  void stolenNanos_kernelWithoutStealTimeOrCpu_tellsNothing() {
    assertThat(CpuClock.stolenNanos(List.of("cpu0 1 2 3 4 5 6 7"), List.of(0))).isEmpty();
    assertThat(CpuClock.stolenNanos(STAT, List.of(0, 7))).isEmpty();
    assertThat(CpuClock.stolenNanos(List.of(), List.of())).isEmpty();
  }

  @Test
  void threadNanos_threadsOfThatName_areAdded() {
    thread(1, "GC Thread#0", "100 5 1");
    thread(2, "GC Thread#1", "23 5 1");
    thread(3, "http-nio", "9999 5 1");

    assertThat(ofCollectors(7)).hasValue(123);
  }

  @Test
  void threadNanos_noSuchThreadOrKernelThatDoesNotTell_isNothing() {
    thread(1, "main", "100 5 1");
    machine.with("proc/8/task/9/comm", "GC Thread#0");

    assertThat(ofCollectors(7)).isEmpty();
    assertThat(ofCollectors(8)).isEmpty();
    assertThat(ofCollectors(99)).isEmpty();
  }

  private OptionalLong ofCollectors(long pid) {
    return CpuClock.threadNanos(new MachineFiles(root), pid, CpuClock::isCollector);
  }

  private void thread(int id, String name, String schedstat) {
    machine
        .with("proc/7/task/" + id + "/comm", name)
        .with("proc/7/task/" + id + "/schedstat", schedstat);
  }

  /** As HotSpot 21 to 25 name them; the kernel knows the first fifteen letters. */
  @ParameterizedTest
  @CsvSource({
    "GC Thread#0, true",
    "G1 Conc#0, true",
    "G1 Refine#0, false",
    "ZWorker#0, true",
    "ZDriverMinor, true",
    "XWorker#0, true",
    "XDriver, true",
    "XDirector, true",
    "Shenandoah GC T, true",
    "VM Thread, true",
    "VM Periodic Tas, false",
    "C2 CompilerThre, false",
    "http-nio-8080-e, false"
  })
  void isCollector_threadOfAJvm_isOneThatCollects(String name, boolean collects) {
    assertThat(CpuClock.isCollector(name)).isEqualTo(collects);
  }
}
