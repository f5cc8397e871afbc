package loomwatch.harness.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.launch.CpuAffinity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("cpus")
class MachineTest {
  @Test
  void close_processThatWasPinned_hasItsCpusAgain() throws Exception {
    List<Integer> cpus = HostProbe.ofThisMachine().allowedCpus();
    assumeThat(cpus).as("these tests need two CPUs").hasSizeGreaterThan(1);
    try (Machine machine = Machine.here()) {
      CpuAffinity.moveHarnessTo(List.of(cpus.getFirst()));
      assertThat(HostProbe.ofThisMachine().allowedCpus()).hasSize(1);
    }

    assertThat(HostProbe.ofThisMachine().allowedCpus()).isEqualTo(cpus);
  }
}
