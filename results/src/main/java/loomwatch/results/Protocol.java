package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What requests are spoken in. */
public enum Protocol {
  /** HTTP/1.1. */
  HTTP,
  /** HTTP/1.1 over TLS. */
  HTTPS,
  /** HTTP/2 from the first byte on: prior knowledge, nothing is negotiated (RFC 9113, 3.3). */
  H2C,
  /** HTTP/2 over TLS, agreed upon by ALPN. */
  H2;

  /** The name in files: in small letters. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The names there are. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Protocol::label).toList();
  }

  /** Whether it is over TLS. */
  public boolean secure() {
    return this == HTTPS || this == H2;
  }

  /** Whether it is HTTP/2. */
  public boolean second() {
    return this == H2C || this == H2;
  }

  /** Of URLs: {@code http} or {@code https}. */
  public String scheme() {
    return secure() ? "https" : "http";
  }
}
