package loomwatch.measure.subject;

import java.util.Optional;
import java.util.regex.Pattern;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** The path and query of a request, as they are sent (RFC 9112, section 3.2.1). */
final class RequestPath {
  /** Every visible character of ASCII but {@code #}, which would begin what is never sent. */
  private static final Pattern SENT = Pattern.compile("/[!-~&&[^#]]*");

  private RequestPath() {}

  /** The path, or nothing, as a problem. */
  static Optional<String> read(Node node, String name, Problems problems) {
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)) {
      if (SENT.matcher(scalar.getValue()).matches()) {
        return Optional.of(scalar.getValue());
      }
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
}
