package loomwatch.harness.job;

import java.io.IOException;
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.host.HostProbe.HostWatch;
import loomwatch.measure.host.IdleStates;
import loomwatch.measure.host.MachineFiles;
import loomwatch.results.Host;
import org.jspecify.annotations.Nullable;

/**
 * This machine, kept awake for as long as this is open, and how its CPUs are divided; as seen
 * before the harness was pinned, which narrows the CPUs it sees. One for a whole command, however
 * much it measures. Not thread-safe.
 */
public final class Machine implements AutoCloseable {
  private final IdleStates awake;
  private final HostProbe probe;
  private final CoreLayout layout;
  private final Host host;
  private @Nullable HostWatch watch;

  private Machine(IdleStates awake, HostProbe probe) {
    this.awake = awake;
    this.probe = probe;
    this.layout = probe.layout();
    this.host = probe.host(layout);
  }

  /** As it is while measured; to be asked before anything pins the harness. */
  public static Machine here() {
    // First: whether CPUs go to sleep is part of what the host is.
    IdleStates awake = IdleStates.off(MachineFiles.ofThisMachine());
    return new Machine(awake, HostProbe.ofThisMachine());
  }

  public Host host() {
    return host;
  }

  CoreLayout layout() {
    return layout;
  }

  /** Watches from the first call on, which is to be made once the harness is pinned. */
  public HostWatch watch() {
    if (watch == null) {
      watch = probe.watch(layout);
    }
    return watch;
  }

  @Override
  public void close() throws IOException {
    awake.close();
  }
}
