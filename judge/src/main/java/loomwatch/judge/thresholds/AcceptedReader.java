package loomwatch.judge.thresholds;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.BadFileException.Position;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import loomwatch.results.yaml.YamlFile;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads {@code accepted.yaml} as strictly as the policy; tells every problem of the file at once.
 *
 * <pre>
 * schema: 1
 * accepted:
 *   - commit: 1a2b3c4d      # the first bad one, as the alert names it
 *     scenario: hello       # scenario, mode and metric: left out, all
 *     mode: virtual
 *     metric: latency-p99
 *     why: the new header is worth 3 %
 * annotations:
 *   - commit: 5e6f7a8b
 *     text: the host got new memory
 * </pre>
 */
public final class AcceptedReader {
  private static final List<String> KEYS = List.of("schema", "accepted", "annotations");
  private static final List<String> OF_CHANGE =
      List.of("commit", "scenario", "mode", "metric", "why");
  private static final List<String> OF_NOTE = List.of("commit", "text");

  /** Of what history keeps; its own metrics, and those of imports, have any name. */
  private static final List<String> MODES =
      List.of("platform", "virtual", HistorySeries.CONTRAST, HistorySeries.IMPORTED);

  private static final String COMMIT =
      "Write its first 7 characters or more, in quotes when they are digits only.";

  private final Problems problems;
  private final Scalars scalars;

  private AcceptedReader(Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
  }

  /**
   * Reads the file.
   *
   * @param file its name appears in messages as given here
   * @throws BadFileException when it cannot be read, or not every word of it makes sense
   */
  public static Accepted read(Path file) {
    return parse(file.toString(), YamlFile.text(file, "Correct its permissions, or name another."));
  }

  static Accepted parse(String name, String text) {
    Problems problems = new Problems(name, text);
    AcceptedReader reader = new AcceptedReader(problems);
    Optional<Fields> fields =
        YamlFile.compose(text, problems).flatMap(root -> Fields.of(root, "file", KEYS, problems));
    if (fields.isEmpty() && !problems.any()) {
      problems.add(
          new Position(name, 1, 1),
          "file must have its schema, was empty",
          "Write schema: 1, or remove the file.");
    }
    fields.ifPresent(reader::requireSchema);
    List<Accepted.Change> changes = reader.list(fields, "accepted", reader::change);
    List<Accepted.Note> notes = reader.list(fields, "annotations", reader::note);
    problems.throwIfAny();
    return new Accepted(Sha256.of(text), changes, notes);
  }

  private void requireSchema(Fields fields) {
    String advice = "Write schema: " + ThresholdsReader.SCHEMA + ".";
    fields
        .require("schema", advice)
        .filter(node -> !ThresholdsReader.isVersion(node))
        .ifPresent(node ->
            problems.add(
                node,
                "schema must be " + ThresholdsReader.SCHEMA + ", was " + Scalars.shown(node),
                advice));
  }

  private <T> List<T> list(Optional<Fields> fields, String key, Function<Node, Optional<T>> entry) {
    List<T> entries = new ArrayList<>();
    fields
        .flatMap(all -> all.get(key))
        .ifPresent(node -> {
          if (node instanceof SequenceNode list) {
            list.getValue().forEach(each -> entry.apply(each).ifPresent(entries::add));
          } else {
            problems.add(
                node,
                key + " must be a list, was " + Scalars.shown(node),
                "Begin each entry with a dash, or remove the key.");
          }
        });
    return entries;
  }

  private Optional<Accepted.Change> change(Node entry) {
    Optional<Fields> given = Fields.of(entry, "change", OF_CHANGE, problems);
    if (given.isEmpty()) {
      return Optional.empty();
    }
    Fields fields = given.get();
    Optional<String> commit = commit(fields);
    @Nullable String scenario = optional(fields, "scenario");
    @Nullable String mode = optional(fields, "mode");
    fields
        .get("mode")
        .filter(node -> mode != null && !MODES.contains(mode))
        .ifPresent(node ->
            problems.add(
                node,
                "mode must be one of %s, was %s"
                    .formatted(String.join(", ", MODES), Scalars.shown(node)),
                "Write one of these, or leave it out for all."));
    @Nullable String metric = optional(fields, "metric");
    String advice = "Say why it is taken as it is, for whoever wonders later.";
    Optional<String> why =
        fields.require("why", advice).flatMap(node -> scalars.text(node, "why", advice));
    return commit.isEmpty() || why.isEmpty()
        ? Optional.empty()
        : Optional.of(new Accepted.Change(commit.get(), scenario, mode, metric, why.get().strip()));
  }

  private Optional<Accepted.Note> note(Node entry) {
    return Fields.of(entry, "annotation", OF_NOTE, problems)
        .flatMap(fields -> {
          Optional<String> commit = commit(fields);
          String advice = "Say what happened.";
          return fields
              .require("text", advice)
              .flatMap(node -> scalars.text(node, "text", advice))
              .flatMap(text -> commit.map(id -> new Accepted.Note(id, text.strip())));
        });
  }

  private Optional<String> commit(Fields fields) {
    return fields.require("commit", COMMIT).flatMap(node -> commit(node, "commit", problems));
  }

  /** A commit's id; nothing, and a problem, where it is none. */
  static Optional<String> commit(Node node, String name, Problems problems) {
    // A short id of digits, or digits around an e, is a number to YAML; its text is what counts.
    if (node instanceof ScalarNode scalar && scalar.getValue().matches("[0-9a-f]{7,64}")) {
      return Optional.of(scalar.getValue());
    }
    problems.add(
        node, name + " must be 7 to 64 hexadecimal digits, was " + Scalars.shown(node), COMMIT);
    return Optional.empty();
  }

  private @Nullable String optional(Fields fields, String key) {
    return fields
        .get(key)
        .flatMap(node -> scalars.text(node, key, "Name one, or leave it out for all."))
        .orElse(null);
  }
}
