package loomwatch.measure.host;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Reads CPU times from the kernel, in nanoseconds so far: of another process, of some of its
 * threads, and the steal time of a virtual machine.
 *
 * <p>The kernel's clock of a process is exact, whereas the JVM's own figure and /proc's move in
 * ticks of 10 ms, of which a short window has five. Ticks are used where that clock cannot be read,
 * and {@link #doubts} reports it.
 */
public final class CpuClock {
  /** One tick: USER_HZ is 100 on every architecture a server runs on. */
  static final long NANOS_PER_TICK = 10_000_000;

  private static final MachineFiles MACHINE = MachineFiles.ofThisMachine();
  private static final boolean HAS_KERNEL_CLOCK = hasKernelClock();
  private static final int CPUCLOCK_SCHED = 2;

  /** Index in /proc/stat: name, user, nice, system, idle, iowait, irq, softirq, steal. */
  private static final int STEAL = 8;

  /**
   * Prefixes of HotSpot's names for threads that collect. Serial collects on the VM thread, which
   * also runs the pauses of the other collectors. G1's refinement threads are left out: they wake
   * by the clock, so their time per request depends on how long the other variants are loaded. The
   * CPU per request includes them.
   */
  private static final List<String> COLLECTORS =
      List.of(
          "GC Thread",
          "G1 Conc",
          "G1 Main",
          "ZWorker",
          "ZDriver",
          "ZDirector",
          // These are threads of ZGC without generations, in JDK 21 to 23.
          "XWorker",
          "XDriver",
          "XDirector",
          "Shenandoah",
          "VM Thread");

  private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler", "JVMCI");

  private CpuClock() {}

  interface CLibrary extends Library {
    CLibrary INSTANCE = Native.load("c", CLibrary.class);

    int clock_gettime(int clock, TimeSpec time);
  }

  @FieldOrder({"seconds", "nanos"})
  public static final class TimeSpec extends Structure {
    public NativeLong seconds = new NativeLong();
    public NativeLong nanos = new NativeLong();
  }

  /** Reports whether that clock is readable; JNA may fail on a noexec temporary folder. */
  private static boolean hasKernelClock() {
    try {
      return System.getProperty("os.name", "").equals("Linux")
          && kernelNanos(ProcessHandle.current().pid()) > 0;
    } catch (IOException | LinkageError notHere) {
      return false;
    }
  }

  public static long nanos(long pid) throws IOException {
    return HAS_KERNEL_CLOCK ? kernelNanos(pid) : tickNanos(MACHINE, pid);
  }

  /** Reads the kernel's clock; its id is built as in the kernel's linux/posix-timers.h. */
  static long kernelNanos(long pid) throws IOException {
    TimeSpec time = new TimeSpec();
    int clock = (int) (~pid << 3) | CPUCLOCK_SCHED;
    if (CLibrary.INSTANCE.clock_gettime(clock, time) != 0) {
      throw gone(pid);
    }
    return time.seconds.longValue() * 1_000_000_000 + time.nanos.longValue();
  }

  static long tickNanos(MachineFiles machine, long pid) throws IOException {
    return ProcessTree.Stat.read(machine, pid).orElseThrow(() -> gone(pid)).ticks()
        * NANOS_PER_TICK;
  }

  private static IOException gone(long pid) {
    return new IOException("no CPU clock: process " + pid + " is gone");
  }

  public static List<String> doubts() {
    return doubts(HAS_KERNEL_CLOCK);
  }

  static List<String> doubts(boolean hasKernelClock) {
    return hasKernelClock
        ? List.of()
        : List.of(
            "CPU time moves in steps of 10 ms, so CPU per request says little: the kernel's own clock of a process could not be read"
                + " (JNA needs a temporary folder that is not mounted noexec: -Djna.tmpdir=DIR)");
  }

  /** Returns the time of a JVM's collector threads; empty without HotSpot or Linux. */
  public static OptionalLong collectorNanos(long pid) {
    return threadNanos(MACHINE, pid, CpuClock::isCollector);
  }

  static boolean isCollector(String thread) {
    return COLLECTORS.stream().anyMatch(thread::startsWith);
  }

  /**
   * Returns the time of a JVM's compiler threads; empty without HotSpot or Linux. The JVM's own
   * figure does not move during a compilation, which takes seconds for large methods.
   */
  public static OptionalLong compilerNanos(long pid) {
    return threadNanos(MACHINE, pid, thread -> COMPILERS.stream().anyMatch(thread::startsWith));
  }

  /**
   * Sums the time of the living threads with such a name; empty if there are none or the kernel
   * does not report it.
   *
   * @param named accepts the kernel's name of a thread, at most 15 bytes
   */
  static OptionalLong threadNanos(MachineFiles machine, long pid, Predicate<String> named) {
    String tasks = "proc/" + pid + "/task/";
    List<String> times =
        machine.names(tasks).stream()
            .filter(task -> machine.text(tasks + task + "/comm").filter(named).isPresent())
            .flatMap(task -> machine.text(tasks + task + "/schedstat").stream())
            .toList();
    return times.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(
            times.stream().mapToLong(time -> Long.parseLong(time.split(" ", 2)[0])).sum());
  }

  /**
   * Returns steal time, in steps of 10 ms: how long CPUs had work while the host ran another
   * machine (proc(5), /proc/stat). Empty where the kernel does not report it.
   *
   * @param cores empty for all there are
   */
  public static OptionalLong stolenNanos(List<Integer> cores) {
    return stolenNanos(MACHINE.lines("proc/stat"), cores);
  }

  static OptionalLong stolenNanos(List<String> stat, List<Integer> cores) {
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
