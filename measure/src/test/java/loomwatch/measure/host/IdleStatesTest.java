package loomwatch.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdleStatesTest {
  /** What Linux shows while nobody asks for anything: 2,000,000,000 µs. */
  private static final byte[] ANY = {0, (byte) 0x94, 0x35, 0x77};

  @TempDir Path root;

  @Test
  void off_machineWithTheDevice_asksForNoWakeUpAtAll() throws IOException {
    device(ANY);

    try (IdleStates awake = IdleStates.off(new MachineFiles(root))) {
      assertThat(root.resolve(IdleStates.DEVICE)).hasBinaryContent(new byte[4]);
      assertThat(new HostProbe(root).idleStates()).isEqualTo("off");
    }
  }

  @Test
  void off_machineWithout_doesNothing() throws IOException {
    try (IdleStates awake = IdleStates.off(new MachineFiles(root))) {
      assertThat(root).isEmptyDirectory();
      assertThat(new HostProbe(root).idleStates()).isEqualTo("unknown");
    }
  }

  @Test
  void idleStates_nobodyAsks_areOn() throws IOException {
    device(ANY);

    assertThat(new HostProbe(root).idleStates()).isEqualTo("on");
  }

  /** Of the kernel, which forgets the wish with the file that carried it. */
  @Test
  void close_thisMachine_letsItsCpusSleepAgain() throws IOException {
    MachineFiles machine = MachineFiles.ofThisMachine();
    HostProbe probe = HostProbe.ofThisMachine();
    assumeTrue(IdleStates.allowed(machine), "this user may not");
    assumeTrue(probe.idleStates().equals("on"), "somebody else keeps them awake");

    try (IdleStates awake = IdleStates.off(machine)) {
      assertThat(probe.idleStates()).isEqualTo("off");
    }
    assertThat(probe.idleStates()).isEqualTo("on");
  }

  private void device(byte[] content) throws IOException {
    Path device = root.resolve(IdleStates.DEVICE);
    Files.createDirectories(device.getParent());
    Files.write(device, content);
  }
}
