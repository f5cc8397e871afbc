package loomwatch.measure.subject;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads {@code scenarios}: requests by name, each with its load. */
final class ScenariosReader {
  static final String ADVICE =
      "Write at least one under its name, such as items: {get: /items, rate: 500}.";

  private static final List<String> KEYS =
      Stream.concat(
              MixReader.KEYS.stream(),
              Stream.of("rate", "connections", "waits", "max-threads", "saturated", "objective"))
          .toList();
  private static final int MOST = 50;
  private static final int CONNECTIONS = 50;
  private static final Numbers.Bounds COUNT = new Numbers.Bounds(1, 10_000);

  /** Under this name, and those that begin with it, are the benchmarks of JMH. */
  private static final String RESERVED = "jmh";

  private final Problems problems;
  private final Scalars scalars;
  private final Numbers numbers;
  private final Path folder;
  private final Protocol protocol;

  /** Of a file in that folder, for a service that speaks this. */
  ScenariosReader(Path folder, Protocol protocol, Problems problems) {
    this.protocol = protocol;
    this.folder = folder;
    this.problems = problems;
    this.scalars = new Scalars(problems);
    this.numbers = new Numbers(problems);
  }

  /** All that have no problem, in the order of the file. */
  List<Scenario> read(Node node) {
    List<Entries.Entry> entries = Entries.of(node, "scenarios", ADVICE, problems);
    if (node instanceof MappingNode mapping && mapping.getValue().isEmpty()) {
      problems.add(node, "scenarios must have at least one, had none", ADVICE);
    }
    if (entries.size() > MOST) {
      problems.add(
          entries.get(MOST).key(),
          "scenarios must be at most " + MOST + ", were " + entries.size(),
          "Keep those that tell most: each is measured for minutes.");
    }
    return entries.stream().limit(MOST).flatMap(entry -> read(entry).stream()).toList();
  }

  private Optional<Scenario> read(Entries.Entry entry) {
    boolean named = isNamed(entry);
    return Fields.of(entry.value(), "scenario", KEYS, problems)
        .flatMap(fields -> read(entry.name(), fields))
        .filter(scenario -> named);
  }

  private boolean isNamed(Entries.Entry entry) {
    String name = entry.name();
    if (!ServiceReader.isName(name)) {
      problems.add(
          entry.key(),
          "scenario must be named by at most 60 lower-case letters, digits and hyphens, not"
              + " beginning with a hyphen, was "
              + Scalars.quoted(name),
          "Rename it, such as slow-items.");
      return false;
    }
    if (name.equals(RESERVED) || name.startsWith(RESERVED + "-")) {
      problems.add(
          entry.key(),
          "scenario must not be named jmh nor begin with jmh-, was " + Scalars.quoted(name),
          "Rename it: so the benchmarks of JMH are named.");
      return false;
    }
    return true;
  }

  private Optional<Scenario> read(String name, Fields fields) {
    Optional<Mix> sent = new MixReader(folder, problems).read(fields);
    OptionalDouble rate =
        fields
            .require("rate", "Write how many requests are sent each second, such as rate: 500.")
            .map(numbers::rate)
            .orElse(OptionalDouble.empty());
    int connections =
        fields
            .get("connections")
            .map(node -> numbers.whole(node, "connections", COUNT).orElse(CONNECTIONS))
            .orElse(CONNECTIONS);
    boolean waits = fields.get("waits").flatMap(this::waits).orElse(false);
    @Nullable Integer maxThreads = fields.get("max-threads").map(this::maxThreads).orElse(null);
    Set<Mode> saturated = fields.get("saturated").map(this::saturated).orElse(Set.of());
    Optional<Node> promised = fields.get("objective");
    Optional<Objective> objective =
        promised.flatMap(node -> new ObjectiveReader(problems).read(node));
    if (sent.isEmpty() || rate.isEmpty()) {
      return Optional.empty();
    }
    MixedRequest first = sent.get().requests().getFirst();
    boolean alone = sent.get().equals(Mix.of(first.path(), first.request()));
    return Optional.of(
        new Scenario(
            name,
            alone ? first.path() : null,
            alone ? first.request() : null,
            alone ? null : sent.get(),
            protocol == Protocol.HTTP ? null : protocol,
            rate.getAsDouble(),
            connections,
            maxThreads,
            waits,
            saturated,
            objective.orElse(null)));
  }

  private Optional<Boolean> waits(Node node) {
    return scalars.flag(
        node, "waits", "Write waits: true if most of a response's time is spent waiting.");
  }

  private int maxThreads(Node node) {
    return numbers.whole(node, "max-threads", COUNT).orElse(COUNT.least());
  }

  private Set<Mode> saturated(Node node) {
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    if (!(node instanceof SequenceNode list)) {
      problems.add(
          node,
          "saturated must be a list of modes, was " + Scalars.shown(node),
          "Write the modes this load is meant to be too much for, such as [platform].");
      return modes;
    }
    Set<String> seen = new HashSet<>();
    for (Node each : list.getValue()) {
      String label = each instanceof ScalarNode scalar ? scalar.getValue() : "";
      if (!ModesReader.LABELS.contains(label) || !seen.add(label)) {
        problems.add(
            each,
            "saturated must name platform, virtual or both, each once, was " + Scalars.shown(each),
            "Write the modes this load is meant to be too much for, such as [platform].");
      } else {
        modes.add(Mode.of(label));
      }
    }
    return modes;
  }
}
