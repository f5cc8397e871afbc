package loomwatch.measure.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import loomwatch.measure.service.JavaCommand.FlagRules;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

public record CommandReader(Collection<String> placeholders) {
  static final String EXAMPLE =
      "Write the program and its arguments, such as start: java -jar target/shop.jar"
          + " --server.port={port}.";

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  List<String> start(YamlNode node) {
    List<String> words = words(node, "start must be one program with its arguments", EXAMPLE);
    for (String flag : JavaCommand.of(words).map(JavaCommand::flags).orElse(List.of())) {
      FlagRules.refusalInStart(flag)
          .ifPresent(reason -> node.problem(reason, "Leave it out of start."));
    }
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

  String shell(YamlNode node) {
    Placeholders.check(node, placeholders);
    return node.text("Write a command line for a shell, or leave " + node.name() + " out.");
  }

  /** Reads variables by name, without invalid ones. */
  public Map<String, String> environment(YamlNode node) {
    Map<String, String> variables = new TreeMap<>();
    String advice = "Write variables such as environment: {SPRING_PROFILES_ACTIVE: perf}.";
    for (YamlMapping.Entry entry : node.entries("value", advice)) {
      String name = entry.name();
      YamlNode key = entry.key();
      YamlNode value = entry.value().named("value of " + name);
      if (!VARIABLE.matcher(name).matches()) {
        key.problem(
            "variable must be named with letters, digits and _, not beginning with a digit, was "
                + YamlNode.quoted(name),
            "Rename it: programs could not read it under this name.");
      }
      value.read(this::value).ifPresent(text -> variables.put(name, text));
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

  /** Splits words as a POSIX shell does (XCU 2.2, quoting), without expansion or execution. */
  static final class ShellWords {
    private static final String OPERATOR =
        "No shell runs this: put an argument that has it in single quotes, or start a script.";
    private static final String EXPANSION =
        "Nothing is expanded: put an argument that has it in single quotes, or set a variable under"
            + " environment.";

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private int at;

    /** True once a word has begun; it may still be empty, as after {@code ''}. */
    private boolean begun;

    private @Nullable Bad fault;

    private ShellWords(String line) {
      this.line = line;
    }

    sealed interface Split {}

    record Good(List<String> words) implements Split {
      Good {
        words = List.copyOf(words);
      }
    }

    record Bad(int at, String had, String advice) implements Split {}

    static Split of(String line) {
      // A block of YAML ends with line breaks.
      ShellWords words = new ShellWords(line.replaceFirst("\n+$", ""));
      return words.split();
    }

    private Split split() {
      while (fault == null && at < line.length()) {
        next();
      }
      end();
      return fault != null ? fault : new Good(words);
    }

    private void next() {
      char c = line.charAt(at);
      switch (c) {
        case ' ', '\t' -> end();
        case '\'' -> single();
        case '"' -> doubled();
        case '\\' -> escaped();
        case '$', '`' -> refuse(at, "an unquoted " + c, EXPANSION);
        case '|', ';', '&', '<', '>' -> refuse(at, "an unquoted " + c, OPERATOR);
        case '\n', '\r' ->
            refuse(at, "a line break", "Write one line; after \"start: >\" YAML joins several.");
        default -> add(c);
      }
      at++;
    }

    private void add(char c) {
      if (c == 0) {
        refuse(at, "the character U+0000", "Leave it out: no program can be given it.");
      }
      begun = true;
      word.append(c);
    }

    private void end() {
      if (begun) {
        words.add(word.toString());
      }
      begun = false;
      word.setLength(0);
    }

    private void single() {
      int open = at;
      begun = true;
      for (at++; at < line.length(); at++) {
        if (line.charAt(at) == '\'') {
          return;
        }
        add(line.charAt(at));
      }
      refuse(
          open, "a quote that is not closed", "Close it, or write \\' for the character itself.");
    }

    private void doubled() {
      int open = at;
      begun = true;
      for (at++; at < line.length(); at++) {
        char c = line.charAt(at);
        if (c == '"') {
          return;
        }
        if (c == '$' || c == '`') {
          refuse(at, "a " + c + " in double quotes", EXPANSION);
          return;
        }
        if (c == '\\' && at + 1 < line.length() && "$`\"\\".indexOf(line.charAt(at + 1)) >= 0) {
          at++;
        }
        add(line.charAt(at));
      }
      refuse(
          open, "a quote that is not closed", "Close it, or write \\\" for the character itself.");
    }

    private void escaped() {
      if (at + 1 == line.length() || line.charAt(at + 1) == '\n') {
        refuse(at, "a \\ before nothing", "Remove it, or write \\\\ for the character itself.");
        return;
      }
      at++;
      add(line.charAt(at));
    }

    private void refuse(int index, String had, String advice) {
      if (fault == null) {
        fault = new Bad(index, had, advice);
      }
    }
  }
}
