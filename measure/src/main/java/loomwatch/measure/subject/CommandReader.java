package loomwatch.measure.subject;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads what a process is started with: words and environment. */
public final class CommandReader {
  static final String EXAMPLE =
      "Write the program and its arguments, such as start: java -jar target/shop.jar"
          + " --server.port={port}";

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final List<Tag> TEXTS = List.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL);

  private final Problems problems;
  private final Collection<String> placeholders;
  private final Scalars scalars;

  /**
   * A reader.
   *
   * @param placeholders that may be used, without braces
   */
  public CommandReader(Problems problems, Collection<String> placeholders) {
    this.problems = problems;
    this.placeholders = placeholders;
    this.scalars = new Scalars(problems);
  }

  /** A program and its arguments, or nothing, as a problem. */
  Optional<List<String>> start(Node node) {
    Optional<List<String>> words =
        words(node, "start must be one program with its arguments", EXAMPLE + ".");
    words
        .flatMap(JavaCommand::of)
        .map(JavaCommand::flags)
        .orElse(List.of())
        .forEach(flag ->
            FlagRules.refusalInStart(flag)
                .ifPresent(reason -> problems.add(node, reason, "Leave it out of start.")));
    return words.filter(given -> beginsWithProgram(given, node));
  }

  private boolean beginsWithProgram(List<String> words, Node node) {
    String first = words.isEmpty() ? "" : words.getFirst();
    int equals = first.indexOf('=');
    if (equals > 0 && VARIABLE.matcher(first.substring(0, equals)).matches()) {
      problems.add(
          node,
          "start must begin with a program, was " + Scalars.quoted(first),
          "Set variables under environment.");
      return false;
    }
    if (first.isBlank()) {
      problems.add(
          node, "start must begin with a program, was " + Scalars.quoted(first), EXAMPLE + ".");
      return false;
    }
    return true;
  }

  /** Arguments added to those of start; none, as a problem, when they cannot be read. */
  public List<String> args(Node node) {
    return words(
            node, "args must be arguments of a program", "Write some, or leave args out for none.")
        .orElse(List.of());
  }

  private Optional<List<String>> words(Node node, String rule, String advice) {
    String name = rule.substring(0, rule.indexOf(' '));
    Optional<String> text = scalars.text(node, name, advice);
    if (text.isEmpty() || !(node instanceof ScalarNode scalar)) {
      return Optional.empty();
    }
    Placeholders.check(scalar, placeholders, problems);
    return switch (Words.of(text.get())) {
      case Words.Good good -> Optional.of(good.words());
      case Words.Bad bad -> {
        problems.add(
            Place.of(scalar, bad.at(), problems), rule + ", had " + bad.had(), bad.advice());
        yield Optional.empty();
      }
    };
  }

  /** Variables by name; without those that have a problem. */
  public Map<String, String> environment(Node node) {
    Map<String, String> variables = new TreeMap<>();
    String advice = "Write variables such as environment: {SPRING_PROFILES_ACTIVE: perf}.";
    for (Entries.Entry entry : Entries.of(node, "environment", advice, problems)) {
      if (!VARIABLE.matcher(entry.name()).matches()) {
        problems.add(
            entry.key(),
            "variable must be named with letters, digits and _, not beginning with a digit, was "
                + Scalars.quoted(entry.name()),
            "Rename it: programs could not read it under this name.");
      }
      value(entry).ifPresent(text -> variables.put(entry.name(), text));
    }
    return variables;
  }

  private Optional<String> value(Entries.Entry entry) {
    Node node = entry.value();
    if (!(node instanceof ScalarNode scalar)
        || !TEXTS.contains(scalar.getTag())
        || scalar.getValue().indexOf(0) >= 0) {
      problems.add(
          node,
          "value of " + entry.name() + " must be text, was " + Scalars.shown(node),
          "Write it in quotes; \"\" is the empty text.");
      return Optional.empty();
    }
    Placeholders.check(scalar, placeholders, problems);
    return Optional.of(scalar.getValue());
  }
}
