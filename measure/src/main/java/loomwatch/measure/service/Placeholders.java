package loomwatch.measure.service;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.results.NearestName;
import loomwatch.results.yaml.YamlNode;

/**
 * Words in braces that are replaced when a service starts, such as <code>{port}</code>. Other
 * braces are kept: those of JSON, and <code>${name}</code>, which many frameworks replace
 * themselves.
 */
public final class Placeholders {
  public static final String PORT = "port";

  /** Size of the thread pool: the scenario's max-threads. */
  public static final String THREADS = "threads";

  /** Connections that the server must accept: twice the scenario's, plus some spare ones. */
  public static final String CONNECTIONS = "connections";

  public static final String MODE = "mode";

  public static final List<String> KNOWN = List.of(PORT, THREADS, CONNECTIONS, MODE);

  private static final Pattern WORD = Pattern.compile("(?<!\\$)\\{([A-Za-z][A-Za-z0-9_.-]*)}");

  private Placeholders() {}

  public static String fill(String text, Map<String, String> values) {
    return WORD.matcher(text)
        .replaceAll(
            found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), found.group())));
  }

  static String masked(String text) {
    return WORD.matcher(text).replaceAll(found -> "x".repeat(found.group().length()));
  }

  public static boolean has(String placeholder, String text) {
    return WORD.matcher(text).results().anyMatch(found -> found.group(1).equals(placeholder));
  }

  static void check(YamlNode node, Collection<String> known) {
    // The order is that of {@code KNOWN}, then by name, as a set has none.
    List<String> names =
        Stream.concat(
                KNOWN.stream().filter(known::contains),
                known.stream().filter(name -> !KNOWN.contains(name)).sorted())
            .toList();
    WORD.matcher(node.raw())
        .results()
        .filter(found -> !known.contains(found.group(1)))
        .forEach(found -> {
          String shown = YamlNode.quoted(found.group());
          if (names.isEmpty()) {
            node.problemAt(
                found.start(),
                "placeholder must not be used here, was " + shown,
                "Write what it stands for.");
          } else {
            node.problemAt(
                found.start(),
                "placeholder must be one of {%s}, was %s"
                    .formatted(String.join("}, {", names), shown),
                NearestName.advice(found.group(1), names));
          }
        });
  }
}
