package loomwatch.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.harness.doctor.Doctor.Diagnosis;
import loomwatch.measure.host.HostProbe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the doctor says of machines that are not well, from imitations of /proc and /sys. */
class ChecksTest {
  @TempDir Path root;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor|powersave|governor|ADVICE|cpupower frequency-set -g performance",
        "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor|performance|governor|OK|''",
        "sys/devices/system/cpu/intel_pstate/no_turbo|0|turbo|ADVICE|no_turbo",
        "sys/devices/system/cpu/intel_pstate/no_turbo|1|turbo|OK|''",
        "sys/devices/system/cpu/smt/active|1|SMT|ADVICE|echo off",
        "sys/fs/cgroup/cpu.max|50000 100000|CPU quota|PROBLEM|--cpuset-cpus",
        "sys/fs/cgroup/cpu.max|max 100000|CPU quota|OK|''",
        "proc/loadavg|7.50 1.00 0.50 1/200 999|load|ADVICE|something else is running",
        "proc/cpuinfo|flags\t\t: fpu hypervisor lahf|virtual machine|ADVICE|bare metal",
        "sys/devices/system/clocksource/clocksource0/current_clocksource|hpet|clock source|ADVICE|tsc",
      })
  void cpu_machine_isJudged(
      String file, String content, String check, Diagnosis.Severity status, String fix)
      throws IOException {
    write("proc/self/status", "Cpus_allowed_list:\t0-1\n");
    write(file, content);

    Diagnosis finding = find(examined(""), check);

    assertThat(finding.status()).isEqualTo(status);
    assertThat(finding.fix()).contains(fix);
  }

  @Test
  void cpu_quotaOfAWindow_isAProblemToldOnce() throws IOException {
    write("proc/self/status", "Cpus_allowed_list:\t0-1\n");
    write("proc/self/cgroup", "0::/measure.window/job\n");
    write("sys/fs/cgroup/measure.window/cpu.max", "150000 100000");

    List<Diagnosis> findings = examined("");

    assertThat(find(findings, "CPU quota").status()).isEqualTo(Diagnosis.Severity.PROBLEM);
    assertThat(find(findings, "cores").fix()).doesNotContain("two cores or more");
  }

  @ParameterizedTest
  @CsvSource({
    "MemAvailable: 1048576 kB,memory,PROBLEM",
    "MemAvailable: 8388608 kB,memory,OK",
  })
  void memory_machine_isJudged(String line, String check, Diagnosis.Severity status)
      throws IOException {
    write("proc/meminfo", line + "\n");

    assertThat(find(examined(""), check).status()).isEqualTo(status);
  }

  @Test
  void memory_swapInUse_isAdvisedAgainst() throws IOException {
    write("proc/meminfo", "SwapTotal: 4096 kB\nSwapFree: 2048 kB\n");

    assertThat(find(examined(""), "swap"))
        .isEqualTo(
            Diagnosis.advice(
                "swap", "2 MiB in use", "a page brought back costs milliseconds: sudo swapoff -a"));
  }

  @Test
  void memory_hugePagesAlways_isAdvisedAgainst() throws IOException {
    write("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");

    assertThat(find(examined(""), "transparent huge pages").status())
        .isEqualTo(Diagnosis.Severity.ADVICE);
  }

  @Test
  void tools_fewOpenFiles_isAProblem() throws IOException {
    write(
        "proc/self/limits",
        "Max open files            1024                 1024                 files\n");

    assertThat(find(examined(""), "open files"))
        .isEqualTo(
            Diagnosis.problem(
                "open files",
                "1024",
                "each connection is a file at both ends: ulimit -n 65536 in the shell that starts"
                    + " this"));
  }

  @Test
  void tools_noTaskset_isAProblem() {
    assertThat(find(examined("/nowhere"), "taskset").status())
        .isEqualTo(Diagnosis.Severity.PROBLEM);
  }

  @Test
  void tools_noWrk2_isWell() {
    assertThat(find(examined("/nowhere"), "wrk2").seen())
        .isEqualTo("not found; the embedded generator makes the load");
  }

  @Test
  void jdk_tooOld_isAProblem() {
    assertThat(Doctor.jdk(17).status()).isEqualTo(Diagnosis.Severity.PROBLEM);
    assertThat(Doctor.jdk(21).status()).isEqualTo(Diagnosis.Severity.OK);
  }

  @Test
  void examine_thisMachine_concludes() {
    Doctor doctor = Doctor.examine(root);

    assertThat(doctor.findings()).hasSizeGreaterThan(15);
    assertThat(doctor.text()).contains("This machine ");
  }

  private List<Diagnosis> examined(String path) {
    return new Doctor(new HostProbe(root), root, path).findings();
  }

  private static Diagnosis find(List<Diagnosis> findings, String check) {
    return findings.stream()
        .filter(finding -> finding.check().equals(check))
        .findFirst()
        .orElseThrow();
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
