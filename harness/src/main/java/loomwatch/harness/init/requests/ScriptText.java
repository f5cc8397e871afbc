package loomwatch.harness.init.requests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A load script in JavaScript, Java, Scala or Kotlin. It is not run: what is no literal, nor a
 * constant of one, is a placeholder such as <code>${id}</code>.
 */
final class ScriptText {
  private static final Pattern CONSTANT =
      Pattern.compile(
          "\\b(?:const|let|var|val|def|String|Map)\\s+(\\w+)\\s*(?::\\s*[\\w<>, ]+)?=\\s*");

  /** A call that removes the indentation of a text of several lines, as is done here anyway. */
  private static final Pattern MARGIN =
      Pattern.compile("\\s*[.](strip|trim)(Margin|Indent)(\\(\\))?$");

  private static final Pattern IN_TEMPLATE = Pattern.compile("\\$\\{([^{}]*)}");
  private static final Pattern ENTRY =
      Pattern.compile(
          "\\s*(?:[\"'`]([^\"'`]*)[\"'`]|([\\w-]+))\\s*(?::|->|\\bto\\b)(.*)", Pattern.DOTALL);

  private static final int DEEPEST = 10;

  private final String text;
  private final Map<String, String> constants = new HashMap<>();

  ScriptText(String script) {
    text = withoutComments(script);
    Matcher constant = CONSTANT.matcher(text);
    while (constant.find()) {
      constants.putIfAbsent(constant.group(1), expression(constant.end()));
    }
  }

  Matcher find(Pattern pattern) {
    return pattern.matcher(text);
  }

  String line(int at) {
    return "line " + (text.substring(0, at).chars().filter(c -> c == '\n').count() + 1);
  }

  /** Returns the arguments in the parentheses that open at a place. */
  List<String> arguments(int open) {
    return split(text.substring(open + 1, Math.max(open + 1, after(text, open) - 1)), ',');
  }

  /** Returns the place after the parentheses that open at a place. */
  int end(int open) {
    return after(text, open);
  }

  boolean opens(int at) {
    return text.startsWith("(", at);
  }

  /** Returns the value of a constant, as it is written; otherwise what is given. */
  String written(String expression) {
    String name = expression.strip();
    return constants.getOrDefault(name, name);
  }

  /** Returns the entries of an object or a map, with their values as they are written. */
  Map<String, String> entries(String object) {
    Map<String, String> entries = new LinkedHashMap<>();
    String inner =
        written(object)
            .replaceFirst("(?s)^\\s*(\\{|\\w*[.]?\\w+\\()", "")
            .replaceFirst("(?s)[})]\\s*$", "");
    List<String> parts = split(inner, ',');
    if (written(object).startsWith("Map.of(")) {
      for (int at = 0; at + 1 < parts.size(); at += 2) {
        entries.put(value(parts.get(at)), parts.get(at + 1).strip());
      }
      return entries;
    }
    for (String part : parts) {
      Matcher entry = ENTRY.matcher(part);
      if (entry.matches()) {
        entries.put(
            Optional.ofNullable(entry.group(1)).orElse(entry.group(2)), entry.group(3).strip());
      }
    }
    return entries;
  }

  /** Returns a text with placeholders for what is computed. */
  String value(String expression) {
    return value(expression, 0);
  }

  private String value(String expression, int depth) {
    String one = MARGIN.matcher(expression.strip()).replaceFirst("");
    List<String> sum = split(one, '+');
    if (sum.size() > 1 && depth < DEEPEST) {
      StringBuilder value = new StringBuilder();
      sum.forEach(part -> value.append(value(part, depth + 1)));
      return value.toString();
    }
    String literal = one.replaceFirst("^[sf](?=\")", "");
    if (!literal.isEmpty()
        && "\"'`".indexOf(literal.charAt(0)) >= 0
        && after(literal, 0) == literal.length()) {
      int quotes = literal.length() >= 6 && literal.startsWith("\"\"\"") ? 3 : 1;
      String inner = literal.substring(quotes, literal.length() - quotes);
      boolean template = literal.startsWith("`") || !literal.equals(one);
      String plain = quotes == 3 ? block(inner) : unescaped(inner);
      return template
          ? filled(literal.equals(one) ? plain : plain.replaceAll("\\$(\\w+)", "\\${$1}"), depth)
          : plain;
    }
    if (one.matches("-?\\d+([.]\\d+)?")) {
      return one;
    }
    return constants.containsKey(one) && depth < DEEPEST
        ? value(constants.getOrDefault(one, ""), depth + 1)
        : "${" + one.replaceAll("[{}\\s]+", " ").strip() + "}";
  }

  private String filled(String template, int depth) {
    return IN_TEMPLATE
        .matcher(template)
        .replaceAll(found -> Matcher.quoteReplacement(value(found.group(1), depth + 1)));
  }

  private static String block(String inner) {
    return inner
        .lines()
        .map(line -> line.replaceFirst("^\\s*[|]", ""))
        .reduce((a, b) -> a + "\n" + b)
        .orElse("")
        .stripIndent()
        .strip();
  }

  private static String unescaped(String inner) {
    return Pattern.compile("\\\\(.)", Pattern.DOTALL)
        .matcher(inner)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                switch (found.group(1)) {
                  case "n" -> "\n";
                  case "t" -> "\t";
                  case "r" -> "\r";
                  case "\n" -> "";
                  default -> found.group(1);
                }));
  }

  /** Returns the expression that begins at a place and ends with its line, or with brackets. */
  private String expression(int from) {
    int at = from;
    while (at < text.length() && ";\n".indexOf(text.charAt(at)) < 0) {
      at = after(text, at);
    }
    return text.substring(from, Math.min(at, text.length())).strip();
  }

  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) == separator) {
        parts.add(text.substring(from, at));
        from = at + 1;
      }
      at = after(text, at);
    }
    parts.add(text.substring(Math.min(from, text.length())));
    return parts.stream().filter(part -> !part.isBlank()).toList();
  }

  /** Returns the place after a literal, after what a bracket encloses, or after a character. */
  private static int after(String text, int at) {
    char c = text.charAt(at);
    if (text.startsWith("\"\"\"", at)) {
      int end = text.indexOf("\"\"\"", at + 3);
      return end < 0 ? text.length() : end + 3;
    }
    if (c == '"' || c == '\'' || c == '`') {
      int end = at + 1;
      while (end < text.length()
          && text.charAt(end) != c
          && (c == '`' || text.charAt(end) != '\n')) {
        end += text.charAt(end) == '\\' ? 2 : 1;
      }
      return Math.min(end + 1, text.length());
    }
    if (c == '(' || c == '[' || c == '{') {
      int depth = 0;
      int end = at;
      while (end < text.length()) {
        char here = text.charAt(end);
        depth += "([{".indexOf(here) >= 0 ? 1 : ")]}".indexOf(here) >= 0 ? -1 : 0;
        end = "\"'`".indexOf(here) >= 0 ? after(text, end) : end + 1;
        if (depth == 0) {
          break;
        }
      }
      return end;
    }
    return at + 1;
  }

  /** Replaces comments by blanks, so that places stay. */
  private static String withoutComments(String script) {
    StringBuilder text = new StringBuilder(script);
    int at = 0;
    while (at < text.length()) {
      if (script.startsWith("//", at) || script.startsWith("/*", at)) {
        int end = script.indexOf(script.startsWith("//", at) ? "\n" : "*/", at + 2);
        int until = end < 0 ? script.length() : script.startsWith("//", at) ? end : end + 2;
        for (; at < until; at++) {
          if (text.charAt(at) != '\n') {
            text.setCharAt(at, ' ');
          }
        }
      } else {
        at = "\"'`".indexOf(script.charAt(at)) >= 0 ? after(script, at) : at + 1;
      }
    }
    return text.toString();
  }
}
