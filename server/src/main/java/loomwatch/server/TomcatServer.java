package loomwatch.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.server.fault.FaultFilter;
import loomwatch.server.fault.InjectedFault;
import loomwatch.server.workload.Workloads;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** A running embedded Tomcat, without access log and with unlimited keep-alive. */
final class TomcatServer implements AutoCloseable {
  /** Keep-alive timeout longer than any pause within a run, so that idle connections stay open. */
  private static final String KEEP_ALIVE_MILLIS = "300000";

  /**
   * Time that stopping waits for each active servlet, 2 s by default. Tomcat waits 21 times a
   * twentieth of it in whole milliseconds, and a twentieth of 0 ms would wait forever.
   */
  private static final int UNLOAD_DELAY_MILLIS = 20;

  /** Time that stopping then waits for requests that ignore interrupts, 5 s by default. */
  private static final String TERMINATION_MILLIS = "500";

  private final Tomcat tomcat = new Tomcat();
  private final Path baseDirectory;

  private TomcatServer(Path baseDirectory) {
    this.baseDirectory = baseDirectory;
  }

  /**
   * Starts the server.
   *
   * @throws IOException if it cannot listen
   */
  static TomcatServer start(Options options) throws IOException, LifecycleException {
    TomcatServer server = new TomcatServer(Files.createTempDirectory("loomwatch-server"));
    try {
      server.configure(options);
      server.listen(options);
      return server;
    } catch (IOException | LifecycleException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void configure(Options options) throws IOException {
    tomcat.setBaseDir(baseDirectory.toString());
    tomcat.setConnector(connector(options));
    StandardContext context = context(options);
    // The JVM exits after the application stops, so its leftovers do not matter, and searching for
    // them would print warnings about --add-opens.
    context.setClearReferencesThreadLocals(false);
    context.setClearReferencesRmiTargets(false);
    // This must precede the servlets, which copy it.
    context.setUnloadDelay(UNLOAD_DELAY_MILLIS);
    if (options.war().isEmpty()) {
      Workloads.register(context, options.seed());
    }
    if (!options.faults().isEmpty()) {
      inject(options.faults(), context);
    }
  }

  /** Creates a context; that of a web application supports its web.xml, libraries and JSPs. */
  private StandardContext context(Options options) throws IOException {
    if (options.war().isEmpty()) {
      return (StandardContext) tomcat.addContext("", baseDirectory.toString());
    }
    Files.createDirectories(baseDirectory.resolve("webapps"));
    StandardContext context =
        (StandardContext) tomcat.addWebapp("", options.war().get().toString());
    // Otherwise Tomcat logs a failure and continues without the application.
    context.setFailCtxIfServletStartFails(true);
    return context;
  }

  private static void inject(List<InjectedFault> faults, Context context) {
    FilterDef filter = new FilterDef();
    filter.setFilterName("fault");
    filter.setFilter(new FaultFilter(faults));
    filter.setAsyncSupported("true");
    FilterMap everywhere = new FilterMap();
    everywhere.setFilterName("fault");
    everywhere.addURLPattern("/*");
    context.addFilterDef(filter);
    context.addFilterMap(everywhere);
  }

  private static Connector connector(Options options) throws IOException {
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(options.port());
    // Otherwise Tomcat logs a failed bind and continues without its connector.
    connector.setThrowOnFailure(true);
    set(connector, "address", resolve(options.address()));
    set(connector, "useVirtualThreads", Boolean.toString(options.virtual()));
    set(connector, "maxThreads", Integer.toString(options.maxThreads()));
    set(connector, "minSpareThreads", Integer.toString(options.minSpareThreads()));
    set(connector, "maxConnections", Integer.toString(options.maxConnections()));
    set(connector, "acceptCount", Integer.toString(options.acceptCount()));
    set(connector, "processorCache", Integer.toString(options.processorCache()));
    // The default of 100 closes connections, and reopening them costs more than the requests.
    set(connector, "maxKeepAliveRequests", "-1");
    set(connector, "keepAliveTimeout", KEEP_ALIVE_MILLIS);
    set(connector, "executorTerminationTimeoutMillis", TERMINATION_MILLIS);
    return connector;
  }

  private static String resolve(String address) throws IOException {
    try {
      return InetAddress.getByName(address).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IOException(
          "cannot listen on %s: there is no such address; leave --address out to listen on 127.0.0.1"
              .formatted(address),
          e);
    }
  }

  /** Sets a property; Tomcat returns false and continues if it does not know one. */
  private static void set(Connector connector, String name, String value) {
    if (!connector.setProperty(name, value)) {
      throw new IllegalStateException("this Tomcat's connector has no property '" + name + "'");
    }
  }

  private void listen(Options options) throws IOException, LifecycleException {
    try {
      tomcat.start();
      if (!tomcat.getHost().findChild("").getState().isAvailable()) {
        throw new IllegalStateException(
            "the web application must start, did not; the lines above say why");
      }
    } catch (LifecycleException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof BindException) {
          throw new IOException(
              "cannot listen on %s:%d (%s); is another program using the port? --port 0 takes a free one"
                  .formatted(options.address(), options.port(), cause.getMessage()),
              e);
        }
      }
      throw e;
    }
  }

  int port() {
    return tomcat.getConnector().getLocalPort();
  }

  /** Stops the server and removes its work directory. */
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
