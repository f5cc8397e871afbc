package loomwatch.loadgen.embedded;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import loomwatch.results.Scenario.Protocol;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Tomcat, which says how each request came to it; its certificate is its own. */
final class Oracle implements AutoCloseable {
  private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final Tomcat tomcat = new Tomcat();

  /** How a request came, and from which port. */
  record Seen(String method, String protocol, boolean secure, int client, String body) {}

  /** Kept, or java.util.logging would forget its level with the logger. */
  private static final Logger LOG = Logger.getLogger("org.apache");

  private Oracle() {}

  /** One that speaks a protocol, and HTTP/1.1. */
  static Oracle of(Protocol protocol, Path directory)
      throws IOException, InterruptedException, LifecycleException {
    LOG.setLevel(Level.OFF);
    Oracle oracle = new Oracle();
    oracle.tomcat.setBaseDir(directory.toString());
    oracle.tomcat.setConnector(connector(protocol, directory));
    var context = oracle.tomcat.addContext("", directory.toString());
    Tomcat.addServlet(context, "all", oracle.new All());
    context.addServletMappingDecoded("/", "all");
    oracle.tomcat.start();
    return oracle;
  }

  private static Connector connector(Protocol protocol, Path directory)
      throws IOException, InterruptedException {
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxKeepAliveRequests", "-1");
    if (protocol.second()) {
      connector.addUpgradeProtocol(new Http2Protocol());
    }
    if (protocol.secure()) {
      connector.setSecure(true);
      connector.setScheme("https");
      connector.setProperty("SSLEnabled", "true");
      SSLHostConfig host = new SSLHostConfig();
      SSLHostConfigCertificate certificate =
          new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.EC);
      certificate.setCertificateKeystoreFile(keystore(directory).toString());
      certificate.setCertificateKeystorePassword("secret");
      host.addCertificate(certificate);
      connector.addSslHostConfig(host);
    }
    return connector;
  }

  private static Path keystore(Path directory) throws IOException, InterruptedException {
    Path store = Files.createTempDirectory(directory, "tls").resolve("keystore.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        new ArrayList<>(List.of(keytool, "-genkeypair", "-alias", "a", "-keyalg", "EC"));
    command.addAll(List.of("-dname", "CN=shop", "-storetype", "PKCS12", "-storepass", "secret"));
    command.addAll(List.of("-keystore", store.toString()));
    int exit =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IOException("keytool exited with " + exit);
    }
    return store;
  }

  URI url() {
    return URI.create("http://127.0.0.1:%d/".formatted(tomcat.getConnector().getLocalPort()));
  }

  Queue<Seen> seen() {
    return seen;
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }

  /**
   * Answers with as many bytes as the query says, with 200 or what the query says, and with the
   * body as a cookie if it says so. The cookies of a request are seen after its body.
   */
  private final class All extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String cookies = request.getHeader("Cookie");
      if (request.getParameter("cookie") != null) {
        response.addHeader("Set-Cookie", body + "; Path=/; HttpOnly");
      }
      seen.add(
          new Seen(
              request.getMethod(),
              request.getProtocol(),
              request.isSecure(),
              request.getRemotePort(),
              cookies == null ? body : body + " " + cookies));
      String status = request.getParameter("status");
      String bytes = request.getParameter("bytes");
      response.setStatus(status == null ? 200 : Integer.parseInt(status));
      byte[] content = new byte[bytes == null ? 2 : Integer.parseInt(bytes)];
      Arrays.fill(content, (byte) 'x');
      response.getOutputStream().write(content);
    }
  }
}
