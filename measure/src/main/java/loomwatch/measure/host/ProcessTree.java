package loomwatch.measure.host;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import loomwatch.loadgen.Leash;

/**
 * A process on a {@linkplain Leash leash} and all that it started: its children and theirs, and
 * those whose parent ended, which still have its mark in their environment. Each look is a new one;
 * a process that ends while it is looked at has no figure any more.
 */
public final class ProcessTree {
  private static final MachineFiles MACHINE = MachineFiles.ofThisMachine();
  private static final int LONGEST_NAME = 80;

  private final long root;

  public ProcessTree(long root) {
    this.root = root;
  }

  public List<Long> pids() {
    return members().values().stream().filter(each -> !each.ended()).map(Stat::pid).toList();
  }

  public record Counts(Cpu cpu, Switches switches) {}

  /**
   * Before a load: CPU clocks are read last. Fails when the first process is gone, as all below.
   */
  public Counts countsBefore() throws IOException {
    Collection<Stat> members = members().values();
    Switches switches = switches(members);
    return new Counts(cpu(CpuClock.nanos(root), members), switches);
  }

  /**
   * After a load: the CPU clock of the first process is read at once, those of the others some
   * milliseconds later.
   */
  public Counts countsAfter() throws IOException {
    long first = CpuClock.nanos(root);
    Collection<Stat> members = members().values();
    return new Counts(cpu(first, members), switches(members));
  }

  private Cpu cpu(long first, Collection<Stat> members) {
    Map<Cpu.Id, Cpu.Nanos> byProcess = new HashMap<>();
    for (Stat each : members) {
      try {
        long own = each.pid() == root ? first : CpuClock.nanos(each.pid());
        byProcess.put(
            new Cpu.Id(each.pid(), each.startTicks()),
            new Cpu.Nanos(own, each.ticksOfChildren() * CpuClock.NANOS_PER_TICK));
      } catch (IOException endedMeanwhile) {
        // Its parent has it among its ended children, at the next look.
      }
    }
    return new Cpu(byProcess);
  }

  private Switches switches(Collection<Stat> members) throws IOException {
    Map<String, Long> byThread = new HashMap<>();
    addSwitches(root, byThread);
    List<Long> others =
        members.stream()
            .filter(each -> each.pid() != root && !each.ended())
            .map(Stat::pid)
            .toList();
    each(others, pid -> addSwitches(pid, byThread));
    return new Switches(byThread);
  }

  private static void addSwitches(long pid, Map<String, Long> byThread) throws IOException {
    List<String> threads = MACHINE.names("proc/" + pid + "/task");
    if (threads.isEmpty()) {
      throw gone(pid);
    }
    for (String thread : threads) {
      switches("proc/" + pid + "/task/" + thread)
          .ifPresent(switches -> byThread.put(thread, switches));
    }
  }

  /**
   * How often a thread was given a CPU, which is as often as it left one. For its status, which
   * tells it too, the kernel looks at much else; without scheduler statistics there is that alone.
   */
  private static OptionalLong switches(String thread) {
    String[] scheduled = MACHINE.text(thread + "/schedstat").orElse("0").split(" ");
    long times = Long.parseLong(scheduled[scheduled.length - 1]);
    if (times > 0) {
      return OptionalLong.of(times);
    }
    String status = thread + "/status";
    Optional<String> voluntary = MACHINE.field(status, "voluntary_ctxt_switches");
    Optional<String> others = MACHINE.field(status, "nonvoluntary_ctxt_switches");
    return voluntary.isEmpty() || others.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(voluntary.get()) + Long.parseLong(others.get()));
  }

  public long threads() throws IOException {
    long[] threads = {status(root, "Threads")};
    each(others(), pid -> threads[0] += status(pid, "Threads"));
    return threads[0];
  }

  /** How many files, sockets and pipes they have open; empty where that is not told. */
  public OptionalLong descriptors() {
    long own = descriptors(root);
    return own == 0
        ? OptionalLong.empty()
        : OptionalLong.of(own + others().stream().mapToLong(ProcessTree::descriptors).sum());
  }

  private static long descriptors(long pid) {
    return MACHINE.names("proc/" + pid + "/fd").size();
  }

  /**
   * Their memory, in bytes: the resident set of a process alone; of several the sum of their
   * proportional sets, so that what a worker shares with its parent counts once.
   */
  public long residentBytes() throws IOException {
    List<Long> others = others();
    if (others.isEmpty()) {
      return residentBytes(root);
    }
    long[] bytes = {proportionalBytes(root)};
    each(others, pid -> bytes[0] += proportionalBytes(pid));
    return bytes[0];
  }

  private static long residentBytes(long pid) throws IOException {
    return status(pid, "VmRSS") * MachineFiles.KILOBYTE;
  }

  /** A page that n processes map counts one n-th, where the kernel tells. */
  private static long proportionalBytes(long pid) throws IOException {
    OptionalLong told = MACHINE.bytes("proc/" + pid + "/smaps_rollup", "Pss");
    return told.isPresent() ? told.getAsLong() : residentBytes(pid);
  }

  private static long status(long pid, String name) throws IOException {
    String status = "proc/" + pid + "/status";
    if (MACHINE.lines(status).isEmpty()) {
      throw gone(pid);
    }
    return Long.parseLong(
        MACHINE
            .field(status, name)
            .orElseThrow(() ->
                new IOException(
                    "the process has no %s: it has ended, or is the kernel's own".formatted(name)))
            .replace(" kB", ""));
  }

  private static IOException gone(long pid) {
    return new IOException("process " + pid + " is gone");
  }

  /** Whether it has not ended; one that nobody has waited for has. */
  public static boolean runs(long pid) {
    return Stat.read(MACHINE, pid).filter(each -> !each.ended()).isPresent();
  }

  public static String name(long pid) {
    String line = String.join(" ", words(pid));
    return line.length() > LONGEST_NAME ? line.substring(0, LONGEST_NAME) + "…" : line;
  }

  private interface Look {
    void at(long pid) throws IOException;
  }

  private static void each(List<Long> pids, Look look) {
    for (long pid : pids) {
      try {
        look.at(pid);
      } catch (IOException endedMeanwhile) {
      }
    }
  }

  private List<Long> others() {
    return pids().stream().filter(pid -> pid != root).toList();
  }

  private Map<Long, Stat> members() {
    Map<Long, Stat> all = new LinkedHashMap<>();
    for (String name : MACHINE.names("proc")) {
      if (Character.isDigit(name.charAt(0))) {
        Stat.read(MACHINE, Long.parseLong(name)).ifPresent(each -> all.put(each.pid(), each));
      }
    }
    Map<Long, Stat> members = new LinkedHashMap<>();
    Stat first = all.remove(root);
    if (first != null) {
      members.put(root, first);
    }
    all.values().stream()
        .filter(each -> first == null || each.startTicks() >= first.startTicks())
        .filter(each -> strings(each.pid(), "environ").contains(Leash.mark(root)))
        .forEach(each -> members.put(each.pid(), each));
    // A program may start others with an environment of its own choice.
    List<Stat> more;
    do {
      more =
          all.values().stream()
              .filter(each -> !members.containsKey(each.pid()))
              .filter(each -> members.containsKey(each.parent()))
              .filter(each -> each.parent() != root || !Leash.isWaiting(words(each.pid())))
              .toList();
      more.forEach(each -> members.put(each.pid(), each));
    } while (!more.isEmpty());
    return members;
  }

  private static List<String> words(long pid) {
    return strings(pid, "cmdline");
  }

  /** Of a file in which each ends with a zero; none when it cannot be read. */
  private static List<String> strings(long pid, String file) {
    return MACHINE
        .text("proc/" + pid + "/" + file)
        .map(text -> List.of(text.split("\0")))
        .orElse(List.of());
  }

  /**
   * What a line of /proc/PID/stat tells (proc_pid_stat(5)).
   *
   * @param ended whether only its parent's waiting for it is missing
   * @param parent its process id
   * @param ticks CPU time of all its threads, fields 14 and 15
   * @param ticksOfChildren of its children that ended and were waited for, fields 16 and 17
   * @param startTicks when it started, since the machine did
   */
  record Stat(
      long pid, boolean ended, long parent, long ticks, long ticksOfChildren, long startTicks) {
    private static final int FIELDS = 20;

    static Optional<Stat> read(MachineFiles machine, long pid) {
      return machine.text("proc/" + pid + "/stat").flatMap(line -> parse(pid, line));
    }

    private static Optional<Stat> parse(long pid, String line) {
      // The program's name, in parentheses, may itself hold parentheses and spaces.
      String[] fromState = line.substring(line.lastIndexOf(')') + 1).strip().split(" ");
      return fromState.length < FIELDS
          ? Optional.empty()
          : Optional.of(
              new Stat(
                  pid,
                  fromState[0].equals("Z"),
                  Long.parseLong(fromState[1]),
                  Long.parseLong(fromState[11]) + Long.parseLong(fromState[12]),
                  Long.parseLong(fromState[13]) + Long.parseLong(fromState[14]),
                  Long.parseLong(fromState[19])));
    }
  }

  public record Cpu(Map<Id, Nanos> byProcess) {
    public Cpu {
      byProcess = Map.copyOf(byProcess);
    }

    /** Of a process for good: the kernel gives a pid again. */
    public record Id(long pid, long startTicks) {}

    /**
     * Of all its threads, living and ended, and of those of its children that ended and were waited
     * for, in steps of 10 ms.
     */
    public record Nanos(long own, long ofChildren) {}

    /**
     * Nanoseconds since an earlier look. A process that ended in between counts by what its parent
     * is told of it, which is all of its life: what it had used before is taken off. Of one that
     * nobody waits for the last part is missing.
     */
    public long sinceNanos(Cpu earlier) {
      long own = 0;
      long ofEnded = 0;
      for (Map.Entry<Id, Nanos> each : byProcess.entrySet()) {
        Nanos before = earlier.byProcess.getOrDefault(each.getKey(), new Nanos(0, 0));
        own += each.getValue().own() - before.own();
        ofEnded += each.getValue().ofChildren() - before.ofChildren();
      }
      long knownOfEnded =
          earlier.byProcess.entrySet().stream()
              .filter(each -> !byProcess.containsKey(each.getKey()))
              .mapToLong(each -> each.getValue().own() + each.getValue().ofChildren())
              .sum();
      return own + Math.max(0, ofEnded - knownOfEnded);
    }
  }

  /**
   * Context switches, voluntary and not.
   *
   * @param byThread since each thread began
   */
  public record Switches(Map<String, Long> byThread) {
    public Switches {
      byThread = Map.copyOf(byThread);
    }

    /**
     * Switches since an earlier look. A thread that ended in between took its last ones with it, so
     * this is a lower bound; a warm server's threads stay. A thread whose figure went down is a new
     * one with an old one's id, and counts whole.
     */
    public long since(Switches earlier) {
      return byThread.entrySet().stream()
          .mapToLong(thread -> {
            long before = earlier.byThread.getOrDefault(thread.getKey(), 0L);
            return thread.getValue() >= before ? thread.getValue() - before : thread.getValue();
          })
          .sum();
    }
  }
}
