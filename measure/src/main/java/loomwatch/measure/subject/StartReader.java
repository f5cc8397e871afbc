package loomwatch.measure.subject;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.measure.subject.ServiceSpec.Variant;
import loomwatch.results.Launch.Mode;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * Reads what is measured: a program by {@code start}, a web application by {@code war}, or what
 * runs already by {@code url}.
 */
final class StartReader {
  private static final String LINES = String.join(" or ", WebApplication.LINES);

  private static final List<String> NOT_WITH_URL =
      List.of(
          "jdk",
          "build",
          "start",
          "war",
          "tomcat",
          "directory",
          "environment",
          "needs",
          "components");

  private final Problems problems;
  private final CommandReader commands;

  StartReader(Problems problems, CommandReader commands) {
    this.problems = problems;
    this.commands = commands;
  }

  /**
   * What is started.
   *
   * @param words none with a URL
   * @param war if it is one
   * @param url if it runs already
   */
  record Started(List<String> words, Optional<WebApplication> war, Optional<URI> url) {}

  /** Nothing, as a problem, when there is none or it makes no sense. */
  Optional<Started> read(Fields subject) {
    if (subject.get("url").isPresent()) {
      return running(subject);
    }
    if (subject.get("war").isEmpty()) {
      clash(subject, "tomcat", "war", "Remove tomcat: it says which one a war is deployed in.");
      return subject
          .require("start", CommandReader.EXAMPLE + ".")
          .flatMap(commands::start)
          .map(words -> new Started(words, Optional.empty(), Optional.empty()));
    }
    if (subject.get("start").isPresent()) {
      problems.addClash(
          problems.position(subject.key("war").orElseThrow().getStartMark()),
          problems.position(subject.key("start").orElseThrow().getStartMark()),
          "war must be left out with start, was given",
          "Keep start if the application brings its server, war if it needs one.");
      return Optional.empty();
    }
    Optional<String> path = path(subject.get("war").orElseThrow());
    String line = subject.get("tomcat").map(this::line).orElse(WebApplication.LINES.getFirst());
    return path.map(where -> new WebApplication(where, line))
        .map(war -> new Started(war.start(), Optional.of(war), Optional.empty()));
  }

  /** Of a war both, unless fewer are given; it has no arguments of its own. */
  Map<Mode, Variant> modes(Fields subject) {
    Map<Mode, Variant> modes = new ModesReader(problems, commands).read(subject.get("modes"));
    if (subject.get("war").isEmpty()) {
      return modes;
    }
    if (modes.values().stream().anyMatch(variant -> !variant.args().isEmpty())) {
      problems.add(
          subject.key("modes").orElseThrow(),
          "modes must have no args with war, had some",
          "Remove them: Loomwatch starts the server. An application reads environment.");
    }
    if (subject.get("modes").isPresent()) {
      return modes;
    }
    Map<Mode, Variant> both = new EnumMap<>(Mode.class);
    for (Mode mode : Mode.values()) {
      both.put(mode, Variant.PLAIN);
    }
    return both;
  }

  private Optional<Started> running(Fields subject) {
    for (String key : NOT_WITH_URL) {
      subject
          .key(key)
          .ifPresent(node ->
              problems.add(
                  node,
                  key + " must be left out with url, was given",
                  "Remove it: what runs elsewhere is neither built nor started."));
    }
    String advice = "Write " + ServiceUrl.RULE + "; paths are those of scenarios.";
    Node node = subject.get("url").orElseThrow();
    Optional<String> text = new Scalars(problems).text(node, "url", advice);
    Optional<URI> url = text.flatMap(ServiceUrl::parse);
    if (text.isPresent() && url.isEmpty()) {
      problems.add(node, "url must be " + ServiceUrl.RULE + ", was " + Scalars.shown(node), advice);
    }
    return url.map(where -> new Started(List.of(), Optional.empty(), Optional.of(where)));
  }

  private void clash(Fields subject, String key, String needed, String advice) {
    subject
        .key(key)
        .ifPresent(node ->
            problems.add(
                node, key + " must be left out without " + needed + ", was given", advice));
  }

  private Optional<String> path(Node node) {
    String advice = "Write a path beside or below this file, such as war: target/shop.war.";
    Optional<String> text = new Scalars(problems).text(node, "war", advice);
    if (text.isPresent() && !isWithin(text.get())) {
      problems.add(
          node, "war must be a path within this file's folder, was " + Scalars.shown(node), advice);
      return Optional.empty();
    }
    return text;
  }

  /** Whether it is a path that stays in the folder it is seen from. */
  static boolean isWithin(String text) {
    try {
      Path relative = Path.of(text);
      for (Path element : relative) {
        if (element.toString().equals("..")) {
          return false;
        }
      }
      return !relative.isAbsolute();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private String line(Node node) {
    if (node instanceof ScalarNode scalar && WebApplication.LINES.contains(scalar.getValue())) {
      return scalar.getValue();
    }
    problems.add(
        node,
        "tomcat must be " + LINES + ", was " + Scalars.shown(node),
        "Write the line alone, such as tomcat: 10.1.");
    return WebApplication.LINES.getFirst();
  }
}
