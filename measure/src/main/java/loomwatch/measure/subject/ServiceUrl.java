package loomwatch.measure.subject;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/** The URL of a service that runs already. */
public final class ServiceUrl {
  /** What it must be, for messages. */
  public static final String RULE =
      "http or https with a host, and a port if it is not the usual one, such as"
          + " https://canary.example.org";

  private ServiceUrl() {}

  /** Without the slash at its end; empty when it is none, or has more than {@link #RULE} says. */
  public static Optional<URI> parse(String text) {
    try {
      URI url = new URI(text.replaceFirst("/$", ""));
      boolean plain =
          List.of("http", "https").contains(String.valueOf(url.getScheme()))
              && url.getHost() != null
              && url.getUserInfo() == null
              && url.getPath().isEmpty()
              && url.getQuery() == null
              && url.getFragment() == null;
      return plain ? Optional.of(url) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
