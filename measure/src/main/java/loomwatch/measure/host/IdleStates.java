package loomwatch.measure.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the CPUs from sleeping between requests, as long as it is open. At a modest rate a server's
 * CPU sleeps most of the time, and the cost of waking it depends on how deep and how long it slept;
 * in a virtual machine also on the hypervisor and other guests. The kernel reverts it when this
 * process ends, however it ends (Linux, "PM Quality Of Service Interface").
 */
public final class IdleStates implements AutoCloseable {
  /** The device for the longest tolerated wake-up, in microseconds; valid while it is held open. */
  static final String DEVICE = "dev/cpu_dma_latency";

  private final @Nullable OutputStream held;

  private IdleStates(@Nullable OutputStream held) {
    this.held = held;
  }

  public static IdleStates off(MachineFiles machine) {
    Path device = machine.root().resolve(DEVICE);
    if (!allowed(machine)) {
      return new IdleStates(null);
    }
    byte[] none = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder()).array();
    try {
      OutputStream open = Files.newOutputStream(device, StandardOpenOption.WRITE);
      open.write(none);
      return new IdleStates(open);
    } catch (IOException e) {
      return new IdleStates(null);
    }
  }

  public static boolean known(MachineFiles machine) {
    return Files.exists(machine.root().resolve(DEVICE));
  }

  public static boolean allowed(MachineFiles machine) {
    return Files.isWritable(machine.root().resolve(DEVICE));
  }

  @Override
  public void close() throws IOException {
    if (held != null) {
      held.close();
    }
  }
}
