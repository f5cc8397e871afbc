package loomwatch.measure.host;

import java.io.IOException;
import java.util.List;

/**
 * CPU time of another process, all its threads, living and dead.
 *
 * <p>The JVM's own figure and /proc's move in ticks of 10 ms, of which a short slice has five; the
 * kernel's clock of a process does not. Where that cannot be read the ticks have to do, and {@link
 * #doubts} says so.
 */
public final class ProcessClock {
  private static final CpuClock CLOCK = best();

  private ProcessClock() {}

  private static CpuClock best() {
    return System.getProperty("os.name", "").equals("Linux") && KernelClock.works()
        ? new KernelClock()
        : new TickClock(MachineFiles.ofThisMachine());
  }

  /**
   * The process's CPU time so far, in nanoseconds.
   *
   * @throws IOException when there is no such process
   */
  public static long cpuNanos(long pid) throws IOException {
    return CLOCK.cpuNanos(pid);
  }

  /** What the clock of this machine takes away from the numbers; mostly nothing. */
  public static List<String> doubts() {
    return CLOCK.doubts();
  }
}
