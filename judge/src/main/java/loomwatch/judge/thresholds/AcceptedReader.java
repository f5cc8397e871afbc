package loomwatch.judge.thresholds;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.yaml.BadFileException;
import loomwatch.results.yaml.YamlFile;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code accepted.yaml} strictly, and reports every problem of the file at once.
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
  private static final YamlFile.Format FORMAT =
      new YamlFile.Format(
          List.of("schema", "accepted", "annotations"),
          "its schema",
          "Write schema: 1, or remove the file.");
  private static final List<String> OF_CHANGE = YamlMapping.keys("commit scenario mode metric why");
  private static final List<String> OF_NOTE = List.of("commit", "text");

  /** Modes of stored series. Metrics are not checked, as imported ones have any name. */
  private static final List<String> MODES =
      List.of("platform", "virtual", HistorySeries.RATIO, HistorySeries.IMPORTED);

  private static final Pattern ID = Pattern.compile("[0-9a-f]{7,64}");
  private static final String COMMIT =
      "Write its first 7 characters or more, in quotes when they are digits only.";

  private AcceptedReader() {}

  /**
   * Reads the file.
   *
   * @param file path, used as given in messages
   * @throws BadFileException if it cannot be read or is invalid
   */
  public static Accepted read(Path file) {
    return parse(file.toString(), YamlFile.text(file, "Correct its permissions, or name another."));
  }

  static Accepted parse(String name, String text) {
    return FORMAT.read(
        name,
        text,
        file ->
            new Accepted(
                Sha256.of(text),
                file.optional(
                    "accepted",
                    List.of(),
                    node -> YamlNode.each(entries(node, "change"), AcceptedReader::change)),
                file.optional(
                    "annotations",
                    List.of(),
                    node -> YamlNode.each(entries(node, "annotation"), AcceptedReader::note))));
  }

  private static List<YamlNode> entries(YamlNode node, String each) {
    return node.list(each, "must be a list", "Begin each entry with a dash, or remove the key.");
  }

  private static Accepted.Change change(YamlNode node) {
    YamlMapping change = node.mapping(OF_CHANGE);
    return new Accepted.Change(
        commit(change),
        name(change, "scenario"),
        change.optional("mode", AcceptedReader::mode).orElse(null),
        name(change, "metric"),
        sentence(change, "why", "Say why it is taken as it is, for whoever wonders later."));
  }

  private static Accepted.Note note(YamlNode node) {
    YamlMapping note = node.mapping(OF_NOTE);
    return new Accepted.Note(commit(note), sentence(note, "text", "Say what happened."));
  }

  private static String sentence(YamlMapping entry, String key, String advice) {
    return entry.required(key, advice, node -> node.text(advice).strip()).orElse("");
  }

  private static @Nullable String name(YamlMapping change, String key) {
    return change
        .optional(key, node -> node.text("Name one, or leave it out for all."))
        .orElse(null);
  }

  private static String mode(YamlNode node) {
    return node.oneOf(
        MODES,
        "must be one of " + String.join(", ", MODES),
        "Write one of these, or leave it out for all.");
  }

  private static String commit(YamlMapping entry) {
    return entry.required("commit", COMMIT, AcceptedReader::commit).orElse("");
  }

  /** Parses a commit id by its text, because YAML reads digits, also around an e, as a number. */
  static String commit(YamlNode node) {
    return node.matching(ID, "must be 7 to 64 hexadecimal digits", COMMIT);
  }
}
