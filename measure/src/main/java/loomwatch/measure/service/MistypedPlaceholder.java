package loomwatch.measure.service;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import loomwatch.results.NearestName;
import loomwatch.results.RequestPlaceholder;
import loomwatch.results.yaml.YamlNode;

/** What looks like a {@link RequestPlaceholder} and is none: it would be sent as it is written. */
final class MistypedPlaceholder {
  private static final Pattern DOTTED = Pattern.compile("\\{([A-Za-z][\\w-]*)\\.([\\w.-]*)}");
  private static final Pattern WORD = Pattern.compile("\\{([A-Za-z][\\w-]*)}");

  private static final List<String> SOURCES =
      Arrays.stream(RequestPlaceholder.Source.values())
          .map(source -> source.name().toLowerCase(Locale.ROOT))
          .toList();

  private MistypedPlaceholder() {}

  /** Refuses a text with two words in braces, such as {@code {sesion.token}}. */
  static void refuseIn(YamlNode node) {
    DOTTED
        .matcher(node.raw())
        .results()
        .filter(found -> !RequestPlaceholder.FORM.matcher(found.group()).matches())
        .findFirst()
        .ifPresent(found -> {
          String source = found.group(1);
          throw refused(
              node,
              found,
              SOURCES.contains(source)
                  ? "Write {%s.NAME}, with letters, digits, _ and - alone in NAME."
                      .formatted(source)
                  : NearestName.advice(source, SOURCES));
        });
  }

  /** Refuses a path with that, or with one word in braces, as a path in a controller has. */
  static void refuseInPath(YamlNode node) {
    refuseIn(node);
    WORD.matcher(node.raw())
        .results()
        .findFirst()
        .ifPresent(found -> {
          throw refused(
              node,
              found,
              "Write a value in its place; or {csv.%s}, and csv: a file with that column."
                  .formatted(found.group(1)));
        });
  }

  private static YamlNode.InvalidValueException refused(
      YamlNode node, MatchResult found, String advice) {
    return node.invalidAt(
        found.start(),
        "placeholder must be one of {%s.NAME}, was %s"
            .formatted(String.join(".NAME}, {", SOURCES), YamlNode.quoted(found.group())),
        advice);
  }
}
