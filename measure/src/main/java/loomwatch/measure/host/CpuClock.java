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
 * CPU time as the kernel counts it: of another process, of some of its threads, and what the host
 * of a virtual machine took away. All in nanoseconds so far.
 *
 * <p>The JVM's own figure of a process and /proc's move in ticks of 10 ms, of which a short window
 * has five; the kernel's clock of a process does not. Where that cannot be read the ticks have to
 * do, and {@link #doubts} says so.
 */
public final class CpuClock {
  /** USER_HZ is a hundredth of a second on every architecture a server runs on. */
  static final long NANOS_PER_TICK = 10_000_000;

  private static final MachineFiles MACHINE = MachineFiles.ofThisMachine();
  private static final boolean HAS_KERNEL_CLOCK = hasKernelClock();
  private static final int CPUCLOCK_SCHED = 2;

  /**
   * In a row of /proc/stat: after the CPU's name, user, nice, system, idle, iowait, irq, softirq.
   */
  private static final int STEAL = 8;

  /**
   * How HotSpot calls its threads that collect; Serial collects on the VM's own, which the others'
   * pauses use too. G1's refinement is not among them: it wakes by the clock, so that what it takes
   * of a request depends on how long the other variants are loaded. All CPU per request has it.
   */
  private static final List<String> COLLECTORS =
      List.of(
          "GC Thread",
          "G1 Conc",
          "G1 Main",
          "ZWorker",
          "ZDriver",
          "ZDirector",
          // ZGC without generations, of JDK 21 to 23.
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

  /** JNA unpacks its library into the temporary folder, which a hardened host mounts noexec. */
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

  /** The clock's id is made as in the kernel's linux/posix-timers.h. */
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

  /** The threads of a JVM that collect; empty of what is no HotSpot, or no Linux. */
  public static OptionalLong collectorNanos(long pid) {
    return threadNanos(MACHINE, pid, CpuClock::isCollector);
  }

  static boolean isCollector(String thread) {
    return COLLECTORS.stream().anyMatch(thread::startsWith);
  }

  /**
   * The threads of a JVM that compile; empty of what is no HotSpot, or no Linux. The JVM's own
   * figure stands still while a compilation lasts, which takes seconds of large methods.
   */
  public static OptionalLong compilerNanos(long pid) {
    return threadNanos(MACHINE, pid, thread -> COMPILERS.stream().anyMatch(thread::startsWith));
  }

  /**
   * Empty where no thread has such a name, or the kernel does not tell. A thread that ended took
   * its time with it.
   *
   * @param named what the kernel calls a thread, at most 15 bytes
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
   * Time in which a CPU had something to do and the host gave it to another machine: steal time
   * (proc(5), /proc/stat), in steps of 10 ms. Empty where the kernel does not tell.
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
