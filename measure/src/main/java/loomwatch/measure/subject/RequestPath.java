package loomwatch.measure.subject;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import loomwatch.results.Mix.Values;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The path and query of a request, as they are sent (RFC 9112, section 3.2.1). */
public final class RequestPath {
  /** Every visible character of ASCII but {@code #}, which would begin what is never sent. */
  private static final Pattern SENT = Pattern.compile("/[!-~&&[^#]]*");

  private static final String HOST = "http://localhost";

  private RequestPath() {}

  /** The path, or nothing, as a problem. */
  static Optional<String> read(Node node, String name, Problems problems) {
    return read(node, node instanceof ScalarNode scalar ? scalar.getValue() : "", name, problems);
  }

  /** One that may have <code>{csv.NAME}</code>, in whose place a value is sent. */
  static Optional<String> readWithValues(Node node, String name, Problems problems) {
    String filled =
        node instanceof ScalarNode scalar
            ? Values.PLACEHOLDER
                .matcher(scalar.getValue())
                .replaceAll(found -> "x".repeat(found.group().length()))
            : "";
    return read(node, filled, name, problems);
  }

  /**
   * One that may have placeholders, in whose place go names that need no percent-encoding.
   *
   * @param known without braces; each other is a problem
   */
  public static Optional<String> readWithPlaceholders(
      Node node, String name, Collection<String> known, Problems problems) {
    String filled = "";
    if (node instanceof ScalarNode scalar) {
      Placeholders.check(scalar, known, problems);
      filled = Placeholders.masked(scalar.getValue());
    }
    return read(node, filled, name, problems);
  }

  private static Optional<String> read(Node node, String filled, String name, Problems problems) {
    if (node instanceof ScalarNode scalar
        && scalar.getTag().equals(Tag.STR)
        && SENT.matcher(scalar.getValue()).matches()) {
      OptionalInt fault = fault(filled);
      fault.ifPresent(at -> refuse(scalar, at, name, problems));
      return fault.isPresent() ? Optional.empty() : Optional.of(scalar.getValue());
    }
    boolean begins = node instanceof ScalarNode scalar && scalar.getValue().startsWith("/");
    problems.add(
        node,
        begins
            ? name
                + " must have neither blanks, control characters nor # and be ASCII, was "
                + Scalars.shown(node)
            : name + " must be a path that begins with /, was " + Scalars.shown(node),
        begins
            ? "Percent-encode them: a blank is %20, # is %23."
            : "Write path and query alone, such as " + name + ": /items?page=2.");
    return Optional.empty();
  }

  /** Where the first character is that no URI may have there (RFC 3986, section 3.3 and 3.4). */
  private static OptionalInt fault(String path) {
    try {
      URI unused = new URI(HOST + path);
      return OptionalInt.empty();
    } catch (URISyntaxException e) {
      return OptionalInt.of(Math.max(0, e.getIndex() - HOST.length()));
    }
  }

  private static void refuse(ScalarNode path, int at, String name, Problems problems) {
    char fault = path.getValue().charAt(Math.min(at, path.getValue().length() - 1));
    problems.add(
        Place.of(path, at, problems),
        fault == '%'
            ? name + " must have two hexadecimal digits after each %, had others"
            : name + " must have characters of a URI alone, had " + fault,
        "Percent-encode it: %c is %%%02X.".formatted(fault, (int) fault));
  }
}
