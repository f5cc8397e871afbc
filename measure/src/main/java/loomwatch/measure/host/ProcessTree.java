package loomwatch.measure.host;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.loadgen.Leash;

/**
 * A process on a {@linkplain Leash leash} and all that it started: its descendants, and those whose
 * parent ended, which still have its mark in their environment. Each call reads the processes
 * again; one that ends during the call has no figure.
 */
public record ProcessTree(long root) {
  private static final MachineFiles MACHINE = MachineFiles.ofThisMachine();
  private static final int LONGEST_NAME = 80;

  /** Columns of /proc/PID/net/tcp (proc_pid_net(5)). */
  private static final int SOCKET_ADDRESS = 1;

  private static final int SOCKET_STATE = 3;
  private static final int SOCKET_INODE = 9;
  private static final String LISTENS = "0A";

  public List<Long> pids() {
    return members().values().stream().filter(each -> !each.ended()).map(Stat::pid).toList();
  }

  /**
   * Running totals of all processes.
   *
   * @param transfers empty where the kernel does not let them be read
   */
  public record Counts(Cpu cpu, Switches switches, Optional<Transfers> transfers) {}

  /** Reads the counts before a load, CPU clocks last. Fails if the first process has ended. */
  public Counts countsBefore() throws IOException {
    Collection<Stat> members = members().values();
    Switches switches = switches(members);
    Optional<Transfers> transfers = transfers(members);
    return new Counts(cpu(CpuClock.nanos(root), members), switches, transfers);
  }

  /** Reads the counts after a load, first the CPU clock of the first process. */
  public Counts countsAfter() throws IOException {
    long first = CpuClock.nanos(root);
    Collection<Stat> members = members().values();
    return new Counts(cpu(first, members), switches(members), transfers(members));
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
        // The next call finds it among its parent's ended children.
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

  /** Returns how often a thread got a CPU, from schedstat, as status costs the kernel more. */
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

  private static Optional<Transfers> transfers(Collection<Stat> members) {
    Transfers sum = new Transfers(0, 0, 0);
    for (Stat each : members) {
      Optional<Transfers> own = Transfers.read(MACHINE, each.pid());
      if (own.isEmpty() && runs(each.pid())) {
        return Optional.empty();
      }
      sum = own.map(sum::plus).orElse(sum);
    }
    return Optional.of(sum);
  }

  public long threads() throws IOException {
    long[] threads = {status(root, "Threads")};
    each(others(), pid -> threads[0] += status(pid, "Threads"));
    return threads[0];
  }

  /** Returns how many files, sockets and pipes they have open; empty where that cannot be read. */
  public OptionalLong descriptors() {
    long own = descriptors(root);
    return own == 0
        ? OptionalLong.empty()
        : OptionalLong.of(own + others().stream().mapToLong(ProcessTree::descriptors).sum());
  }

  private static long descriptors(long pid) {
    return MACHINE.names("proc/" + pid + "/fd").size();
  }

  /** Returns the TCP ports that they listen on. */
  public SortedSet<Integer> listening() {
    SortedSet<Integer> ports = new TreeSet<>();
    for (long pid : pids()) {
      String process = "proc/" + pid;
      Set<String> sockets =
          MACHINE.names(process + "/fd").stream()
              .flatMap(each -> MACHINE.link(process + "/fd/" + each).stream())
              .collect(Collectors.toSet());
      // These two list all sockets of the process's network.
      Stream.of("tcp", "tcp6")
          .flatMap(kind -> MACHINE.lines(process + "/net/" + kind).stream().skip(1))
          .map(line -> line.strip().split("\\s+"))
          .filter(socket -> socket[SOCKET_STATE].equals(LISTENS))
          .filter(socket -> sockets.contains("socket:[" + socket[SOCKET_INODE] + "]"))
          .map(socket -> socket[SOCKET_ADDRESS])
          .forEach(address ->
              ports.add(Integer.parseInt(address.substring(address.indexOf(':') + 1), 16)));
    }
    return ports;
  }

  /** Returns the resident set, or the sum of proportional sets of several processes, in bytes. */
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

  /** Returns the proportional set, or the resident set where the kernel reports none. */
  private static long proportionalBytes(long pid) throws IOException {
    OptionalLong pss = MACHINE.bytes("proc/" + pid + "/smaps_rollup", "Pss");
    return pss.isPresent() ? pss.getAsLong() : residentBytes(pid);
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

  /** Reports whether the process has not ended; a zombie has. */
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
    // A program may start others with an environment of its own, without the mark.
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

  /** Returns the strings of a file that ends each with a zero byte; none if it cannot be read. */
  private static List<String> strings(long pid, String file) {
    return MACHINE
        .text("proc/" + pid + "/" + file)
        .map(text -> List.of(text.split("\0")))
        .orElse(List.of());
  }

  /**
   * A line of /proc/PID/stat (proc_pid_stat(5)).
   *
   * @param ended whether it is a zombie
   * @param ticks CPU time of all its threads, fields 14 and 15
   * @param ticksOfChildren CPU time of its children that ended and were waited for, fields 16 and
   *     17
   * @param startTicks time of its start since the machine's boot
   */
  record Stat(
      long pid, boolean ended, long parent, long ticks, long ticksOfChildren, long startTicks) {
    private static final int FIELDS = 20;

    static Optional<Stat> read(MachineFiles machine, long pid) {
      return machine.text("proc/" + pid + "/stat").flatMap(line -> parse(pid, line));
    }

    private static Optional<Stat> parse(long pid, String line) {
      // The program's name, in parentheses, may contain parentheses and spaces.
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

    /** Identifies a process uniquely, as the kernel reuses pids. */
    public record Id(long pid, long startTicks) {}

    /** CPU time of a process's threads, and of its waited-for children in steps of 10 ms. */
    public record Nanos(long own, long ofChildren) {}

    /**
     * Returns the nanoseconds since an earlier reading. A process that ended in between counts by
     * the total its parent got for it, minus what was already known. If nobody waited for it, its
     * last part is missing.
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
   * @param byThread switches since each thread began
   */
  public record Switches(Map<String, Long> byThread) {
    public Switches {
      byThread = Map.copyOf(byThread);
    }

    /**
     * Returns the switches since an earlier reading. It is a lower bound, as the last switches of a
     * thread that ended are lost; a warm server's threads stay. A thread whose figure fell is a new
     * one with a reused id, and all its switches count.
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

  /**
   * What processes read and wrote since they began, of /proc/PID/io (proc_pid_io(5)), with their
   * children that ended and were waited for.
   *
   * @param readCalls system calls such as read and pread, of files, pipes and sockets
   * @param writeCalls system calls such as write and pwrite
   * @param diskBytesWritten bytes that pages were dirtied by, to be written to a disk
   */
  public record Transfers(long readCalls, long writeCalls, long diskBytesWritten) {
    /** Reads those of a process; empty if it is gone, or another user's. */
    static Optional<Transfers> read(MachineFiles machine, long pid) {
      Map<String, Long> totals = new HashMap<>();
      for (String line : machine.lines("proc/" + pid + "/io")) {
        String[] field = line.split(": ");
        totals.put(field[0], Long.parseLong(field[1]));
      }
      return totals.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Transfers(
                  totals.getOrDefault("syscr", 0L),
                  totals.getOrDefault("syscw", 0L),
                  totals.getOrDefault("write_bytes", 0L)));
    }

    Transfers plus(Transfers more) {
      return new Transfers(
          readCalls + more.readCalls,
          writeCalls + more.writeCalls,
          diskBytesWritten + more.diskBytesWritten);
    }

    /**
     * Returns what was done since an earlier reading. It is a lower bound, as the figures of a
     * process that nobody waited for are lost.
     */
    public Transfers since(Transfers earlier) {
      return new Transfers(
          Math.max(0, readCalls - earlier.readCalls),
          Math.max(0, writeCalls - earlier.writeCalls),
          Math.max(0, diskBytesWritten - earlier.diskBytesWritten));
    }
  }
}
