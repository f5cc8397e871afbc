package loomwatch.judge.thresholds;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.judge.thresholds.Thresholds.Inconclusive;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import loomwatch.results.yaml.YamlFile;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads {@code thresholds.yaml}. The format is described for editors by {@code
 * thresholds.schema.json} beside this class; the reader is stricter (names, duplicates,
 * contradictions) and tells every problem of a file at once.
 */
public final class ThresholdsReader {
  /** The version of the format. */
  public static final String SCHEMA = "1";

  private static final List<String> KEYS = List.of("schema", "inconclusive", "budget", "limits");

  private ThresholdsReader() {}

  /**
   * Reads the policy.
   *
   * @param file its name appears in messages as given here
   * @param knownScenarios every scenario and benchmark there is, to tell a misspelt name
   * @throws BadFileException when it cannot be read, or not every word of it makes sense
   */
  public static Thresholds read(Path file, Set<String> knownScenarios) {
    String text =
        YamlFile.text(file, "Name an existing policy file; the repository has one at its root.");
    return parse(file.toString(), text, knownScenarios);
  }

  /**
   * Reads a policy that is no file.
   *
   * @param name in messages
   */
  public static Thresholds parse(String name, String text, Set<String> knownScenarios) {
    Problems problems = new Problems(name, text);
    Optional<Node> root = YamlFile.compose(text, problems);
    if (root.isEmpty() && !problems.any()) {
      problems.add(
          new Position(name, 1, 1), "file must have schema and limits, was empty", "Write them.");
    }
    Optional<Fields> file = root.flatMap(node -> Fields.of(node, "file", KEYS, problems));
    List<Limit> limits =
        file.map(fields -> limits(fields, knownScenarios, problems)).orElse(List.of());
    Inconclusive inconclusive =
        file.flatMap(fields -> fields.get("inconclusive"))
            .map(node -> inconclusive(node, problems))
            .orElse(Inconclusive.NEUTRAL);
    Budget budget =
        file.flatMap(fields -> fields.get("budget"))
            .map(new BudgetReader(problems)::read)
            .orElse(Budget.NONE);
    List<Limit> resolved = Overlaps.resolve(limits, problems);
    problems.throwIfAny();
    return new Thresholds(name, Sha256.of(text), resolved, inconclusive, budget);
  }

  private static Inconclusive inconclusive(Node node, Problems problems) {
    return switch (node instanceof ScalarNode scalar ? scalar.getValue() : "") {
      case "neutral" -> Inconclusive.NEUTRAL;
      case "fail" -> Inconclusive.FAIL;
      default -> {
        problems.add(
            node,
            "inconclusive must be neutral or fail, was " + Scalars.shown(node),
            "With fail a pull request that nothing could be shown of is not merged.");
        yield Inconclusive.NEUTRAL;
      }
    };
  }

  private static List<Limit> limits(Fields fields, Set<String> known, Problems problems) {
    String version = "Write schema: " + SCHEMA + "; this is the version described here.";
    fields
        .require("schema", version)
        .filter(node -> !isVersion(node))
        .ifPresent(node ->
            problems.add(
                node, "schema must be " + SCHEMA + ", was " + Scalars.shown(node), version));
    Optional<Node> limits = fields.require("limits", "List what is limited under limits:.");
    if (limits.isEmpty()) {
      return List.of();
    }
    if (!(limits.get() instanceof SequenceNode list) || list.getValue().isEmpty()) {
      problems.add(
          limits.get(),
          "limits must be a list of at least one, was " + Scalars.shown(limits.get()),
          "A policy without limits would let everything pass.");
      return List.of();
    }
    EntryReader entries = new EntryReader(known, problems);
    return list.getValue().stream().flatMap(entry -> entries.read(entry).stream()).toList();
  }

  static boolean isVersion(Node node) {
    return node instanceof ScalarNode scalar
        && scalar.getTag().equals(Tag.INT)
        && scalar.getValue().equals(SCHEMA);
  }
}
