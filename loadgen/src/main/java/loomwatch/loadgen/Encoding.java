package loomwatch.loadgen;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import loomwatch.results.Mix.Values;

/** The part of a request in which a value of the environment or of an answer stands. */
public enum Place {
  /** A whole path: an answer's header Location has it as a path or a URL. */
  LOCATION,
  PATH,
  HEADER,
  FORM,
  JSON,
  TEXT;

  /** Returns the place of a body of this Content-Type. */
  public static Place ofBody(Map<String, String> headers) {
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

  /** Returns the value as this place needs it. */
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
