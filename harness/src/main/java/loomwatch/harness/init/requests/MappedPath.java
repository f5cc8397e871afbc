package loomwatch.harness.init.requests;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path as frameworks map it, with parameters in braces.
 *
 * @param text each parameter as its name in braces, such as <code>/items/{id}</code>
 */
record MappedPath(String text) {
  /** A placeholder of Spring's and Micronaut's configuration, with a default. */
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{[^:{}]*:?([^{}]*)}");

  /** A parameter's name in braces. */
  static final Pattern PARAMETER = Pattern.compile("\\{[^{}]*}");

  private static final Pattern LITERAL = Pattern.compile("[\\w./~%,;=:@!$&'()+?-]*");

  /** Returns a path; empty for patterns that name none, such as one with an asterisk. */
  static Optional<MappedPath> of(String mapped) {
    String path = named(defaults(mapped));
    return LITERAL.matcher(PARAMETER.matcher(path).replaceAll("")).matches()
        ? Optional.of(new MappedPath(slashed(path)))
        : Optional.empty();
  }

  /** Returns a path that begins with a slash and has no doubled ones. */
  static String slashed(String path) {
    return ("/" + path).replaceAll("/{2,}", "/");
  }

  /** Returns the names of the parameters. */
  Set<String> parameters() {
    Set<String> names = new LinkedHashSet<>();
    PARAMETER
        .matcher(text)
        .results()
        .forEach(found -> names.add(found.group().substring(1, found.group().length() - 1)));
    return names;
  }

  List<String> lacks() {
    return parameters().stream().map(name -> "a value of {" + name + "}").toList();
  }

  private static String defaults(String path) {
    return PROPERTY
        .matcher(path)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                found.group().contains(":")
                    ? found.group(1)
                    : found.group().substring(1).replaceAll("[^\\w.{}-]", "")));
  }

  /** Leaves out a parameter's regular expression and, as of Micronaut, optional ones. */
  private static String named(String path) {
    StringBuilder named = new StringBuilder();
    int at = 0;
    while (at < path.length()) {
      int end = path.charAt(at) == '{' ? end(path, at) : at + 1;
      String part = path.substring(at, end);
      if (!part.matches("\\{[?/&#].*")) {
        named.append(part.replaceFirst("^\\{[+*]?([^:}]*).*", "{$1}"));
      }
      at = end;
    }
    return named.toString();
  }

  private static int end(String path, int from) {
    int depth = 0;
    for (int at = from; at < path.length(); at++) {
      depth += path.charAt(at) == '{' ? 1 : path.charAt(at) == '}' ? -1 : 0;
      if (depth == 0) {
        return at + 1;
      }
    }
    return path.length();
  }
}
