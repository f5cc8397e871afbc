package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import loomwatch.measure.host.HostProbe.HostWatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostWatchTest {
  private static final String CPUS = "sys/devices/system/cpu/";

  @TempDir Path root;
  private FakeMachine machine;
  private HostWatch watch;

  @BeforeEach
  void begin() {
    machine =
        new FakeMachine(root)
            .cores(2)
            .with(CPUS + "online", "0-1")
            .with(CPUS + "cpu0/cpufreq/scaling_governor", "performance")
            .with(CPUS + "cpu1/cpufreq/scaling_governor", "performance")
            .with(CPUS + "intel_pstate/no_turbo", "1")
            .with("proc/self/cgroup", "0::/")
            .with("sys/fs/cgroup/cpuset.cpus.effective", "0-1");
    CoreLayout layout = machine.probe().layout();
    // As the pinned harness sees itself: on the load generator's CPU alone.
    machine.allowing("1");
    watch = machine.probe().watch(layout);
  }

  @Test
  void changes_ofSteadyMachine_areNone() {
    assertThat(watch.changes()).isEmpty();
  }

  @Test
  void changes_governorOfTheServersCpuSwitched_areTold() {
    machine.with(CPUS + "cpu0/cpufreq/scaling_governor", "powersave");

    assertThat(watch.changes())
        .containsExactly("frequency governor was performance, is performance,powersave");
  }

  @Test
  void changes_turboSwitchedOn_areTold() {
    machine.with(CPUS + "intel_pstate/no_turbo", "0");

    assertThat(watch.changes()).containsExactly("turbo was off, is on");
  }

  @Test
  void changes_serversCpuOffline_areTold() {
    machine.with(CPUS + "online", "1");

    assertThat(watch.changes()).containsExactly("CPU 0 could be used, cannot");
  }

  @Test
  void changes_serversCpuTakenByTheControlGroup_areTold() {
    machine.with("sys/fs/cgroup/cpuset.cpus.effective", "1");

    assertThat(watch.changes()).containsExactly("CPU 0 could be used, cannot");
  }
}
