package loomwatch.harness.doctor;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import loomwatch.loadgen.wrk2.Wrk2Binary;
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.host.IdleStates;
import loomwatch.measure.service.ServiceSpec;

public final class Doctor {
  /** Load average per CPU above which something else is clearly running. */
  private static final double BUSY = 0.3;

  private static final long GIB = 1L << 30;

  /** Two servers of 512 MiB heap, the generator, the harness, and the page cache. */
  private static final long NEEDED_MEMORY = 3 * GIB;

  /** JFR recordings and histograms of a full run. */
  private static final long NEEDED_DISK = 2 * GIB;

  /** The largest scenario's connections at both ends, and a JVM's own files. */
  private static final long NEEDED_FILES = 4_096;

  private final HostProbe probe;
  private final Path output;
  private final String path;
  private final List<Diagnosis> findings;

  /** Examines a machine; {@code path} is that of the environment. */
  Doctor(HostProbe probe, Path output, String path) {
    this.probe = probe;
    this.output = output;
    this.path = path;
    findings =
        List.of(
            cores(),
            quota(),
            governor(),
            turbo(),
            smt(),
            idleStates(),
            load(),
            virtualisation(),
            clock(),
            memory(),
            swap(),
            hugePages(),
            disk(),
            jdk(Runtime.version().feature()),
            taskset(),
            wrk2(),
            openFiles(),
            ports());
  }

  public static Doctor examine(Path output) {
    return new Doctor(HostProbe.ofThisMachine(), output, System.getenv().getOrDefault("PATH", ""));
  }

  /** Returns the findings, in the order of examination. */
  public List<Diagnosis> findings() {
    return findings;
  }

  /** Returns whether no measurement here would be valid. */
  public boolean unfit() {
    return findings.stream().anyMatch(finding -> finding.status() == Diagnosis.Severity.PROBLEM);
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    for (Diagnosis finding : findings) {
      text.append(finding.text());
    }
    return text.append('\n').append(conclusion()).append('\n').toString();
  }

  private String conclusion() {
    long advice =
        findings.stream().filter(finding -> finding.status() == Diagnosis.Severity.ADVICE).count();
    if (unfit()) {
      return "This machine is not fit to measure: fix what is marked ✘.";
    }
    return advice == 0
        ? "This machine is fit to measure."
        : "This machine can measure; what is marked ! makes the numbers noisier.";
  }

  private Diagnosis cores() {
    CoreLayout layout = probe.layout();
    String seen =
        "server on CPU %s, load generator on %s".formatted(layout.server(), layout.generator());
    String doubts = String.join("; ", layout.doubts());
    return doubts.isEmpty()
        ? Diagnosis.ok("cores", seen)
        : Diagnosis.advice(
            "cores",
            seen,
            layout.disjoint() ? doubts : doubts + "; measure on a machine with two cores or more");
  }

  private Diagnosis quota() {
    OptionalDouble quota = probe.cpuQuota();
    if (quota.isEmpty()) {
      return Diagnosis.ok("CPU quota", "none");
    }
    double cpus = quota.getAsDouble();
    String seen = String.format(Locale.ROOT, "%.1f CPUs for this container or slice", cpus);
    return cpus >= probe.allowedCpus().size()
        ? Diagnosis.ok("CPU quota", seen)
        : Diagnosis.problem(
            "CPU quota",
            seen,
            "a quota stops the server for milliseconds at a time: give the container whole CPUs"
                + " (docker run --cpuset-cpus) instead of a share (--cpus)");
  }

  private Diagnosis governor() {
    String governor = probe.governor();
    return switch (governor) {
      case "performance" -> Diagnosis.ok("governor", governor);
      case "none", HostProbe.UNKNOWN -> Diagnosis.ok("governor", "no frequency control here");
      default ->
          Diagnosis.advice(
              "governor",
              governor,
              "the frequency follows the load, and latency follows the frequency:"
                  + " sudo cpupower frequency-set -g performance");
    };
  }

  private Diagnosis turbo() {
    return probe.turbo().equals("on")
        ? Diagnosis.advice(
            "turbo",
            "on",
            "the frequency depends on temperature and neighbours:"
                + " echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
                + " (AMD: echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost)")
        : Diagnosis.ok("turbo", probe.turbo());
  }

  private Diagnosis smt() {
    return probe.smt().equals("on")
        ? Diagnosis.advice(
            "SMT",
            "on",
            "hyper-threads share a core's execution units:"
                + " echo off | sudo tee /sys/devices/system/cpu/smt/control")
        : Diagnosis.ok("SMT", probe.smt());
  }

  private Diagnosis idleStates() {
    if (!IdleStates.known(probe.files())) {
      return Diagnosis.ok("idle states", "no control here");
    }
    return IdleStates.allowed(probe.files())
        ? Diagnosis.ok("idle states", "switched off while measuring")
        : Diagnosis.advice(
            "idle states",
            "on",
            "a CPU that sleeps between requests wakes up slowly, and differently each time; let"
                + " Loomwatch keep it awake: sudo setfacl -m u:$USER:rw /dev/cpu_dma_latency");
  }

  private Diagnosis load() {
    double load = Double.parseDouble(probe.files().text("proc/loadavg").orElse("0").split(" ")[0]);
    int cpus = probe.allowedCpus().size();
    String seen = String.format(Locale.ROOT, "%.2f over the last minute, on %d CPUs", load, cpus);
    return load <= BUSY * cpus
        ? Diagnosis.ok("load", seen)
        : Diagnosis.advice(
            "load", seen, "something else is running; see what with top, and measure without it");
  }

  private Diagnosis virtualisation() {
    boolean guest =
        probe.files().lines("proc/cpuinfo").stream()
            .anyMatch(line -> line.startsWith("flags") && line.contains(" hypervisor"));
    return guest
        ? Diagnosis.advice(
            "virtual machine",
            "yes",
            "neighbours are not under our control: read latencies as indicative, ratios as sound;"
                + " bare metal is quieter")
        : Diagnosis.ok("virtual machine", "no");
  }

  private Diagnosis clock() {
    String source =
        probe
            .files()
            .text("sys/devices/system/clocksource/clocksource0/current_clocksource")
            .orElse("unknown");
    return source.equals("hpet") || source.equals("acpi_pm")
        ? Diagnosis.advice(
            "clock source",
            source,
            "reading it takes about a microsecond, several times a request: boot with tsc if the"
                + " CPU's is stable")
        : Diagnosis.ok("clock source", source);
  }

  private Diagnosis memory() {
    OptionalLong available = probe.availableMemory();
    if (available.isEmpty()) {
      return Diagnosis.ok("memory", "unknown");
    }
    String seen = (available.getAsLong() >> 20) + " MiB available";
    return available.getAsLong() >= NEEDED_MEMORY
        ? Diagnosis.ok("memory", seen)
        : Diagnosis.problem(
            "memory", seen, "two servers, the generator and the harness need 3 GiB: free some");
  }

  private Diagnosis swap() {
    long total = probe.files().bytes("proc/meminfo", "SwapTotal").orElse(0);
    long used = total - probe.files().bytes("proc/meminfo", "SwapFree").orElse(0);
    return used > 0
        ? Diagnosis.advice(
            "swap",
            (used >> 20) + " MiB in use",
            "a page brought back costs milliseconds: sudo swapoff -a")
        : Diagnosis.ok("swap", total == 0 ? "none" : "unused");
  }

  private Diagnosis hugePages() {
    String setting =
        probe.files().text("sys/kernel/mm/transparent_hugepage/enabled").orElse("unknown");
    return setting.contains("[always]")
        ? Diagnosis.advice(
            "transparent huge pages",
            "always",
            "the kernel merges pages when it likes, and RSS with it:"
                + " echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled")
        : Diagnosis.ok("transparent huge pages", setting);
  }

  private Diagnosis disk() {
    Path existing = output.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    try {
      long free = Files.getFileStore(existing).getUsableSpace();
      String seen = "%d MiB free at %s".formatted(free >> 20, existing);
      return free >= NEEDED_DISK
          ? Diagnosis.ok("disk", seen)
          : Diagnosis.advice(
              "disk", seen, "a long run keeps up to 2 GiB of recordings: free some, or give --out");
    } catch (IOException e) {
      return Diagnosis.advice("disk", "unknown: " + e.getMessage(), "check it by hand: df -h");
    }
  }

  static Diagnosis jdk(int feature) {
    String seen = "%d, at %s".formatted(feature, System.getProperty("java.home"));
    return feature >= ServiceSpec.VIRTUAL_THREADS_JDK
        ? Diagnosis.ok("JDK", seen)
        : Diagnosis.problem(
            "JDK", seen, "virtual threads need 21: install one, or name its home in LOOMWATCH_JDK");
  }

  private Diagnosis taskset() {
    return find("taskset")
        .map(file -> Diagnosis.ok("taskset", file.toString()))
        .orElseGet(() ->
            Diagnosis.problem(
                "taskset",
                "not on the PATH",
                "it keeps server and generator on their own CPUs; install util-linux"));
  }

  private Diagnosis wrk2() {
    for (String name : List.of("wrk2", "wrk")) {
      Optional<Path> file = find(name);
      if (file.isPresent() && isWrk2(file.get())) {
        return Diagnosis.ok("wrk2", file.get().toString());
      }
    }
    return Diagnosis.ok("wrk2", "not found; the embedded generator makes the load");
  }

  private Diagnosis openFiles() {
    long limit =
        probe.files().lines("proc/self/limits").stream()
            .filter(line -> line.startsWith("Max open files"))
            .map(line -> line.substring("Max open files".length()).strip().split(" +")[0])
            .map(text -> text.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(text))
            .findFirst()
            .orElse(Long.MAX_VALUE);
    String seen = limit == Long.MAX_VALUE ? "no limit" : Long.toString(limit);
    return limit >= NEEDED_FILES
        ? Diagnosis.ok("open files", seen)
        : Diagnosis.problem(
            "open files",
            seen,
            "each connection is a file at both ends: ulimit -n 65536 in the shell that starts this");
  }

  private static Diagnosis ports() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Diagnosis.ok("loopback port", "free ones can be had (" + socket.getLocalPort() + ")");
    } catch (IOException e) {
      return Diagnosis.problem(
          "loopback port", "none to be had: " + e.getMessage(), "servers listen on 127.0.0.1");
    }
  }

  private Optional<Path> find(String program) {
    return Stream.of(path.split(File.pathSeparator))
        .filter(directory -> !directory.isEmpty())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static boolean isWrk2(Path program) {
    try {
      return Wrk2Binary.at(program).file().equals(program);
    } catch (IllegalArgumentException plainWrk) {
      return false;
    }
  }

  /** One finding; {@code fix} says why it matters and what to do, and is empty when it is good. */
  public record Diagnosis(String check, Severity status, String seen, String fix) {

    public enum Severity {
      OK,
      /** Numbers get noisier, or something cannot be used. */
      ADVICE,
      /** No measurement here would be valid. */
      PROBLEM;

      /** Returns the name in JSON, in lower case. */
      @JsonValue
      public String label() {
        return name().toLowerCase(Locale.ROOT);
      }
    }

    /** Returns a line for people, with the remedy below. */
    public String text() {
      String mark =
          switch (status) {
            case OK -> "✔";
            case ADVICE -> "!";
            case PROBLEM -> "✘";
          };
      String line = "%s %-22s %s%n".formatted(mark, check, seen);
      return fix.isEmpty() ? line : line + "    " + fix + "\n";
    }

    static Diagnosis ok(String check, String seen) {
      return new Diagnosis(check, Severity.OK, seen, "");
    }

    static Diagnosis advice(String check, String seen, String fix) {
      return new Diagnosis(check, Severity.ADVICE, seen, fix);
    }

    static Diagnosis problem(String check, String seen, String fix) {
      return new Diagnosis(check, Severity.PROBLEM, seen, fix);
    }
  }
}
