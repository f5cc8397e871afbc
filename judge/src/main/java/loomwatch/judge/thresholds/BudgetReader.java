package loomwatch.judge.thresholds;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads {@code budget: {since-release: 3 %, since-pin: 5 %, pin: 1a2b3c4d}}. */
final class BudgetReader {
  private static final List<String> KEYS = List.of("since-release", "since-pin", "pin");

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
    return new Budget(
        release,
        pinned,
        pin.flatMap(commit -> AcceptedReader.commit(commit, "pin", problems)).orElse(null));
  }

  private OptionalDouble share(Fields fields, String key) {
    return fields
        .get(key)
        .map(node -> new Scalars(problems).quantity(node, key, Dimension.CHANGE))
        .orElse(OptionalDouble.empty());
  }
}
