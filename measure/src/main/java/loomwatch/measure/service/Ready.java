package loomwatch.measure.service;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/** A condition by which a service is recognized as ready for load. */
public sealed interface Ready {
  int OK = 200;

  /** Longest regular expression, in characters; compiling recurses as deep as its groups. */
  int LONGEST = 1_000;

  Duration USUALLY_WITHIN = Duration.ofMinutes(3);

  /** The line that the demo server logs once it has deployed a web application. */
  Ready DEPLOYED = new Logs("^loomwatch-server ready ", USUALLY_WITHIN);

  Ready LISTENING = new Listens(USUALLY_WITHIN);

  String ADVICE =
      "Write what says that requests can be sent: a path such as /health, {log: \"Started .* in\"}"
          + " or {port: true}.";

  /** Returns the longest time from the start; above 0, at most 10 minutes. */
  Duration within();

  /** A condition that is visible from outside and is polled. */
  sealed interface Shown extends Ready {}

  /** The service answers a GET of a path, with its query, by that status. */
  record Answers(String path, int status, Duration within) implements Shown {}

  record Logs(String line, Duration within) implements Ready {}

  record Listens(Duration within) implements Shown {}

  static Ready read(YamlNode node) {
    if (node.isScalar()) {
      return new Answers(RequestPath.read(node), OK, USUALLY_WITHIN);
    }
    node.require(node.isMapping(), "must be a path or a mapping", ADVICE);
    YamlMapping ready = node.mapping(YamlMapping.keys("path status log port within"));
    Duration within = ready.optional("within", USUALLY_WITHIN, Ready::within);
    int status = ready.optional("status", OK, given -> given.whole(200, 599));
    List<String> ways = Stream.of("path", "log", "port").filter(ready::has).toList();
    if (ways.isEmpty()) {
      throw node.invalid("ready must have a path, a log or a port, had none", ADVICE);
    }
    String way = ways.getFirst();
    String message = "%s must be left out of ready with " + way + ", was given";
    for (String other : ways.subList(1, ways.size())) {
      ready.clash(
          other, way, message.formatted(other), "Keep the one that comes last while it starts.");
    }
    if (!way.equals("path")) {
      ready.clash(
          "status",
          way,
          message.formatted("status"),
          "Remove status: only an answer to path has one.");
    }
    Optional<Ready> read =
        ready.optional(
            way,
            value ->
                switch (way) {
                  case "path" -> new Answers(RequestPath.read(value), status, within);
                  case "log" -> new Logs(line(value), within);
                  default -> listens(value, within);
                });
    return read.orElse(LISTENING);
  }

  private static Duration within(YamlNode node) {
    return node.duration(
        Duration.ofMillis(1),
        Duration.ofMinutes(10),
        "must be from 1 ms to 600 s",
        "Write how long the service may take to be ready, such as within: 60 s.");
  }

  private static String line(YamlNode node) {
    return expression(
        node, "Write a regular expression that a line of its log has, such as Started .* in.");
  }

  static String expression(YamlNode node, String advice) {
    String expression = node.text(advice);
    if (expression.length() > LONGEST) {
      throw node.invalid(
          "%s must have at most %d characters, had more".formatted(node.name(), LONGEST),
          "Shorten it.");
    }
    try {
      Pattern unused = Pattern.compile(expression);
      return expression;
    } catch (PatternSyntaxException e) {
      throw node.invalid(
          node.name() + " must be a regular expression, was not: " + e.getDescription(),
          "Write \\ before each of .[](){}*+?^$| that means the character itself.");
    }
  }

  private static Ready listens(YamlNode node, Duration within) {
    node.oneOf(
        List.of("true"),
        "must be true",
        "Write port: true; which one it is Loomwatch chooses, and passes it to the service as {port}.");
    return new Listens(within);
  }
}
