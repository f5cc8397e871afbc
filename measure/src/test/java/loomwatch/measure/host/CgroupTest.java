package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import loomwatch.measure.host.HostProbe.Cgroup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupTest {
  private static final long MIB = 1 << 20;

  @TempDir Path root;
  private FakeMachine machine = new FakeMachine(Path.of(""));

  @BeforeEach
  void open() {
    machine = new FakeMachine(root);
  }

  private Cgroup cgroup() {
    return machine.probe().cgroup();
  }

  @Test
  void cpuQuota_noGroups_isNone() {
    assertThat(cgroup().cpuQuota()).isEmpty();
    assertThat(cgroup().memoryAvailable()).isEmpty();
    assertThat(cgroup().pinnable()).isEmpty();
  }

  @Test
  void cpuQuota_max_isNone() {
    machine.with("sys/fs/cgroup/cpu.max", "max 100000");

    assertThat(cgroup().cpuQuota()).isEmpty();
  }

  @Test
  void cpuQuota_ofAnAncestor_holdsWhenItIsLess() {
    machine
        .with("proc/self/cgroup", "0::/ci.slice/job.scope")
        .with("sys/fs/cgroup/ci.slice/cpu.max", "50000 100000")
        .with("sys/fs/cgroup/ci.slice/job.scope/cpu.max", "200000 100000");

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
        .with("sys/fs/cgroup/memory.max", Long.toString(4096 * MIB))
        .with("sys/fs/cgroup/memory.current", Long.toString(1024 * MIB));

    assertThat(cgroup().memoryAvailable()).hasValue(3072 * MIB);
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
