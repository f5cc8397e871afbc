package loomwatch.gate.thresholds;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loomwatch.results.Sha256;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
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

  private static final List<String> KEYS = List.of("schema", "limits");

  private ThresholdsReader() {}

  /**
   * Reads the policy.
   *
   * @param file its name appears in messages as given here
   * @param knownScenarios every scenario and benchmark there is, to tell a misspelt name
   * @throws ThresholdsException when it cannot be read, or not every word of it makes sense
   */
  public static Thresholds read(Path file, Set<String> knownScenarios) {
    String name = file.toString();
    try {
      return parse(name, Files.readString(file), knownScenarios);
    } catch (CharacterCodingException e) {
      throw unreadable(name, "file must be UTF-8, was not", "Save it as UTF-8.");
    } catch (IOException e) {
      throw unreadable(
          name,
          "file must be readable, was not: " + e.getClass().getSimpleName(),
          "Name an existing policy file; the repository has one at its root.");
    }
  }

  static Thresholds parse(String name, String text, Set<String> knownScenarios) {
    Problems problems = new Problems(name, text);
    Optional<Node> root = compose(text, problems);
    if (root.isEmpty() && !problems.any()) {
      problems.add(
          new Position(name, 1, 1), "file must have schema and limits, was empty", "Write them.");
    }
    List<Limit> limits =
        root.flatMap(node -> Fields.of(node, "file", KEYS, problems))
            .map(fields -> limits(fields, knownScenarios, problems))
            .orElse(List.of());
    List<Limit> resolved = Overlaps.resolve(limits, problems);
    problems.throwIfAny();
    return new Thresholds(name, Sha256.of(text), resolved);
  }

  static Optional<Node> compose(String text, Problems problems) {
    try {
      return new Compose(LoadSettings.builder().build()).composeString(text);
    } catch (MarkedYamlEngineException e) {
      problems.add(
          problems.position(e.getProblemMark()),
          "file must be YAML, was not: " + e.getProblem(),
          advice(e.getProblem()));
    } catch (YamlEngineException e) {
      problems.add(
          problems.position(Optional.empty()),
          "file must be YAML, was not: " + e.getMessage(),
          "Write one YAML document.");
    }
    return Optional.empty();
  }

  /** What mends the usual mistakes, by the parser's words for them. */
  private static String advice(String problem) {
    if (problem.contains("TAB")) {
      return "Indent with spaces.";
    }
    if (problem.contains("<block end>")) {
      return "Indent this line as far as the keys above it that belong to the same entry.";
    }
    if (problem.startsWith("mapping values are not allowed")) {
      return "Quote text with a colon in it, such as why: \"p99: the tail\", and check the"
          + " indentation.";
    }
    return "Quote text that begins with a special character, such as scenario: \"*\".";
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

  static ThresholdsException unreadable(String name, String message, String advice) {
    return new ThresholdsException(
        List.of(new Problem(new Position(name, 1, 1), message, "", advice)));
  }
}
