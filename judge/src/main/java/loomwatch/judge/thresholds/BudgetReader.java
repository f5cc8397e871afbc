package loomwatch.judge.thresholds;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** Reads {@code budget: {since-release: 3 %, since-pin: 5 %, pin: 1a2b3c4d}}. */
final class BudgetReader {
  private static final List<String> KEYS = List.of("since-release", "since-pin", "pin");
  private static final String COMMIT =
      "Write its first 7 characters or more, in quotes when they are digits only.";

  private final Problems problems;

  BudgetReader(Problems problems) {
    this.problems = problems;
  }

  Budget read(Node node) {
    return Fields.of(node, "budget", KEYS, problems)
        .map(fields -> read(node, fields))
        .orElse(Budget.NONE);
  }

  private Budget read(Node node, Fields fields) {
    OptionalDouble release = share(fields, "since-release");
    OptionalDouble pinned = share(fields, "since-pin");
    Optional<Node> pin = fields.get("pin");
    if (fields.get("since-pin").isPresent() != pin.isPresent()) {
      problems.add(
          node,
          "budget must have both since-pin and pin or neither, had one",
          "Name the commit, such as pin: 1a2b3c4d, and how much may be lost since it.");
    }
    pin.filter(commit -> text(commit).isEmpty())
        .ifPresent(commit ->
            problems.add(
                commit,
                "pin must be 7 to 64 hexadecimal digits, was " + Scalars.shown(commit),
                COMMIT));
    return new Budget(release, pinned, pin.flatMap(BudgetReader::text).orElse(null));
  }

  /** A short id of digits is a number to YAML; its text is what counts. */
  private static Optional<String> text(Node commit) {
    return commit instanceof ScalarNode scalar && scalar.getValue().matches("[0-9a-f]{7,64}")
        ? Optional.of(scalar.getValue())
        : Optional.empty();
  }

  private OptionalDouble share(Fields fields, String key) {
    return fields
        .get(key)
        .map(node -> new Scalars(problems).quantity(node, key, Dimension.CHANGE))
        .orElse(OptionalDouble.empty());
  }
}
