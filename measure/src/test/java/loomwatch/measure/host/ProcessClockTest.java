package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import loomwatch.measure.host.ProcessTree.ProcessFacts;
import org.junit.jupiter.api.Test;

class ProcessClockTest {
  private static final double NANOS_PER_TICK = 1e7;

  @Test
  void cpuNanos_busyChild_agreesWithTheKernelsTicks() throws Exception {
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      long start = ProcessClock.cpuNanos(busy.pid());
      while (ProcessClock.cpuNanos(busy.pid()) - start < 300_000_000) {
        Thread.onSpinWait();
      }
      double ticks = ticks(busy.pid());
      long nanos = ProcessClock.cpuNanos(busy.pid());

      assertThat(nanos / NANOS_PER_TICK).isBetween(ticks - 2, ticks + 5);
    } finally {
      busy.destroyForcibly();
    }
  }

  @Test
  void cpuNanos_processGone_fails() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();

    assertThatThrownBy(() -> ProcessClock.cpuNanos(gone.pid()))
        .isInstanceOf(IOException.class)
        .hasMessage("no CPU clock: process " + gone.pid() + " is gone");
  }

  @Test
  void facts_ofThisProcess_areThere() throws Exception {
    long self = ProcessHandle.current().pid();
    ProcessFacts.Switches before = ProcessFacts.switches(self);
    Thread.sleep(1);

    assertThat(ProcessFacts.residentBytes(self)).isGreaterThan(10 << 20);
    assertThat(ProcessFacts.threads(self)).isGreaterThan(5);
    assertThat(ProcessFacts.switches(self).since(before)).isPositive();
  }

  /** User and system time of /proc/PID/stat, in ticks of 10 ms. */
  private static double ticks(long pid) throws IOException {
    String[] fields =
        Files.readString(Path.of("/proc/" + pid + "/stat")).replaceFirst(".*\\) ", "").split(" ");
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }
}
