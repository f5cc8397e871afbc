package loomwatch.measure.subject;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code ready}: a path, or a mapping that says more or something else. */
final class ReadyReader {
  static final String ADVICE =
      "Write what says that requests can be sent: a path such as /health, {log: \"Started .* in\"}"
          + " or {port: true}.";

  private static final List<String> KEYS = List.of("path", "status", "log", "port", "within");
  private static final List<String> WAYS = List.of("path", "log", "port");
  private static final int OK = 200;
  private static final Numbers.Bounds STATUS = new Numbers.Bounds(200, 599);

  /** Nobody could review a longer one, and compiling takes a stack as deep as its groups. */
  private static final int LONGEST = 1_000;

  private final Problems problems;
  private final Scalars scalars;
  private final Numbers numbers;

  ReadyReader(Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
    this.numbers = new Numbers(problems);
  }

  /** What it says, or nothing, as a problem. */
  Optional<Ready> read(Node node) {
    if (node instanceof ScalarNode) {
      return RequestPath.read(node, "ready", problems)
          .map(path -> new Ready.Answers(path, OK, Ready.USUALLY_WITHIN));
    }
    if (!(node instanceof MappingNode)) {
      problems.add(node, "ready must be a path or a mapping, was " + Scalars.shown(node), ADVICE);
      return Optional.empty();
    }
    return Fields.of(node, "ready", KEYS, problems).flatMap(fields -> read(node, fields));
  }

  private Optional<Ready> read(Node node, Fields fields) {
    Duration within = fields.get("within").map(numbers::within).orElse(Ready.USUALLY_WITHIN);
    int status =
        fields
            .get("status")
            .map(given -> numbers.whole(given, "status", STATUS).orElse(OK))
            .orElse(OK);
    List<String> ways = WAYS.stream().filter(way -> fields.get(way).isPresent()).toList();
    if (ways.isEmpty()) {
      problems.add(node, "ready must have a path, a log or a port, had none", ADVICE);
      return Optional.empty();
    }
    for (String other : ways.subList(1, ways.size())) {
      clash(fields, other, ways.getFirst(), "Keep the one that comes last while it starts.");
    }
    if (fields.get("path").isEmpty() && fields.get("status").isPresent()) {
      clash(fields, "status", ways.getFirst(), "Remove status: only an answer to path has one.");
    }
    Node value = fields.get(ways.getFirst()).orElseThrow();
    return switch (ways.getFirst()) {
      case "path" ->
          RequestPath.read(value, "path", problems)
              .map(path -> new Ready.Answers(path, status, within));
      case "log" -> line(value).map(line -> new Ready.Logs(line, within));
      default -> port(value).map(port -> new Ready.Listens(within));
    };
  }

  private void clash(Fields fields, String key, String earlier, String advice) {
    problems.addClash(
        problems.position(fields.key(key).orElseThrow().getStartMark()),
        problems.position(fields.key(earlier).orElseThrow().getStartMark()),
        key + " must be left out of ready with " + earlier + ", was given",
        advice);
  }

  private Optional<Pattern> line(Node node) {
    String advice = "Write a regular expression that a line of its log has, such as Started .* in.";
    Optional<String> text = scalars.text(node, "log", advice);
    if (text.filter(expression -> expression.length() > LONGEST).isPresent()) {
      problems.add(
          node, "log must have at most " + LONGEST + " characters, had more", "Shorten it.");
      return Optional.empty();
    }
    try {
      return text.map(Pattern::compile);
    } catch (PatternSyntaxException e) {
      problems.add(
          node,
          "log must be a regular expression, was not: " + e.getDescription(),
          "Write \\ before each of .[](){}*+?^$| that means the character itself.");
      return Optional.empty();
    }
  }

  private Optional<Boolean> port(Node node) {
    if (node instanceof ScalarNode scalar && scalar.getValue().equals("true")) {
      return Optional.of(true);
    }
    problems.add(
        node,
        "port must be true, was " + Scalars.shown(node),
        "Write port: true; which one it is Loomwatch chooses, and tells the service as {port}.");
    return Optional.empty();
  }
}
