package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import loomwatch.results.Host;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostDescriptionTest {
  private static final CoreLayout LAYOUT = new CoreLayout(List.of(0), List.of(1), List.of());

  @TempDir Path root;
  private FakeMachine machine = new FakeMachine(Path.of(""));

  @BeforeEach
  void open() {
    machine = new FakeMachine(root);
  }

  private Host host() {
    return machine.probe().host(LAYOUT);
  }

  @Test
  void host_notLinux_isUnknownButThere() {
    Host host = host();

    assertThat(host.cpuModel()).isEqualTo("unknown");
    assertThat(host.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(host.memoryBytes()).isGreaterThan(128 << 20);
    assertThat(host.kernel()).isEqualTo(System.getProperty("os.version"));
    assertThat(List.of(host.governor(), host.turbo(), host.smt())).containsOnly("unknown");
  }

  @Test
  void host_arm_isNamedByNumbers() {
    machine.with("proc/cpuinfo", "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c");

    assertThat(host().cpuModel()).isEqualTo("ARM 0x41 part 0xd0c");
  }

  @Test
  void host_governorsThatDiffer_areAllNamed() {
    machine
        .cores(2)
        .with("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave")
        .with("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "performance");

    assertThat(host().governor()).isEqualTo("performance,powersave");
  }

  @Test
  void host_noFrequencyControl_isNone() {
    machine.cores(2);

    assertThat(host().governor()).isEqualTo("none");
  }

  @Test
  void host_amdWithoutBoost_hasNoTurbo() {
    machine.with("sys/devices/system/cpu/cpufreq/boost", "0");

    assertThat(host().turbo()).isEqualTo("off");
  }

  @Test
  void host_numbersThatAreNone_areUnknown() {
    machine
        .with("sys/devices/system/cpu/smt/active", "perhaps")
        .with("sys/devices/system/cpu/intel_pstate/no_turbo", "99999999999999999999");

    assertThat(host().smt()).isEqualTo("unknown");
    assertThat(host().turbo()).isEqualTo("unknown");
  }
}
