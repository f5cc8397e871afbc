package loomwatch.measure.service;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.regex.Pattern;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.RequestPlaceholder;
import loomwatch.results.yaml.YamlNode;

public final class RequestPath {
  /** Every visible ASCII character but {@code #}, which begins a fragment that is never sent. */
  private static final Pattern SENT = Pattern.compile("/[!-~&&[^#]]*");

  private static final String HOST = "http://localhost";

  private RequestPath() {}

  static String read(YamlNode node) {
    return read(node, node.raw());
  }

  /** Reads a path that may have placeholders for values, or be one that an answer told. */
  static String readWithValues(YamlNode node) {
    MistypedPlaceholder.refuseInPath(node);
    String path = node.raw();
    boolean told = path.startsWith(MixedRequest.TAKEN);
    return read(
        node,
        RequestPlaceholder.FORM
            .matcher(path)
            .replaceAll(found ->
                (told && found.start() == 0 ? "/" : "x") + "x".repeat(found.group().length() - 1)));
  }

  /** Reads a path that may have known placeholders; their values need no percent-encoding. */
  public static String readWithPlaceholders(YamlNode node, Collection<String> known) {
    Placeholders.check(node, known);
    return read(node, Placeholders.masked(node.raw()));
  }

  private static String read(YamlNode node, String filled) {
    String path = node.raw();
    node.require(
        filled.startsWith("/"),
        "must be a path that begins with /",
        "Write path and query alone, such as " + node.name() + ": /items?page=2.");
    node.require(
        SENT.matcher(filled).matches(),
        "must have neither blanks, control characters nor # and be ASCII",
        "Percent-encode them: a blank is %20, # is %23.");
    try {
      URI unused = new URI(HOST + filled);
      return path;
    } catch (URISyntaxException e) {
      // It is the first character that a URI must not have there (RFC 3986, sections 3.3 and 3.4).
      int at = Math.max(0, e.getIndex() - HOST.length());
      char fault = path.charAt(Math.min(at, path.length() - 1));
      throw node.invalidAt(
          at,
          node.name()
              + (fault == '%'
                  ? " must have two hexadecimal digits after each %, had others"
                  : " must have characters of a URI alone, had " + fault),
          "Percent-encode it: %c is %%%02X.".formatted(fault, (int) fault));
    }
  }
}
