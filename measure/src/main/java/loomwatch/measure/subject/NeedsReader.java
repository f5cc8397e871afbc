package loomwatch.measure.subject;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code needs}: programs and containers by name. */
final class NeedsReader {
  static final List<String> KEYS =
      List.of(
          "prepare", "start", "image", "port", "args", "environment", "ready", "reset", "version");
  private static final int MOST = 10;
  private static final String ADVICE =
      "Write each under its name, such as needs: {stub: {start: python3 stub.py {port}, ready:"
          + " {port: true}}}.";

  private final Problems problems;
  private final Scalars scalars;

  NeedsReader(Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
  }

  /** Those that have no problem, in the order of the file, in which they are started. */
  List<Need> read(Node node) {
    List<Entries.Entry> entries = Entries.of(node, "needs", ADVICE, problems);
    if (entries.size() > MOST) {
      problems.add(
          entries.get(MOST).key(),
          "needs must be at most " + MOST + ", were " + entries.size(),
          "Keep what is asked while it is measured.");
    }
    List<Need> needs = new ArrayList<>();
    Set<String> ports = new HashSet<>();
    for (Entries.Entry entry : entries) {
      if (!ServiceReader.isName(entry.name())) {
        problems.add(
            entry.key(),
            "need must be named by at most 60 lower-case letters, digits and hyphens, not beginning"
                + " with a hyphen, was "
                + Scalars.quoted(entry.name()),
            "Rename it, such as db.");
        continue;
      }
      // Its own port, and those of the ones before it.
      Set<String> known = new HashSet<>(ports);
      known.addAll(Set.of(Placeholders.PORT, Need.DIRECTORY));
      Fields.of(entry.value(), "need", KEYS, problems)
          .flatMap(fields -> read(entry.name(), fields, known))
          .ifPresent(needs::add);
      ports.add(Need.port(entry.name()));
    }
    return needs;
  }

  private Optional<Need> read(String name, Fields fields, Set<String> known) {
    ImageReader images = new ImageReader(problems);
    if (fields.get("image").isPresent()) {
      return container(name, fields, known, images);
    }
    images.refuseWithout(fields);
    CommandReader commands = new CommandReader(problems, known);
    Optional<List<String>> start =
        fields
            .require("start", "Write the program that is needed and its arguments, or its image.")
            .flatMap(commands::start);
    fields
        .get("start")
        .filter(node ->
            node instanceof ScalarNode scalar
                && !scalar.getValue().isBlank()
                && !Placeholders.has(Placeholders.PORT, scalar.getValue()))
        .ifPresent(node ->
            problems.add(
                node,
                "start of a need must be told the port, had no {port}",
                "Add {port} where it takes its port from."));
    Map<String, String> environment =
        fields.get("environment").map(commands::environment).orElse(Map.of());
    Optional<Ready> ready =
        fields.require("ready", ReadyReader.ADVICE).flatMap(new ReadyReader(problems)::read);
    Optional<String> prepare = shell(fields, "prepare", known);
    Optional<String> reset = shell(fields, "reset", known);
    Optional<String> version = shell(fields, "version", Set.of());
    return start.flatMap(words ->
        ready.map(way -> new Need(name, prepare, words, environment, way, reset, version)));
  }

  /** Nothing of ours is known within it. */
  private Optional<Need> container(
      String name, Fields fields, Set<String> known, ImageReader images) {
    Optional<Image> image = images.read(fields);
    Map<String, String> environment =
        fields
            .get("environment")
            .map(new CommandReader(problems, Set.of())::environment)
            .orElse(Map.of());
    Optional<Ready> ready =
        fields.require("ready", ReadyReader.ADVICE).flatMap(new ReadyReader(problems)::read);
    Optional<String> reset = shell(fields, "reset", known);
    return image.flatMap(made -> ready.map(way -> new Need(name, made, environment, way, reset)));
  }

  private Optional<String> shell(Fields fields, String key, Set<String> known) {
    Optional<Node> node = fields.get(key);
    node.ifPresent(given -> {
      if (given instanceof ScalarNode scalar) {
        Placeholders.check(scalar, known, problems);
      }
    });
    return node.flatMap(given ->
        scalars.text(given, key, "Write a command line for a shell, or leave " + key + " out."));
  }
}
