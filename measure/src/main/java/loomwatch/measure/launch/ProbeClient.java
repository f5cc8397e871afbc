package loomwatch.measure.launch;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpTimeoutException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import loomwatch.loadgen.LoadPlan.ConnectionSpec;

public final class ProbeClient {
  private ProbeClient() {}

  /** Returns a client, which without TLS offers an upgrade from HTTP/1.1 to HTTP/2. */
  public static HttpClient of(ConnectionSpec spec) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(
                spec.protocol().second() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
    return switch (spec.certificates()) {
      case TRUSTED -> builder.build();
      case ANY -> builder.sslContext(trustingAny()).build();
    };
  }

  private static SSLContext trustingAny() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot happen: every JDK has TLS", e);
    }
  }

  /**
   * Returns the whole response. The JDK's own timeout ends with the headers (JDK-8208693), and a
   * stream of events has no end.
   *
   * @throws HttpTimeoutException if the response is not complete within that time
   */
  public static <T> HttpResponse<T> answer(
      HttpClient client, HttpRequest request, BodyHandler<T> body, Duration within)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> answer = client.sendAsync(request, body);
    try {
      return answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new HttpTimeoutException("no whole answer within %d s".formatted(within.toSeconds()));
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(failed.getCause());
    } finally {
      answer.cancel(true);
    }
  }
}
