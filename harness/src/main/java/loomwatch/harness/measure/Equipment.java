package loomwatch.harness.measure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import loomwatch.harness.launch.HostControl;
import loomwatch.harness.launch.ServerLauncher;
import loomwatch.harness.plan.Profile;
import loomwatch.loadgen.LoadEngine;

/**
 * What a block is measured with.
 *
 * @param launcher starts the servers
 * @param arms by name
 * @param serverCores CPUs the servers are kept on; empty for any
 * @param control times the host on the servers' CPUs
 * @param engine makes the measured load
 * @param warmUpEngine makes the load of the warm-up, which is not recorded
 * @param raw directory for logs and recordings
 */
public record Equipment(
    ServerLauncher launcher,
    Map<String, Arm> arms,
    List<Integer> serverCores,
    HostControl control,
    LoadEngine engine,
    LoadEngine warmUpEngine,
    Path raw) {

  public Equipment {
    arms = Map.copyOf(arms);
    serverCores = List.copyOf(serverCores);
  }

  /** The arm of that name. */
  Arm arm(String name) {
    return Objects.requireNonNull(arms.get(name), name);
  }

  /** How the load of a launch is cut, with so many connections. */
  Slicing slicing(Profile profile, int connections) {
    return Slicing.of(profile, engine.unmeasured(connections));
  }
}
