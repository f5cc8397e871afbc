package loomwatch.measure.launch;

import java.nio.file.Path;
import java.util.List;
import loomwatch.results.Mode;
import org.jspecify.annotations.Nullable;

/**
 * How a server is to be started.
 *
 * @param mode its threads
 * @param jdk home of the JDK it runs on
 * @param classPath its jars, in {@code java -cp} form
 * @param jvmFlags the same in every arm and mode
 * @param cores it may use; empty for any
 * @param maxThreads of the connector's pool
 * @param maxConnections the connector keeps open
 * @param handicap an injected fault as {@code KIND:SIZE}, or null
 */
public record ServerOptions(
    Mode mode,
    Path jdk,
    String classPath,
    List<String> jvmFlags,
    List<Integer> cores,
    int maxThreads,
    int maxConnections,
    @Nullable String handicap) {

  public ServerOptions {
    jvmFlags = List.copyOf(jvmFlags);
    cores = List.copyOf(cores);
  }
}
