package loomwatch.server;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.util.ServerInfo;

/** Starts the server, reports when it is ready, and stops it on SIGTERM or SIGINT. */
public final class Main {
  private static final int EXIT_USAGE = 64;
  private static final int EXIT_UNAVAILABLE = 69;
  private static final int EXIT_SOFTWARE = 70;

  /** A strong reference, because a collected logger would lose its level. */
  private static final Logger TOMCAT_LOG = Logger.getLogger("org.apache");

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    // Programs parse the ready line and the vitals, so digits must not depend on the locale.
    Locale.setDefault(Locale.ROOT);
    // The option may be at any position, because images put options before it.
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(Options.HELP);
      return;
    }
    TOMCAT_LOG.setLevel(Level.WARNING);
    try {
      serve(Options.parse(args));
    } catch (IllegalArgumentException e) {
      fail(EXIT_USAGE, e);
    } catch (IOException e) {
      fail(EXIT_UNAVAILABLE, e);
    } catch (LifecycleException | IllegalStateException e) {
      fail(EXIT_SOFTWARE, e);
    }
  }

  private static void serve(Options options)
      throws IOException, LifecycleException, InterruptedException {
    TomcatServer server = TomcatServer.start(options);
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(server::close));
    System.out.println(readyLine(options, server));
    Thread.currentThread().join();
  }

  private static String readyLine(Options options, TomcatServer server) {
    return "loomwatch-server ready port=%d mode=%s pid=%d tomcat=%s jdk=%s vendor=%s"
        .formatted(
            server.port(),
            options.mode(),
            ProcessHandle.current().pid(),
            ServerInfo.getServerNumber().replaceAll("\\.0$", ""),
            word(System.getProperty("java.runtime.version")),
            word(
                System.getProperty(
                    "java.vendor.version", System.getProperty("java.vendor", "unknown"))));
  }

  private static String word(String text) {
    return text.replace(' ', '_');
  }

  private static void fail(int exitCode, Exception e) {
    System.err.println("loomwatch-server: " + e.getMessage());
    System.exit(exitCode);
  }
}
