package loomwatch.measure.launch;

import java.nio.file.Path;
import java.util.List;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.results.Launch.Mode;
import org.jspecify.annotations.Nullable;

/**
 * The options of a server's start.
 *
 * @param jdk home of the JDK it runs on, if it is a JVM
 * @param jvmFlags the same in every variant and mode, if it is a JVM
 * @param cores CPUs it may use; empty for any
 * @param maxThreads size of the connector's pool; null for the server's default
 * @param maxConnections the connector keeps open
 * @param called name in messages, such as {@code the virtual server}
 */
public record ServerOptions(
    ServiceSpec service,
    Mode mode,
    Path jdk,
    List<String> jvmFlags,
    List<Integer> cores,
    @Nullable Integer maxThreads,
    int maxConnections,
    String called,
    Recording recording) {

  public ServerOptions {
    jvmFlags = List.copyOf(jvmFlags);
    cores = List.copyOf(cores);
  }

  public ServerOptions(
      ServiceSpec service,
      Mode mode,
      Path jdk,
      List<String> jvmFlags,
      List<Integer> cores,
      @Nullable Integer maxThreads,
      int maxConnections) {
    this(
        service,
        mode,
        jdk,
        jvmFlags,
        cores,
        maxThreads,
        maxConnections,
        "the %s server".formatted(mode.label()),
        Recording.VITALS);
  }

  public ServerOptions recording(Recording other) {
    return new ServerOptions(
        service, mode, jdk, jvmFlags, cores, maxThreads, maxConnections, called, other);
  }
}
