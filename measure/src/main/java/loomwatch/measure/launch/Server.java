package loomwatch.measure.launch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;
import loomwatch.measure.host.ProcessTree;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario.Protocol;

/** A server that is ready, either started here or running elsewhere. */
public sealed interface Server extends AutoCloseable permits LaunchedServer, Server.RemoteServer {

  Mode mode();

  Path directory();

  Instant startedAt();

  Optional<Duration> timeToReady();

  Optional<ProcessTree> tree();

  URI url(String pathAndQuery);

  ConnectionSpec connectionSpec();

  /** Fails with the exit code and the last log lines if the process is known to have ended. */
  void requireAlive(String during) throws LaunchFailure, InterruptedException;

  /** Checks as {@link #requireAlive} does, but waits, as the JVM learns of exits with a delay. */
  void requireNotEnding(String during) throws LaunchFailure, InterruptedException;

  LaunchFailure hung(String during, String detail);

  /** Moves all threads of its processes to those CPUs; an empty list means any. */
  void keepOn(List<Integer> cores) throws LaunchFailure, IOException, InterruptedException;

  @Override
  void close();

  /** A remote server, known by its URL only; its failure shows only in the load. */
  record RemoteServer(
      URI base, ConnectionSpec connectionSpec, Mode mode, Path directory, Instant startedAt)
      implements Server {

    static ConnectionSpec connectionSpec(URI base, ConnectionSpec said) {
      boolean secure = "https".equals(base.getScheme());
      return secure == said.protocol().secure()
          ? said
          : new ConnectionSpec(secure ? Protocol.HTTPS : Protocol.HTTP, said.certificates());
    }

    @Override
    public Optional<Duration> timeToReady() {
      return Optional.empty();
    }

    @Override
    public Optional<ProcessTree> tree() {
      return Optional.empty();
    }

    @Override
    public URI url(String pathAndQuery) {
      return URI.create(base + pathAndQuery);
    }

    @Override
    public void requireAlive(String during) {}

    @Override
    public void requireNotEnding(String during) {}

    @Override
    public LaunchFailure hung(String during, String detail) {
      return new LaunchFailure(
          Invalid.Reason.SERVER_DIED, "%s did not answer %s: %s".formatted(base, during, detail));
    }

    @Override
    public void keepOn(List<Integer> cores) {}

    @Override
    public void close() {}
  }
}
