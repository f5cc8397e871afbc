package loomwatch.loadgen;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import loomwatch.results.Mix.Values;

/** How a value of the environment or of an answer is written, by the part of a request. */
public enum Encoding {
  /** A whole path: an answer's header Location has it as a path or a URL. */
  LOCATION,
  PATH,
  HEADER,
  FORM,
  JSON,
  TEXT;

  /** Returns that of a body, by its Content-Type. */
  public static Encoding ofBody(Map<String, String> headers) {
    String type =
        headers.entrySet().stream()
            .filter(header -> header.getKey().equalsIgnoreCase("Content-Type"))
            .map(header -> header.getValue().toLowerCase(Locale.ROOT))
            .findFirst()
            .orElse("");
    if (type.startsWith("application/x-www-form-urlencoded")) {
      return FORM;
    }
    return type.contains("json") ? JSON : TEXT;
  }

  /** Returns the value as it is written. */
  String written(String value) {
    return switch (this) {
      case LOCATION -> path(value);
      case PATH -> Values.percentEncoded(value);
      // A line break would begin another header.
      case HEADER -> value.strip().replaceAll("[^ -~]", "?");
      case FORM -> URLEncoder.encode(value, StandardCharsets.UTF_8);
      case JSON -> String.valueOf(JsonStringEncoder.getInstance().quoteAsString(value));
      case TEXT -> value;
    };
  }

  private static String path(String location) {
    String path = location.strip().replaceFirst("^[A-Za-z]+://[^/?#]*", "").replaceFirst("#.*", "");
    StringBuilder sent = new StringBuilder(path.startsWith("/") ? "" : "/");
    path.codePoints()
        .mapToObj(Character::toString)
        .map(each -> each.matches("[!-~]") ? each : Values.percentEncoded(each))
        .forEach(sent::append);
    return sent.toString();
  }
}
