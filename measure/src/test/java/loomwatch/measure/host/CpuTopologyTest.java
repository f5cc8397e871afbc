package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the CPUs of several kinds of machine are divided, read from imitations of /proc and /sys. */
class CpuTopologyTest {
  @TempDir Path root;
  private FakeMachine machine = new FakeMachine(Path.of(""));

  @BeforeEach
  void open() {
    machine = new FakeMachine(root);
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
}
