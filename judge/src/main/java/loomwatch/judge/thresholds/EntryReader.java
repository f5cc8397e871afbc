package loomwatch.judge.thresholds;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.NearestName;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads one entry under {@code limits}: a limit for each scenario, mode and kind it names. */
final class EntryReader {
  private static final List<String> KEYS =
      List.of("scenario", "mode", "metric", "ceiling", "tolerance", "contrast", "gate", "why");
  private static final List<String> MODES = Arrays.stream(Mode.values()).map(Mode::label).toList();

  private final Problems problems;
  private final Scalars scalars;
  private final ScenarioNames scenarios;

  EntryReader(Set<String> knownScenarios, Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
    this.scenarios = new ScenarioNames(knownScenarios, scalars, problems);
  }

  /** The limits of one entry; none when it has a problem. */
  List<Limit> read(Node entry) {
    return Fields.of(entry, "limit", KEYS, problems)
        .map(fields -> read(entry, fields))
        .orElse(List.of());
  }

  private List<Limit> read(Node entry, Fields fields) {
    requireOneKind(entry, fields);
    List<ScenarioNames.Named> named = scenarios.read(fields);
    Optional<Metric> metric = metric(fields);
    List<Mode> modes = modes(fields);
    Optional<Boolean> gates = gates(fields);
    String advice = "Say what the limit protects, for whoever meets it broken.";
    Optional<String> why =
        fields.require("why", advice).flatMap(node -> scalars.text(node, "why", advice));
    Optional<Numbers> numbers = metric.map(known -> numbers(fields, known));
    if (metric.isEmpty() || gates.isEmpty() || why.isEmpty() || numbers.isEmpty()) {
      return List.of();
    }
    Position position = problems.position(entry.getStartMark());
    return named.stream()
        .map(scenario ->
            new Terms(
                scenario.name(),
                scenario.scope(),
                metric.get(),
                gates.get(),
                why.get().strip(),
                position))
        .flatMap(terms -> numbers.get().limits(terms, modes).stream())
        .toList();
  }

  private void requireOneKind(Node entry, Fields fields) {
    if (fields.get("ceiling").isEmpty()
        && fields.get("tolerance").isEmpty()
        && fields.get("contrast").isEmpty()) {
      problems.add(
          entry,
          "limit must have a ceiling, a tolerance or a contrast, had none",
          "Add what is to be limited, such as ceiling: 20 ms, or remove the entry.");
    }
    fields
        .key("mode")
        .filter(key -> fields.key("contrast").isPresent())
        .ifPresent(mode ->
            problems.addClash(
                problems.position(mode.getStartMark()),
                problems.position(fields.key("contrast").orElseThrow().getStartMark()),
                "mode must be left out of a limit with contrast, was given",
                "A contrast is virtual over platform: remove mode, or make two entries."));
  }

  private Optional<Boolean> gates(Fields fields) {
    return fields
        .require("gate", "Write gate: true to fail a build, gate: false to inform.")
        .flatMap(node -> scalars.flag(node, "gate", "Write gate: true or gate: false."));
  }

  private Optional<Metric> metric(Fields fields) {
    return fields
        .require("metric", "Name what is limited, such as metric: latency-p99.")
        .flatMap(node ->
            scalars
                .text(node, "metric", "Name one metric, such as latency-p99.")
                .flatMap(label -> {
                  Optional<Metric> metric = Metric.named(label);
                  if (metric.isEmpty()) {
                    problems.add(
                        node,
                        "metric must be a known one, was " + Scalars.quoted(label),
                        NearestName.advice(label, Metric.labels()));
                  }
                  return metric;
                }));
  }

  /** The mode named, or both. */
  private List<Mode> modes(Fields fields) {
    Optional<Node> given = fields.get("mode");
    if (given.isEmpty()) {
      return List.of(Mode.values());
    }
    Node node = given.get();
    Optional<String> label = scalars.text(node, "mode", "Write platform or virtual.");
    if (label.isPresent() && !MODES.contains(label.get())) {
      problems.add(
          node,
          "mode must be platform or virtual, was " + Scalars.shown(node),
          "Leave mode out to judge each of the two.");
      return List.of();
    }
    return label.map(Mode::of).map(List::of).orElse(List.of());
  }

  private Numbers numbers(Fields fields, Metric metric) {
    fields
        .key("contrast")
        .filter(key -> metric.direction() == Direction.HIGHER_IS_BETTER)
        .ifPresent(key ->
            problems.add(
                key,
                "contrast must be of a metric of which less is better, was of " + metric.label(),
                "Write a ceiling, which is the least allowed where more is better."));
    Dimension dimension = Dimension.of(metric.unit());
    return new Numbers(
        number(fields.get("ceiling"), "ceiling", dimension),
        number(fields.get("tolerance"), "tolerance", Dimension.CHANGE),
        number(
            fields
                .get("contrast")
                .flatMap(node -> Fields.of(node, "contrast", List.of("at-most"), problems))
                .flatMap(contrast ->
                    contrast.require("at-most", "Write the largest virtual ÷ platform allowed.")),
            "at-most",
            Dimension.RATIO));
  }

  private OptionalDouble number(Optional<Node> node, String name, Dimension dimension) {
    return node.map(given -> scalars.quantity(given, name, dimension))
        .orElse(OptionalDouble.empty());
  }

  /** What an entry limits, each in its base unit. */
  private record Numbers(OptionalDouble ceiling, OptionalDouble tolerance, OptionalDouble atMost) {

    List<Limit> limits(Terms terms, List<Mode> modes) {
      List<Limit> limits = new ArrayList<>();
      for (Mode mode : modes) {
        ceiling.ifPresent(value -> limits.add(new Ceiling(terms, mode, value)));
        tolerance.ifPresent(fraction -> limits.add(new Tolerance(terms, mode, fraction)));
      }
      atMost.ifPresent(ratio -> limits.add(new ContrastLimit(terms, ratio)));
      return limits;
    }
  }
}
