package loomwatch.measure.launch;

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

/**
 * A server that runs elsewhere and that is known by its URL alone.
 *
 * @param base scheme, host and port, without a path
 * @param spoken what is spoken with it
 * @param startedAt when it was first asked
 */
record RemoteServer(URI base, ConnectionSpec spoken, Mode mode, Path directory, Instant startedAt)
    implements Server {

  /** What its file says is spoken, as far as it goes with the scheme of its URL. */
  static ConnectionSpec spoken(URI base, ConnectionSpec said) {
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

  /** Whether it answers shows in the load alone. */
  @Override
  public void requireAlive(String during) {}

  @Override
  public void requireNotEnding(String during) {}

  @Override
  public LaunchFailure hung(String during, String detail) {
    return new LaunchFailure(
        Invalid.Reason.SERVER_DIED, "%s did not answer %s: %s".formatted(base, during, detail));
  }

  /** Which CPUs it has is not ours to say. */
  @Override
  public void keepOn(List<Integer> cores) {}

  @Override
  public void close() {}
}
