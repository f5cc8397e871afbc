package loomwatch.measure.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * those whose parent ended, which still have its mark in their environment. Each look is a new one.
 */
public final class ProcessTree {
  private static final Path PROC = Path.of("/proc");
  private static final long NANOS_PER_TICK = 10_000_000;
  private static final int LONGEST_NAME = 80;

  private final long root;

  public ProcessTree(long root) {
    this.root = root;
  }

  /** Those that run, the first one first if it does. */
  public List<Long> pids() {
    return members().values().stream().filter(each -> !each.ended()).map(ProcessStat::pid).toList();
  }

  /**
   * What the kernel counts of them.
   *
   * @param switches context switches of all their threads so far
   */
  public record Counts(Cpu cpu, Switches switches) {}

  /**
   * Before a load: CPU clocks are read last.
   *
   * @throws IOException when the first process is gone
   */
  public Counts countsBefore() throws IOException {
    Collection<ProcessStat> members = members().values();
    Switches switches = switches(members);
    return new Counts(cpu(ProcessClock.cpuNanos(root), members), switches);
  }

  /**
   * After a load: the CPU clock of the first process is read at once, those of the others some
   * milliseconds later.
   *
   * @throws IOException when the first process is gone
   */
  public Counts countsAfter() throws IOException {
    long first = ProcessClock.cpuNanos(root);
    Collection<ProcessStat> members = members().values();
    return new Counts(cpu(first, members), switches(members));
  }

  private Cpu cpu(long first, Collection<ProcessStat> members) {
    Map<ProcessStat.Id, Cpu.Spent> spent = new HashMap<>();
    for (ProcessStat each : members) {
      try {
        long own = each.pid() == root ? first : ProcessClock.cpuNanos(each.pid());
        spent.put(each.id(), new Cpu.Spent(own, each.ticksOfChildren() * NANOS_PER_TICK));
      } catch (IOException endedMeanwhile) {
        // Its parent has it among its ended children, at the next look.
      }
    }
    return new Cpu(spent);
  }

  private Switches switches(Collection<ProcessStat> members) throws IOException {
    Map<String, Long> byThread = new HashMap<>(ProcessFacts.switches(root).byThread());
    List<Long> others =
        members.stream()
            .filter(each -> each.pid() != root && !each.ended())
            .map(ProcessStat::pid)
            .toList();
    each(others, pid -> byThread.putAll(ProcessFacts.switches(pid).byThread()));
    return new Switches(byThread);
  }

  /**
   * How many operating-system threads they have.
   *
   * @throws IOException when the first process is gone
   */
  public long threads() throws IOException {
    long[] threads = {ProcessFacts.threads(root)};
    each(others(), pid -> threads[0] += ProcessFacts.threads(pid));
    return threads[0];
  }

  /** How many files, sockets and pipes they have open; nothing where that is not for us to know. */
  public OptionalLong descriptors() {
    long[] open = {0};
    try {
      open[0] = ProcessFacts.descriptors(root);
    } catch (IOException ofAnotherUser) {
      return OptionalLong.empty();
    }
    each(others(), pid -> open[0] += ProcessFacts.descriptors(pid));
    return OptionalLong.of(open[0]);
  }

  /**
   * Their memory, in bytes: the resident set of a process alone; of several the sum of their
   * proportional sets, so that what a worker shares with its parent counts once.
   *
   * @throws IOException when the first process is gone
   */
  public long residentBytes() throws IOException {
    List<Long> others = others();
    if (others.isEmpty()) {
      return ProcessFacts.residentBytes(root);
    }
    long[] bytes = {ProcessFacts.proportionalBytes(root)};
    each(others, pid -> bytes[0] += ProcessFacts.proportionalBytes(pid));
    return bytes[0];
  }

  /** Whether it has not ended; one that nobody has waited for has. */
  public static boolean runs(long pid) {
    return stat(PROC.resolve(Long.toString(pid))).filter(each -> !each.ended()).isPresent();
  }

  /** The beginning of its command line; empty when it has ended. */
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
        // Then it has no figure any more.
      }
    }
  }

  private List<Long> others() {
    return pids().stream().filter(pid -> pid != root).toList();
  }

  private Map<Long, ProcessStat> members() {
    Map<Long, ProcessStat> all = all();
    Map<Long, ProcessStat> members = new LinkedHashMap<>();
    ProcessStat first = all.remove(root);
    if (first != null) {
      members.put(root, first);
    }
    all.values().stream()
        .filter(each -> first == null || each.startTicks() >= first.startTicks())
        .filter(each -> isMarked(each.pid()))
        .forEach(each -> members.put(each.pid(), each));
    // A program may start others with an environment of its own choice.
    List<ProcessStat> more;
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

  private boolean isMarked(long pid) {
    return strings(pid, "environ").contains(Leash.mark(root));
  }

  private static List<String> words(long pid) {
    return strings(pid, "cmdline");
  }

  /** Of a file in which each ends with a zero; none when it cannot be read. */
  private static List<String> strings(long pid, String file) {
    try {
      return List.of(text(PROC.resolve(pid + "/" + file)).split("\0"));
    } catch (IOException goneOrNotOurs) {
      return List.of();
    }
  }

  private static Map<Long, ProcessStat> all() {
    Map<Long, ProcessStat> all = new LinkedHashMap<>();
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(PROC, "[0-9]*")) {
      found.forEach(folders::add);
    } catch (IOException noProc) {
      return all;
    }
    folders.forEach(folder -> stat(folder).ifPresent(each -> all.put(each.pid(), each)));
    return all;
  }

  private static Optional<ProcessStat> stat(Path folder) {
    try {
      return ProcessStat.parse(text(folder.resolve("stat")));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /** Environments and names hold any bytes. */
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }

  /**
   * CPU time of a tree up to a moment.
   *
   * @param byProcess of each that was there
   */
  public record Cpu(Map<ProcessStat.Id, Spent> byProcess) {
    public Cpu {
      byProcess = Map.copyOf(byProcess);
    }

    /**
     * Of one process.
     *
     * @param ownNanos all its threads, living and ended
     * @param childrenNanos those of its children that ended and were waited for, in steps of 10 ms
     */
    public record Spent(long ownNanos, long childrenNanos) {}

    /**
     * Nanoseconds since an earlier look. A process that ended in between counts by what its parent
     * is told of it, which is all of its life: what it had used before is taken off. Of one that
     * nobody waits for the last part is missing.
     */
    public long sinceNanos(Cpu earlier) {
      long own = 0;
      long ofEnded = 0;
      for (Map.Entry<ProcessStat.Id, Spent> each : byProcess.entrySet()) {
        Spent before = earlier.byProcess.getOrDefault(each.getKey(), new Spent(0, 0));
        own += each.getValue().ownNanos() - before.ownNanos();
        ofEnded += each.getValue().childrenNanos() - before.childrenNanos();
      }
      long knownOfEnded =
          earlier.byProcess.entrySet().stream()
              .filter(each -> !byProcess.containsKey(each.getKey()))
              .mapToLong(each -> each.getValue().ownNanos() + each.getValue().childrenNanos())
              .sum();
      return own + Math.max(0, ofEnded - knownOfEnded);
    }
  }

  /** What /proc tells of a process. */
  public static final class ProcessFacts {
    private static final Path PROC = Path.of("/proc");
    private static final long KB = 1_024;

    private ProcessFacts() {}

    /**
     * Its resident set size.
     *
     * @throws IOException when there is no such process
     */
    public static long residentBytes(long pid) throws IOException {
      return field(pid, "VmRSS:") * KB;
    }

    /**
     * Its proportional set size, in which a page that n processes map counts one n-th; the resident
     * set size where the kernel does not tell.
     *
     * @throws IOException when there is no such process
     */
    static long proportionalBytes(long pid) throws IOException {
      try {
        return field(Files.readAllLines(PROC.resolve(pid + "/smaps_rollup")), "Pss:") * KB;
      } catch (IOException notTold) {
        return residentBytes(pid);
      }
    }

    /**
     * How many operating-system threads it has.
     *
     * @throws IOException when there is no such process
     */
    public static long threads(long pid) throws IOException {
      return field(pid, "Threads:");
    }

    /**
     * How many files, sockets and pipes it has open.
     *
     * @throws IOException when there is no such process, or it is of another user
     */
    static long descriptors(long pid) throws IOException {
      return Listing.of(PROC.resolve(pid + "/fd")).size();
    }

    /**
     * The context switches of its threads so far.
     *
     * @throws IOException when there is no such process
     */
    public static Switches switches(long pid) throws IOException {
      Map<String, Long> byThread = new HashMap<>();
      for (Path thread : tasks(pid)) {
        try {
          byThread.put(thread.getFileName().toString(), switches(thread));
        } catch (IOException endedMeanwhile) {
          // Its file is gone, or reading it says "No such process": it has no figure any more.
        }
      }
      return new Switches(byThread);
    }

    private static List<Path> tasks(long pid) throws IOException {
      try {
        return Listing.of(PROC.resolve(pid + "/task"));
      } catch (IOException e) {
        throw gone(pid, e);
      }
    }

    /**
     * How often it was given a CPU, which is as often as it left one. For its status, which tells it
     * too, the kernel looks at much else; without scheduler statistics there is that alone.
     */
    private static long switches(Path thread) throws IOException {
      Path scheduled = thread.resolve("schedstat");
      if (Files.exists(scheduled)) {
        String[] told = Files.readString(scheduled).strip().split(" ");
        long times = Long.parseLong(told[told.length - 1]);
        if (times > 0) {
          return times;
        }
      }
      List<String> status = Files.readAllLines(thread.resolve("status"));
      return field(status, "voluntary_ctxt_switches:") + field(status, "nonvoluntary_ctxt_switches:");
    }

    private static long field(long pid, String name) throws IOException {
      List<String> status;
      try {
        status = Files.readAllLines(PROC.resolve(pid + "/status"));
      } catch (IOException e) {
        throw gone(pid, e);
      }
      return field(status, name);
    }

    private static IOException gone(long pid, IOException cause) {
      return new IOException("process " + pid + " is gone", cause);
    }

    private static long field(List<String> status, String name) throws IOException {
      for (String line : status) {
        if (line.startsWith(name)) {
          return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
        }
      }
      throw new IOException("the process has no " + name + " it has ended, or is the kernel's own");
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

  /**
   * What a line of /proc/PID/stat tells (proc_pid_stat(5)).
   *
   * @param ended whether only its parent's waiting for it is missing
   * @param parent its process id
   * @param ticksOfChildren CPU time of its children that ended and were waited for, fields 16 and 17
   * @param startTicks when it started, since the machine did
   */
  public record ProcessStat(
      long pid, boolean ended, long parent, long ticksOfChildren, long startTicks) {
    private static final int FIELDS = 20;

    /** Of a process for good: ids are given again. */
    public record Id(long pid, long startTicks) {}

    Id id() {
      return new Id(pid, startTicks);
    }

    /** Empty when it is none. */
    static Optional<ProcessStat> parse(String line) {
      // The program's name, in parentheses, may itself hold parentheses and spaces.
      int open = line.indexOf('(');
      int close = line.lastIndexOf(')');
      if (open < 0 || close < open) {
        return Optional.empty();
      }
      String[] fromState = line.substring(close + 1).strip().split(" ");
      return fromState.length < FIELDS
          ? Optional.empty()
          : Optional.of(
              new ProcessStat(
                  Long.parseLong(line.substring(0, open).strip()),
                  fromState[0].equals("Z"),
                  Long.parseLong(fromState[1]),
                  Long.parseLong(fromState[13]) + Long.parseLong(fromState[14]),
                  Long.parseLong(fromState[19])));
    }
  }
}
