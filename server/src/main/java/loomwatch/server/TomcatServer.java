package loomwatch.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import loomwatch.server.handicap.HandicapFilter;
import loomwatch.server.workload.Workloads;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** An embedded Tomcat, started; without access log, with unlimited keep-alive. */
final class TomcatServer implements AutoCloseable {
  private static final String KEEP_ALIVE_MILLIS = "300000";

  private final Tomcat tomcat = new Tomcat();
  private final Path baseDirectory;

  private TomcatServer(Path baseDirectory) {
    this.baseDirectory = baseDirectory;
  }

  /**
   * Starts it.
   *
   * @throws IOException when it cannot listen
   */
  static TomcatServer start(Options options) throws IOException, LifecycleException {
    TomcatServer server = new TomcatServer(Files.createTempDirectory("loomwatch-server"));
    try {
      server.configure(options);
      server.tomcat.start();
      requireListening(server.tomcat.getConnector(), options);
      return server;
    } catch (IOException | LifecycleException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void configure(Options options) {
    tomcat.setBaseDir(baseDirectory.toString());
    tomcat.setConnector(connector(options));
    StandardContext context = (StandardContext) tomcat.addContext("", baseDirectory.toString());
    // What a stopped application leaves behind goes with the JVM; looking for it warns of
    // --add-opens.
    context.setClearReferencesThreadLocals(false);
    context.setClearReferencesRmiTargets(false);
    Workloads.register(context, options.seed());
    Vitals.register(context);
    if (!options.handicaps().isEmpty()) {
      FilterDef filter = new FilterDef();
      filter.setFilterName("handicap");
      filter.setFilter(new HandicapFilter(options.handicaps()));
      filter.setAsyncSupported("true");
      FilterMap everywhere = new FilterMap();
      everywhere.setFilterName("handicap");
      everywhere.addURLPattern("/*");
      context.addFilterDef(filter);
      context.addFilterMap(everywhere);
    }
  }

  private static Connector connector(Options options) {
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(options.port());
    set(connector, "address", options.address());
    set(connector, "useVirtualThreads", Boolean.toString(options.virtual()));
    set(connector, "maxThreads", Integer.toString(options.maxThreads()));
    set(connector, "minSpareThreads", Integer.toString(options.minSpareThreads()));
    set(connector, "maxConnections", Integer.toString(options.maxConnections()));
    set(connector, "acceptCount", Integer.toString(options.acceptCount()));
    set(connector, "processorCache", Integer.toString(options.processorCache()));
    // The default of 100 closes connections, which a load generator sees as errors.
    set(connector, "maxKeepAliveRequests", "-1");
    set(connector, "keepAliveTimeout", KEEP_ALIVE_MILLIS);
    return connector;
  }

  /** Tomcat answers false, and goes on, when it does not know a property. */
  private static void set(Connector connector, String name, String value) {
    if (!connector.setProperty(name, value)) {
      throw new IllegalStateException("this Tomcat's connector has no property '" + name + "'");
    }
  }

  /** Tomcat logs a failed bind and goes on without its connector. */
  private static void requireListening(Connector connector, Options options) throws IOException {
    if (connector.getState() != LifecycleState.STARTED) {
      throw new IOException(
          "cannot listen on %s:%d: is another program using the port? --port 0 takes a free one"
              .formatted(options.address(), options.port()));
    }
  }

  /** The port it listens on. */
  int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** Stops it and removes its work directory. */
  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      System.err.println("loomwatch-server: stopping failed: " + e.getMessage());
    }
    try (Stream<Path> files = Files.walk(baseDirectory)) {
      files.sorted(Comparator.reverseOrder()).forEach(TomcatServer::delete);
    } catch (IOException | UncheckedIOException e) {
      System.err.println(
          "loomwatch-server: cannot remove " + baseDirectory + ": " + e.getMessage());
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
