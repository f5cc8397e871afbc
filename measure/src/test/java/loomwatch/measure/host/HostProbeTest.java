package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loomwatch.results.Host;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostProbeTest {
  @TempDir Path root;

  @Test
  void host_fakeMachine_isDescribed() throws IOException {
    write("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-1,4\n");
    write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Imaginary 9000\n");
    write("proc/meminfo", "MemTotal:        2048 kB\nMemFree: 1 kB\n");
    write("proc/sys/kernel/osrelease", "6.18.0\n");
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    write("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
    write("sys/devices/system/cpu/smt/active", "1\n");
    HostProbe probe = new HostProbe(root);
    CoreLayout layout = new CoreLayout(List.of(0, 1), List.of(4), List.of());

    assertThat(probe.host(layout))
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
                List.of(0, 1),
                List.of(4)));
  }

  @Test
  void layout_siblingsOfACore_stayTogether() throws IOException {
    write("proc/self/status", "Cpus_allowed_list:\t0-3\n");
    for (int cpu = 0; cpu < 4; cpu++) {
      write("sys/devices/system/cpu/cpu" + cpu + "/topology/core_id", cpu % 2 + "\n");
      write("sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", "0\n");
    }

    assertThat(new HostProbe(root).layout())
        .isEqualTo(new CoreLayout(List.of(0, 2), List.of(1, 3), List.of()));
  }

  @Test
  void thisMachine_hasACpuAndALayout() {
    HostProbe probe = HostProbe.ofThisMachine();

    assertThat(probe.layout().server()).isNotEmpty();
    assertThat(probe.host(probe.layout()).memoryBytes()).isPositive();
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
