package loomwatch.measure.host;

import java.io.IOException;
import java.util.List;

/** A way to read the CPU time of another process. Thread-safe. */
sealed interface CpuClock permits KernelClock, TickClock {

  /**
   * CPU time of all the process's threads, living and dead, in nanoseconds.
   *
   * @throws IOException when there is no such process
   */
  long cpuNanos(long pid) throws IOException;

  /** What it takes away from the numbers. */
  List<String> doubts();

  /** The failure of every clock when the process is not there. */
  static IOException gone(long pid) {
    return new IOException("no CPU clock: process " + pid + " is gone");
  }
}
