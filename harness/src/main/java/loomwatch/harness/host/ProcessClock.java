package loomwatch.harness.host;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import java.io.IOException;

/**
 * CPU time of another process, all its threads, living and dead, in nanoseconds.
 *
 * <p>The JVM's own figure and /proc's move in ticks of 10 ms, 1.7 % of a slice; the kernel's clock
 * of a process does not. Its id is made from the process id as in the kernel's posix-timers.h:
 * {@code (~pid << 3) | CPUCLOCK_SCHED}.
 */
public final class ProcessClock {
  private static final int CPUCLOCK_SCHED = 2;

  private ProcessClock() {}

  /** The C library. */
  interface CLibrary extends Library {
    CLibrary INSTANCE = Native.load("c", CLibrary.class);

    int clock_gettime(int clock, TimeSpec time);
  }

  /** A struct timespec. */
  @FieldOrder({"seconds", "nanos"})
  public static final class TimeSpec extends Structure {
    public NativeLong seconds = new NativeLong();
    public NativeLong nanos = new NativeLong();
  }

  /**
   * The process's CPU time so far.
   *
   * @throws IOException when there is no such process
   */
  public static long cpuNanos(long pid) throws IOException {
    TimeSpec time = new TimeSpec();
    int clock = (int) (~pid << 3) | CPUCLOCK_SCHED;
    if (CLibrary.INSTANCE.clock_gettime(clock, time) != 0) {
      throw new IOException("no CPU clock: process " + pid + " is gone");
    }
    return time.seconds.longValue() * 1_000_000_000 + time.nanos.longValue();
  }
}
