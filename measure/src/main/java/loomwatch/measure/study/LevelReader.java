package loomwatch.measure.study;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.subject.CommandReader;
import loomwatch.measure.subject.FlagRules;
import loomwatch.measure.subject.Numbers;
import loomwatch.measure.subject.ObjectiveReader;
import loomwatch.measure.subject.Placeholders;
import loomwatch.measure.subject.RequestPath;
import loomwatch.results.Launch.Mode;
import loomwatch.results.NearestName;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads what a level sets. */
final class LevelReader {
  static final List<String> LOAD =
      List.of(
          "scenario",
          "get",
          "rate",
          "connections",
          "users",
          "max-threads",
          "waits",
          "saturated",
          "objective");
  static final List<String> KEYS =
      Stream.concat(
              LOAD.stream(),
              Stream.of(
                  "mode",
                  "subject",
                  "ref",
                  "tomcat",
                  "jdk",
                  "flags",
                  "args",
                  "environment",
                  "benchmark"))
          .toList();

  private static final List<String> MODES = Stream.of(Mode.values()).map(Mode::label).toList();
  private static final Numbers.Bounds COUNT = new Numbers.Bounds(1, 10_000);

  private final Path folder;
  private final Set<String> factors;
  private final Idle idle;
  private final Problems problems;
  private final Scalars scalars;
  private final Numbers numbers;
  private final CommandReader commands;

  /** Of a file in that folder, with those factors. */
  LevelReader(Path folder, Loop loop, Set<String> factors, Problems problems) {
    this.folder = folder;
    this.factors = Set.copyOf(factors);
    this.idle = new Idle(loop, problems);
    this.problems = problems;
    this.scalars = new Scalars(problems);
    this.numbers = new Numbers(problems);
    this.commands = new CommandReader(problems, Placeholders.KNOWN);
  }

  /** That level; what is wrong with it is a problem. */
  Level read(String name, Node node) {
    return Fields.of(node, "level", KEYS, problems)
        .map(fields -> read(name, fields))
        .orElseGet(() -> new Level(name, null, LoadPart.NONE, ArmPart.NONE, null));
  }

  private Level read(String name, Fields fields) {
    return new Level(
        name,
        fields.get("mode").flatMap(this::mode).orElse(null),
        load(fields),
        arm(fields),
        fields.get("benchmark").flatMap(this::benchmark).orElse(null));
  }

  /** What it says of the load. */
  LoadPart load(Fields fields) {
    idle.check(fields);
    @Nullable Set<Mode> saturated = fields.get("saturated").map(this::saturated).orElse(null);
    return new LoadPart(
        text(fields, "scenario", "Name one of the subject's."),
        fields.get("get").flatMap(this::get).orElse(null),
        fields
            .get("rate")
            .map(numbers::rate)
            .filter(rate -> rate.isPresent())
            .map(rate -> rate.getAsDouble())
            .orElse(null),
        fields.get("users").isPresent() ? count(fields, "users") : count(fields, "connections"),
        count(fields, "max-threads"),
        fields
            .get("waits")
            .flatMap(node -> scalars.flag(node, "waits", "Write waits: true or leave it out."))
            .orElse(null),
        saturated,
        fields.get("objective").flatMap(new ObjectiveReader(problems)::read).orElse(null));
  }

  private ArmPart arm(Fields fields) {
    return new ArmPart(
        fields.get("subject").flatMap(this::subject).orElse(null),
        text(fields, "ref", "Write a git revision."),
        version(fields, "tomcat"),
        version(fields, "jdk"),
        fields.get("flags").map(this::flags).orElse(List.of()),
        fields.get("args").map(commands::args).orElse(List.of()),
        fields.get("environment").map(commands::environment).orElse(Map.of()));
  }

  /**
   * A level of a list, which sets just what its factor is named after, or its own name in a path.
   */
  Level only(String key, ScalarNode node) {
    String name = node.getValue();
    return switch (key) {
      case "mode" -> level(name, mode(node), LoadPart.NONE, ArmPart.NONE);
      case "rate" ->
          load(name, new LoadPart(null, null, orNull(node), null, null, null, null, null));
      case "connections", "users" ->
          load(name, new LoadPart(null, null, null, count(node, key), null, null, null, null));
      case "max-threads" ->
          load(name, new LoadPart(null, null, null, null, count(node, key), null, null, null));
      case "scenario" -> load(name, new LoadPart(name, null, null, null, null, null, null, null));
      case "benchmark" ->
          new Level(name, null, LoadPart.NONE, ArmPart.NONE, benchmark(node).orElse(null));
      case "jdk" -> arm(name, new ArmPart(null, null, null, name, List.of(), List.of(), Map.of()));
      case "tomcat" ->
          arm(name, new ArmPart(null, null, name, null, List.of(), List.of(), Map.of()));
      case "ref" -> arm(name, new ArmPart(null, name, null, null, List.of(), List.of(), Map.of()));
      default -> level(name, Optional.empty(), LoadPart.NONE, ArmPart.NONE);
    };
  }

  /** Factors of these names may have their levels as a list. */
  static final List<String> LISTED =
      List.of(
          "mode",
          "rate",
          "connections",
          "users",
          "max-threads",
          "scenario",
          "benchmark",
          "jdk",
          "tomcat",
          "ref");

  private @Nullable Double orNull(ScalarNode node) {
    idle.checkRate(node);
    var rate = numbers.rate(node);
    return rate.isPresent() ? rate.getAsDouble() : null;
  }

  private static Level load(String name, LoadPart part) {
    return level(name, Optional.empty(), part, ArmPart.NONE);
  }

  private static Level arm(String name, ArmPart part) {
    return level(name, Optional.empty(), LoadPart.NONE, part);
  }

  private static Level level(String name, Optional<Mode> mode, LoadPart load, ArmPart arm) {
    return new Level(name, mode.orElse(null), load, arm, null);
  }

  private @Nullable String text(Fields fields, String key, String advice) {
    return fields.get(key).flatMap(node -> scalars.text(node, key, advice)).orElse(null);
  }

  /** YAML takes 25 for a number, and 10.1 too. */
  private @Nullable String version(Fields fields, String key) {
    Optional<Node> node = fields.get(key);
    if (node.isPresent()
        && node.get() instanceof ScalarNode scalar
        && !scalar.getValue().isBlank()) {
      return scalar.getValue();
    }
    node.ifPresent(given ->
        problems.add(given, key + " must be a version, was " + Scalars.shown(given), "Write one."));
    return null;
  }

  private @Nullable Integer count(Fields fields, String key) {
    return fields.get(key).map(node -> count(node, key)).orElse(null);
  }

  private int count(Node node, String key) {
    return numbers.whole(node, key, COUNT).orElse(COUNT.least());
  }

  /** What it says even where that is a problem: a factor it names may be a list all the same. */
  private Optional<String> get(Node node) {
    return RequestPath.readWithPlaceholders(node, "get", factors, problems)
        .or(() ->
            node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty());
  }

  private Optional<Mode> mode(Node node) {
    String label = node instanceof ScalarNode scalar ? scalar.getValue() : "";
    if (MODES.contains(label)) {
      return Optional.of(Mode.of(label));
    }
    problems.add(
        node,
        "mode must be platform or virtual, was " + Scalars.shown(node),
        NearestName.advice(label, MODES));
    return Optional.empty();
  }

  private Set<Mode> saturated(Node node) {
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    if (node instanceof SequenceNode list) {
      list.getValue().forEach(each -> mode(each).ifPresent(modes::add));
    } else {
      problems.add(
          node,
          "saturated must be a list of modes, was " + Scalars.shown(node),
          "Write the modes this load is meant to be too much for, such as [platform].");
    }
    return modes;
  }

  private Optional<Path> subject(Node node) {
    return scalars
        .text(node, "subject", "Name a subject file, by its path from this file's folder.")
        .flatMap(text -> path(node, text));
  }

  /** From the file's folder. */
  Optional<Path> path(Node node, String text) {
    try {
      return Optional.of(folder.resolve(text).normalize());
    } catch (InvalidPathException e) {
      problems.add(
          node,
          "subject must be a path, was " + Scalars.shown(node),
          "Name a subject file, by its path from this file's folder.");
      return Optional.empty();
    }
  }

  private List<String> flags(Node node) {
    List<String> flags = new ArrayList<>();
    scalars
        .text(node, "flags", "Write them as on a command line, such as flags: -XX:+UseZGC -Xmx1g.")
        .ifPresent(text -> flags.addAll(List.of(text.strip().split("\\s+"))));
    flags.forEach(flag ->
        FlagRules.refusal(flag).ifPresent(reason -> problems.add(node, reason, "Leave it out.")));
    return flags;
  }

  private Optional<String> benchmark(Node node) {
    Set<String> known = new TreeSet<>();
    JmhBenchmarks.byMethod().keySet().forEach(method -> known.add(shortName(method)));
    String name = node instanceof ScalarNode scalar ? scalar.getValue() : "";
    if (known.contains(name)) {
      return Optional.of(name);
    }
    problems.add(
        node,
        "benchmark must be one of the suite's, was " + Scalars.shown(node),
        NearestName.advice(name, known));
    return Optional.empty();
  }

  /** Class and method. */
  static String shortName(String method) {
    return method.substring(method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1);
  }
}
