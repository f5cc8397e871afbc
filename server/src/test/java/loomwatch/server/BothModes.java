package loomwatch.server;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.apache.catalina.LifecycleException;

/** A server in either mode, set up alike. */
final class BothModes implements AutoCloseable {
  private final Map<String, RunningServer> servers;

  private BothModes(Map<String, RunningServer> servers) {
    this.servers = servers;
  }

  static BothModes start(String... options) throws IOException, LifecycleException {
    return new BothModes(
        Map.of(
            "platform", RunningServer.start("platform", options),
            "virtual", RunningServer.start("virtual", options)));
  }

  RunningServer in(String mode) {
    return Objects.requireNonNull(servers.get(mode));
  }

  @Override
  public void close() {
    servers.values().forEach(RunningServer::close);
  }
}
