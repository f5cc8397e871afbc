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

/** A server that is ready: one that was started here, or one that runs elsewhere. */
public sealed interface Server extends AutoCloseable permits LaunchedServer, Server.RemoteServer {

  Mode mode();

  /** Where its log and its JFR repository are, if it has them. */
  Path directory();

  /** When it was started; of one elsewhere, when it was first asked. */
  Instant startedAt();

  /** From starting the process to its being ready; empty of one elsewhere. */
  Optional<Duration> timeToReady();

  /** Its process and all that it started; empty of one elsewhere. */
  Optional<ProcessTree> tree();

  /** The URL of a path, which begins with a slash, and its query. */
  URI url(String pathAndQuery);

  ConnectionSpec connectionSpec();

  /**
   * Makes sure it is still there, as far as that shows.
   *
   * @throws LaunchFailure with its exit code and last log lines when it is not
   */
  void requireAlive(String during) throws LaunchFailure, InterruptedException;

  /**
   * Makes sure it is still there although /proc says otherwise: the JVM hears of a child's end a
   * moment later.
   *
   * @throws LaunchFailure with its exit code and last log lines when it is not
   */
  void requireNotEnding(String during) throws LaunchFailure, InterruptedException;

  /** The failure of a server that is there and does not answer. */
  LaunchFailure hung(String during, String detail);

  /**
   * Moves all threads of its processes to those CPUs, which its coming ones inherit.
   *
   * @param cores to use from now on; empty for any
   * @throws LaunchFailure when one stays elsewhere, or the server is gone
   */
  void keepOn(List<Integer> cores) throws LaunchFailure, IOException, InterruptedException;

  @Override
  void close();

  /**
   * A server that runs elsewhere and that is known by its URL alone. Whether it answers shows in
   * the load alone, and which CPUs it has is not ours to say.
   *
   * @param base scheme, host and port, without a path
   */
  record RemoteServer(
      URI base, ConnectionSpec connectionSpec, Mode mode, Path directory, Instant startedAt)
      implements Server {

    /** What its file says is spoken, as far as it goes with the scheme of its URL. */
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
