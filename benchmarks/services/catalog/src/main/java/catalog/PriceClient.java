package catalog;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Asks the pricing service, which answers in plain text. */
@Singleton
class PriceClient {
  private final URI pricing;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  PriceClient(@Value("${pricing.url}") URI pricing) {
    this.pricing = pricing;
  }

  /** Returns the price of an article in cents. */
  int price(String sku) {
    return Integer.parseInt(get("/prices/" + sku));
  }

  /** Returns how many of an article are in stock now. */
  int stock(String sku) {
    return Integer.parseInt(get("/stock/" + sku));
  }

  private String get(String path) {
    HttpRequest request = HttpRequest.newBuilder(pricing.resolve(path)).build();
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IOException("pricing answered " + response.statusCode() + " to " + path);
      }
      return response.body().strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while pricing was asked", e);
    }
  }
}
