package loomwatch.measure.subject;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/** Reads what a process is started with: words and environment. */
public final class CommandReader {
  static final String EXAMPLE =
      "Write the program and its arguments, such as start: java -jar target/shop.jar"
          + " --server.port={port}.";

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Collection<String> placeholders;

  /**
   * A reader.
   *
   * @param placeholders that may be used, without braces
   */
  public CommandReader(Collection<String> placeholders) {
    this.placeholders = placeholders;
  }

  /** A program and its arguments. */
  List<String> start(YamlNode node) {
    List<String> words = words(node, "start must be one program with its arguments", EXAMPLE);
    JavaCommand.of(words)
        .map(JavaCommand::flags)
        .orElse(List.of())
        .forEach(flag ->
            FlagRules.refusalInStart(flag)
                .ifPresent(reason -> node.problem(reason, "Leave it out of start.")));
    String first = words.isEmpty() ? "" : words.getFirst();
    int equals = first.indexOf('=');
    boolean assigns = equals > 0 && VARIABLE.matcher(first.substring(0, equals)).matches();
    if (assigns || first.isBlank()) {
      throw node.invalid(
          "start must begin with a program, was " + YamlNode.quoted(first),
          assigns ? "Set variables under environment." : EXAMPLE);
    }
    return words;
  }

  /** Arguments added to those of start. */
  public List<String> args(YamlNode node) {
    return words(
        node, "args must be arguments of a program", "Write some, or leave args out for none.");
  }

  private List<String> words(YamlNode node, String rule, String advice) {
    String text = node.text(advice);
    Placeholders.check(node, placeholders);
    return switch (ShellWords.of(text)) {
      case ShellWords.Good good -> good.words();
      case ShellWords.Bad bad ->
          throw node.invalidAt(bad.at(), rule + ", had " + bad.had(), bad.advice());
    };
  }

  /** A command line for a shell. */
  String shell(YamlNode node) {
    Placeholders.check(node, placeholders);
    return node.text("Write a command line for a shell, or leave " + node.name() + " out.");
  }

  /** Variables by name; without those that have a problem. */
  public Map<String, String> environment(YamlNode node) {
    Map<String, String> variables = new TreeMap<>();
    String advice = "Write variables such as environment: {SPRING_PROFILES_ACTIVE: perf}.";
    for (YamlMapping.Entry entry : node.entries("value", advice)) {
      String name = entry.name();
      if (!VARIABLE.matcher(name).matches()) {
        entry
            .key()
            .problem(
                "variable must be named with letters, digits and _, not beginning with a digit, was "
                    + YamlNode.quoted(name),
                "Rename it: programs could not read it under this name.");
      }
      entry
          .value()
          .named("value of " + name)
          .read(this::value)
          .ifPresent(text -> variables.put(name, text));
    }
    return variables;
  }

  private String value(YamlNode node) {
    node.require(
        node.isScalar() && !node.isNull() && node.raw().indexOf(0) < 0,
        "must be text",
        "Write it in quotes; \"\" is the empty text.");
    Placeholders.check(node, placeholders);
    return node.raw();
  }
}
