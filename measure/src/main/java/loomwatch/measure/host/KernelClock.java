package loomwatch.measure.host;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import java.io.IOException;
import java.util.List;

/**
 * Linux's CPU clock of a process, in nanoseconds. Its id is made from the process id as in the
 * kernel's linux/posix-timers.h: {@code (~pid << 3) | CPUCLOCK_SCHED}.
 */
final class KernelClock implements CpuClock {
  private static final int CPUCLOCK_SCHED = 2;

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
   * Whether it can be used here. JNA unpacks its library into the temporary folder, which a
   * hardened host mounts noexec.
   */
  static boolean works() {
    try {
      return new KernelClock().cpuNanos(ProcessHandle.current().pid()) > 0;
    } catch (IOException | LinkageError notHere) {
      return false;
    }
  }

  @Override
  public long cpuNanos(long pid) throws IOException {
    TimeSpec time = new TimeSpec();
    int clock = (int) (~pid << 3) | CPUCLOCK_SCHED;
    if (CLibrary.INSTANCE.clock_gettime(clock, time) != 0) {
      throw CpuClock.gone(pid);
    }
    return time.seconds.longValue() * 1_000_000_000 + time.nanos.longValue();
  }

  @Override
  public List<String> doubts() {
    return List.of();
  }
}
