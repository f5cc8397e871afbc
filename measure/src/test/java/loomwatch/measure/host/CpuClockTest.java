package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import loomwatch.measure.host.ProcessClock.KernelClock;
import loomwatch.measure.host.ProcessClock.TickClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuClockTest {
  private static final long TICK = 10_000_000;
  private static final String STAT =
      "42 (a (nasty) name) R 1 42 42 0 -1 4194304 96 0 0 0 150 7 0 0 20 0 1 0 99 1 1 1";

  @TempDir Path root;

  @Test
  void tickClock_stat_isUserAndSystemTime() throws IOException {
    new FakeMachine(root).with("proc/42/stat", STAT);

    assertThat(new TickClock(new MachineFiles(root)).cpuNanos(42)).isEqualTo(157 * TICK);
  }

  @Test
  void tickClock_processGone_fails() {
    assertThatThrownBy(() -> new TickClock(new MachineFiles(root)).cpuNanos(42))
        .isInstanceOf(IOException.class)
        .hasMessage("no CPU clock: process 42 is gone");
  }

  @Test
  void tickClock_steps_areDoubted() {
    assertThat(new TickClock(new MachineFiles(root)).doubts())
        .containsExactly(
            "CPU time moves in steps of 10 ms, so CPU per request says little: the kernel's own clock"
                + " of a process could not be read (JNA needs a temporary folder that is not"
                + " mounted noexec: -Djna.tmpdir=DIR)");
  }

  /** A child that waits has a fixed CPU time, so that both clocks must say the same. */
  @Test
  void kernelClock_childThatWaits_agreesWithTheTicks() throws Exception {
    String work = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; read x";
    Process child = new ProcessBuilder("sh", "-c", work).start();
    try (var output = child.inputReader()) {
      assertThat(output.readLine()).isEqualTo("done");
      awaitWaiting(child.pid());

      long kernel = new KernelClock().cpuNanos(child.pid());
      long ticks = new TickClock(MachineFiles.ofThisMachine()).cpuNanos(child.pid());

      assertThat(kernel).isEqualTo(new KernelClock().cpuNanos(child.pid())).isGreaterThan(5 * TICK);
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
}
