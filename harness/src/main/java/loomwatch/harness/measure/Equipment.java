package loomwatch.harness.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import loomwatch.harness.launch.HostControl;
import loomwatch.harness.launch.ServerLauncher;
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

  /** The slice, or as long as the engine needs for its percentiles to mean anything. */
  Duration sliceAtLeast(Duration wanted, int connections) {
    Duration shortest = engine.shortestRun(connections);
    return wanted.compareTo(shortest) < 0 ? shortest : wanted;
  }
}
