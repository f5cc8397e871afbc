package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import loomwatch.measure.host.HostProbe.Cgroup;
import loomwatch.results.Host;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What several kinds of machine are, and how their CPUs are divided, read from imitations of them.
 */
class HostProbeTest {
  @TempDir Path root;
  private FakeMachine machine = new FakeMachine(Path.of(""));

  @BeforeEach
  void open() {
    machine = new FakeMachine(root);
  }

  private Host host() {
    return machine.probe().host(new CoreLayout(List.of(0), List.of(1), List.of()));
  }

  private CoreLayout layout() {
    return machine.probe().layout();
  }

  @Test
  void layout_oneCpu_isSharedAndDoubted() {
    machine.cores(1);

    assertThat(layout())
        .isEqualTo(
            new CoreLayout(
                List.of(0),
                List.of(0),
                List.of("server and load generator share the only CPU: each disturbs the other")));
    assertThat(layout().disjoint()).isFalse();
  }

  @Test
  void layout_twoVirtualCpus_areOneEach() {
    machine.cores(2);

    assertThat(layout()).isEqualTo(new CoreLayout(List.of(0), List.of(1), List.of()));
  }

  @Test
  void layout_fourCores_leavesTheFirstWithItsInterruptsToTheGenerator() {
    machine.cores(4);

    assertThat(layout()).isEqualTo(new CoreLayout(List.of(1, 2, 3), List.of(0), List.of()));
  }

  @Test
  void layout_eightCoresSixteenThreads_dividesWholeCores() {
    for (int cpu = 0; cpu < 16; cpu++) {
      machine.cpu(cpu, cpu % 8 + "," + (cpu % 8 + 8), 0);
    }
    machine.allowing("0-15");

    assertThat(layout())
        .isEqualTo(
            new CoreLayout(
                List.of(1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15), List.of(0, 8), List.of()));
  }

  @Test
  void layout_cpusOfALimitedSet_areTheOnlyOnesUsed() {
    machine.cores(8).allowing("3,5,7");

    assertThat(layout()).isEqualTo(new CoreLayout(List.of(3, 5), List.of(7), List.of()));
  }

  @Test
  void layout_siblingOutsideTheSet_isNotUsed() {
    machine.cpu(0, "0,2", 0).cpu(1, "1,3", 0).allowing("0-1");

    assertThat(layout()).isEqualTo(new CoreLayout(List.of(0), List.of(1), List.of()));
  }

  @Test
  void layout_sameCoreIdOnTwoSockets_isTwoCores() {
    for (int cpu = 0; cpu < 2; cpu++) {
      machine.with("sys/devices/system/cpu/cpu" + cpu + "/topology/core_id", "0");
      machine.with(
          "sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id",
          Integer.toString(cpu));
    }
    machine.allowing("0-1");

    assertThat(layout()).isEqualTo(new CoreLayout(List.of(0), List.of(1), List.of()));
  }

  @Test
  void layout_serverOnTwoSockets_isDoubted() {
    for (int cpu = 0; cpu < 4; cpu++) {
      machine.cpu(cpu, Integer.toString(cpu), cpu / 2);
    }
    machine.allowing("0-3");

    assertThat(layout().doubts())
        .containsExactly(
            "the server's CPUs are on 2 sockets: memory is near or far from one request to the"
                + " next");
  }

  @Test
  void layout_fastAndSlowCores_areDoubted() {
    machine.cores(4);
    machine.with("sys/devices/cpu_core/cpus", "0-1").with("sys/devices/cpu_atom/cpus", "2-3");

    assertThat(layout().doubts())
        .containsExactly(
            "the server's CPUs are of 2 kinds, fast and slow: latency depends on which one a"
                + " request meets");
  }

  @Test
  void layout_quotaBelowTheCores_isDoubted() {
    machine.cores(2).with("sys/fs/cgroup/cpu.max", "150000 100000");

    assertThat(layout().doubts())
        .containsExactly(
            "a quota of 1.5 CPUs on 2 stops server and load generator for milliseconds at a time");
  }

  @Test
  void layout_oneIsolatedCpu_isTheServers() {
    machine.cores(4).allowing("0-2").with("sys/devices/system/cpu/isolated", "3");

    assertThat(layout()).isEqualTo(new CoreLayout(List.of(3), List.of(2), List.of()));
  }

  @Test
  void layout_severalIsolatedCpus_giveTheServerOneAndSayWhy() {
    machine.cores(8).allowing("0-3").with("sys/devices/system/cpu/isolated", "4-7");

    assertThat(layout())
        .isEqualTo(
            new CoreLayout(
                List.of(4),
                List.of(3),
                List.of(
                    "the server has CPU 4 alone of the isolated CPUs 4-7: the kernel does not"
                        + " spread threads over them")));
  }

  @Test
  void layout_isolatedSiblingsOfOneCore_leaveTheSecondIdle() {
    for (int cpu = 0; cpu < 4; cpu++) {
      machine.cpu(cpu, cpu % 2 + "," + (cpu % 2 + 2), 0);
    }
    machine.allowing("0,2").with("sys/devices/system/cpu/isolated", "1,3");

    assertThat(layout().server()).containsExactly(1);
    assertThat(layout().generator()).containsExactly(0, 2);
  }

  @Test
  void layout_isolatedSiblingOfTheOnlyOtherCore_isNotUsed() {
    machine.cpu(0, "0-1", 0).cpu(1, "0-1", 0).allowing("0");
    machine.with("sys/devices/system/cpu/isolated", "1");

    assertThat(layout())
        .isEqualTo(
            new CoreLayout(
                List.of(0),
                List.of(1),
                List.of(
                    "server and load generator share the hyper-threads of one core",
                    "isolcpus=1 is not used: it leaves no other core for the load generator")));
  }

  @Test
  void layout_isolatedCpuOutsideTheContainer_isLeftAlone() {
    machine.cores(4).allowing("0-1").with("sys/devices/system/cpu/isolated", "3");
    machine.with("sys/fs/cgroup/cpuset.cpus.effective", "0-1");

    assertThat(layout()).isEqualTo(new CoreLayout(List.of(0), List.of(1), List.of()));
  }

  @Test
  void layout_nothingToRead_usesTheCpusTheJvmSees() {
    CoreLayout layout = layout();

    assertThat(layout.server()).isNotEmpty();
    assertThat(layout.generator()).isNotEmpty();
  }

  @Test
  void host_fakeMachine_isDescribed() {
    machine
        .allowing("0-1,4")
        .with("proc/cpuinfo", "processor\t: 0\nmodel name\t: Imaginary 9000")
        .with("proc/meminfo", "MemTotal:        2048 kB\nMemFree: 1 kB")
        .with("proc/sys/kernel/osrelease", "6.18.0")
        .with("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave")
        .with("sys/devices/system/cpu/intel_pstate/no_turbo", "0")
        .with("sys/devices/system/cpu/smt/active", "1");

    assertThat(host())
        .isEqualTo(
            new Host(
                "Imaginary 9000",
                3,
                2048 * 1024,
                "6.18.0",
                "powersave",
                "on",
                "on",
                "unknown",
                List.of(0),
                List.of(1)));
  }

  @Test
  void layout_threadsOfOneCoreId_stayTogether() {
    machine.allowing("0-3");
    for (int cpu = 0; cpu < 4; cpu++) {
      String topology = "sys/devices/system/cpu/cpu" + cpu + "/topology/";
      machine
          .with(topology + "core_id", Integer.toString(cpu % 2))
          .with(topology + "physical_package_id", "0");
    }

    assertThat(layout()).isEqualTo(new CoreLayout(List.of(0, 2), List.of(1, 3), List.of()));
  }

  @Test
  void thisMachine_hasACpuAndALayout() {
    HostProbe probe = HostProbe.ofThisMachine();

    assertThat(probe.layout().server()).isNotEmpty();
    assertThat(probe.host(probe.layout()).memoryBytes()).isPositive();
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
  void host_variant_isNamedByNumbers() {
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

  private Cgroup cgroup() {
    return new Cgroup(new MachineFiles(root));
  }

  @Test
  void cpuQuota_noGroupsOrNoLimit_isNone() {
    assertThat(cgroup().cpuQuota()).isEmpty();
    assertThat(cgroup().memoryAvailable()).isEmpty();
    assertThat(cgroup().pinnable()).isEmpty();
    machine.with("sys/fs/cgroup/cpu.max", "max 100000");
    assertThat(cgroup().cpuQuota()).isEmpty();
  }

  @Test
  void cpuQuota_ofAnAncestor_holdsWhenItIsLess() {
    machine
        .with("proc/self/cgroup", "0::/ci.window/job.scope")
        .with("sys/fs/cgroup/ci.window/cpu.max", "50000 100000")
        .with("sys/fs/cgroup/ci.window/job.scope/cpu.max", "200000 100000");

    assertThat(cgroup().cpuQuota()).hasValue(0.5);
  }

  @Test
  void cpuQuota_version1_isRead() {
    machine
        .with("proc/self/cgroup", "4:cpu,cpuacct:/docker/abc\n2:memory:/docker/abc")
        .with("sys/fs/cgroup/cpu/docker/abc/cpu.cfs_quota_us", "150000")
        .with("sys/fs/cgroup/cpu/docker/abc/cpu.cfs_period_us", "100000")
        .with("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1")
        .with("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000");

    assertThat(cgroup().cpuQuota()).hasValue(1.5);
  }

  @Test
  void memoryAvailable_limit_isLessWhatIsUsed() {
    machine
        .with("sys/fs/cgroup/memory.max", Long.toString(4_294_967_296L))
        .with("sys/fs/cgroup/memory.current", Long.toString(1_073_741_824));

    assertThat(cgroup().memoryAvailable()).hasValue(3_221_225_472L);
  }

  @Test
  void memoryAvailable_usedBeyondTheLimit_isNothing() {
    machine
        .with("proc/self/cgroup", "2:memory:/docker/abc")
        .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000")
        .with("sys/fs/cgroup/memory/memory.usage_in_bytes", "2000");

    assertThat(cgroup().memoryAvailable()).hasValue(0);
  }

  @Test
  void pinnable_version1_isRead() {
    machine.with("sys/fs/cgroup/cpuset/cpuset.effective_cpus", "0-2,6");

    assertThat(cgroup().pinnable()).containsExactly(0, 1, 2, 6);
  }
}
