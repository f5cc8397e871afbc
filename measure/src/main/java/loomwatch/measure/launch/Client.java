package loomwatch.measure.launch;

import java.net.Socket;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import loomwatch.loadgen.Spoken;

/** A client for single requests before the load, which speaks as the load will. */
public final class Client {
  private Client() {}

  /**
   * One for a server.
   *
   * <p>Without TLS it asks in HTTP/1.1 for HTTP/2, which servers that speak it from the first byte
   * on answer in either.
   */
  public static HttpClient of(Spoken spoken) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(
                spoken.protocol().second()
                    ? HttpClient.Version.HTTP_2
                    : HttpClient.Version.HTTP_1_1);
    return switch (spoken.certificates()) {
      case TRUSTED -> builder.build();
      case ANY -> builder.sslContext(trustingAny()).build();
    };
  }

  private static SSLContext trustingAny() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Any()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot happen: every JDK has TLS", e);
    }
  }

  /** An extended one is asked for the host's name too, which else would be checked beside it. */
  private static final class Any extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
