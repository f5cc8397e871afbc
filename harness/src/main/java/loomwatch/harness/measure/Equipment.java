package loomwatch.harness.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import loomwatch.harness.launch.ServerLauncher;
import loomwatch.loadgen.LoadEngine;
import org.jspecify.annotations.Nullable;

/**
 * What a block is measured with.
 *
 * @param launcher starts the servers
 * @param jdk home of the servers' JDK
 * @param serverClassPath in {@code java -cp} form
 * @param jvmFlags of every server
 * @param serverCores CPUs the servers are kept on; empty for any
 * @param handicap an injected fault, or null
 * @param engine makes the measured load
 * @param warmUpEngine makes the load of the warm-up, which is not recorded
 * @param raw directory for logs and recordings
 */
public record Equipment(
    ServerLauncher launcher,
    Path jdk,
    String serverClassPath,
    List<String> jvmFlags,
    List<Integer> serverCores,
    @Nullable String handicap,
    LoadEngine engine,
    LoadEngine warmUpEngine,
    Path raw) {

  public Equipment {
    jvmFlags = List.copyOf(jvmFlags);
    serverCores = List.copyOf(serverCores);
  }

  /** The slice, or as long as the engine needs for its percentiles to mean anything. */
  Duration sliceAtLeast(Duration wanted) {
    return wanted.compareTo(engine.shortestRun()) < 0 ? engine.shortestRun() : wanted;
  }
}
