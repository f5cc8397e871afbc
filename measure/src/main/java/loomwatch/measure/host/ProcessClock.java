package loomwatch.measure.host;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Structure.FieldOrder;
import com.sun.jna.Structure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

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

  /**
   * Linux's CPU clock of a process, in nanoseconds. Its id is made from the process id as in the
   * kernel's linux/posix-timers.h: {@code (~pid << 3) | CPUCLOCK_SCHED}.
   */
  static final class KernelClock implements CpuClock {
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

  /**
   * User and system time of /proc/PID/stat, fields 14 and 15 of proc_pid_stat(5), in USER_HZ ticks: a
   * hundredth of a second on every architecture a server runs on.
   */
  static final class TickClock implements CpuClock {
    private static final long NANOS_PER_TICK = 10_000_000;

    private final MachineFiles files;

    TickClock(MachineFiles files) {
      this.files = files;
    }

    @Override
    public long cpuNanos(long pid) throws IOException {
      String stat = files.text("proc/" + pid + "/stat").orElseThrow(() -> CpuClock.gone(pid));
      return ticks(stat) * NANOS_PER_TICK;
    }

    /**
     * The ticks in a line of /proc/PID/stat.
     *
     * @throws NumberFormatException when it is none
     */
    static long ticks(String stat) {
      // The program's name, in parentheses, may itself hold parentheses and spaces.
      String[] fromState = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 14);
      return fromState.length < 14
          ? 0
          : Long.parseLong(fromState[11]) + Long.parseLong(fromState[12]);
    }

    @Override
    public List<String> doubts() {
      return List.of(
          "CPU time moves in steps of 10 ms, so CPU per request says little: the kernel's own clock of a process could not be read"
              + " (JNA needs a temporary folder that is not mounted noexec: -Djna.tmpdir=DIR)");
    }
  }

  /** CPU time of some threads of a process, found by name. */
  public static final class ThreadClock {
    private static final Path PROC = Path.of("/proc");

    private ThreadClock() {}

    /**
     * Their CPU time so far, in nanoseconds; empty where no thread has such a name, or the kernel
     * does not tell. One that ended took its time with it.
     *
     * @param named what the kernel calls a thread, at most 15 bytes
     */
    public static OptionalLong cpuNanos(long pid, Predicate<String> named) {
      return cpuNanos(PROC, pid, named);
    }

    static OptionalLong cpuNanos(Path proc, long pid, Predicate<String> named) {
      List<Path> tasks;
      try {
        tasks = Listing.of(proc.resolve(pid + "/task"));
      } catch (IOException gone) {
        return OptionalLong.empty();
      }
      boolean any = false;
      long sum = 0;
      for (Path task : tasks) {
        try {
          if (named.test(Files.readString(task.resolve("comm")).strip())) {
            sum += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
            any = true;
          }
        } catch (IOException endedMeanwhileOrNotTold) {
          // Then it has no figure.
        }
      }
      return any ? OptionalLong.of(sum) : OptionalLong.empty();
    }
  }

  /**
   * Time in which a CPU had something to do and the host gave it to another machine: the kernel's
   * steal time (proc(5), /proc/stat), in steps of 10 ms.
   */
  public static final class StealClock {
    private static final Path STAT = Path.of("/proc/stat");
    private static final long NANOS_PER_TICK = 10_000_000;

    /** After the CPU's name: user, nice, system, idle, iowait, irq, softirq, steal. */
    private static final int STEAL = 8;

    private StealClock() {}

    /**
     * Of those CPUs so far, in nanoseconds; empty where the kernel does not tell.
     *
     * @param cores empty for all there are
     */
    public static OptionalLong nanos(List<Integer> cores) {
      try {
        return nanos(Files.readAllLines(STAT), cores);
      } catch (IOException noProc) {
        return OptionalLong.empty();
      }
    }

    static OptionalLong nanos(List<String> stat, List<Integer> cores) {
      List<String> names =
          cores.isEmpty() ? List.of("cpu") : cores.stream().map(core -> "cpu" + core).toList();
      List<String[]> rows =
          stat.stream()
              .map(line -> line.split(" +"))
              .filter(row -> row.length > STEAL && names.contains(row[0]))
              .toList();
      return rows.size() < names.size()
          ? OptionalLong.empty()
          : OptionalLong.of(
              rows.stream().mapToLong(row -> Long.parseLong(row[STEAL])).sum() * NANOS_PER_TICK);
    }
  }
}
