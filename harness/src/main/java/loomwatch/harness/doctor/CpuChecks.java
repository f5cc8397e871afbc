package loomwatch.harness.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.host.IdleStates;

/** Cores, frequency, hyper-threads, neighbours. */
final class CpuChecks {
  /** Load average per CPU above which something else is clearly running. */
  private static final double BUSY = 0.3;

  private final HostProbe probe;

  CpuChecks(HostProbe probe) {
    this.probe = probe;
  }

  List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    findings.add(cores());
    findings.add(quota());
    findings.add(governor());
    findings.add(turbo());
    findings.add(smt());
    findings.add(idleStates());
    findings.add(load());
    findings.add(virtualisation());
    findings.add(clock());
    return findings;
  }

  private Finding cores() {
    CoreLayout layout = probe.layout();
    String seen =
        "server on CPU %s, load generator on %s".formatted(layout.server(), layout.generator());
    String doubts = String.join("; ", layout.doubts());
    return doubts.isEmpty()
        ? Finding.ok("cores", seen)
        : Finding.advice(
            "cores",
            seen,
            layout.disjoint() ? doubts : doubts + "; measure on a machine with two cores or more");
  }

  private Finding quota() {
    OptionalDouble quota = probe.cpuQuota();
    if (quota.isEmpty()) {
      return Finding.ok("CPU quota", "none");
    }
    double cpus = quota.getAsDouble();
    String seen = String.format(Locale.ROOT, "%.1f CPUs for this container or slice", cpus);
    return cpus >= probe.allowedCpus().size()
        ? Finding.ok("CPU quota", seen)
        : Finding.problem(
            "CPU quota",
            seen,
            "a quota stops the server for milliseconds at a time: give the container whole CPUs"
                + " (docker run --cpuset-cpus) instead of a share (--cpus)");
  }

  private Finding governor() {
    String governor = probe.governor();
    return switch (governor) {
      case "performance" -> Finding.ok("governor", governor);
      case "none", HostProbe.UNKNOWN -> Finding.ok("governor", "no frequency control here");
      default ->
          Finding.advice(
              "governor",
              governor,
              "the frequency follows the load, and latency follows the frequency:"
                  + " sudo cpupower frequency-set -g performance");
    };
  }

  private Finding turbo() {
    return probe.turbo().equals("on")
        ? Finding.advice(
            "turbo",
            "on",
            "the frequency depends on temperature and neighbours:"
                + " echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
                + " (AMD: echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost)")
        : Finding.ok("turbo", probe.turbo());
  }

  private Finding smt() {
    return probe.smt().equals("on")
        ? Finding.advice(
            "SMT",
            "on",
            "hyper-threads share a core's execution units:"
                + " echo off | sudo tee /sys/devices/system/cpu/smt/control")
        : Finding.ok("SMT", probe.smt());
  }

  private Finding idleStates() {
    if (!IdleStates.known(probe.files())) {
      return Finding.ok("idle states", "no control here");
    }
    return IdleStates.allowed(probe.files())
        ? Finding.ok("idle states", "switched off while measuring")
        : Finding.advice(
            "idle states",
            "on",
            "a CPU that sleeps between requests wakes up slowly, and differently each time; let"
                + " Loomwatch keep it awake: sudo setfacl -m u:$USER:rw /dev/cpu_dma_latency");
  }

  private Finding load() {
    double load = Double.parseDouble(probe.files().text("proc/loadavg").orElse("0").split(" ")[0]);
    int cpus = probe.allowedCpus().size();
    String seen = String.format(Locale.ROOT, "%.2f over the last minute, on %d CPUs", load, cpus);
    return load <= BUSY * cpus
        ? Finding.ok("load", seen)
        : Finding.advice(
            "load", seen, "something else is running; see what with top, and measure without it");
  }

  private Finding virtualisation() {
    boolean guest =
        probe.files().lines("proc/cpuinfo").stream()
            .anyMatch(line -> line.startsWith("flags") && line.contains(" hypervisor"));
    return guest
        ? Finding.advice(
            "virtual machine",
            "yes",
            "neighbours are not under our control: read latencies as indicative, ratios as sound;"
                + " bare metal is quieter")
        : Finding.ok("virtual machine", "no");
  }

  private Finding clock() {
    String source =
        probe
            .files()
            .text("sys/devices/system/clocksource/clocksource0/current_clocksource")
            .orElse("unknown");
    return source.equals("hpet") || source.equals("acpi_pm")
        ? Finding.advice(
            "clock source",
            source,
            "reading it takes about a microsecond, several times a request: boot with tsc if the"
                + " CPU's is stable")
        : Finding.ok("clock source", source);
  }
}
