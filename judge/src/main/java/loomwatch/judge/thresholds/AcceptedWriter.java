package loomwatch.judge.thresholds;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;
import loomwatch.results.yaml.YamlFile;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/**
 * Writes {@code accepted.yaml} so that {@link AcceptedReader} reads the same, whatever the text.
 */
public final class AcceptedWriter {
  private static final String ABOUT =
      """
      # What was accepted on pull requests, by /perf accept. Loomwatch adds to it. To take one back,
      # move its entry to annotations, with text for why.
      """;

  private static final DumpSettings SETTINGS =
      DumpSettings.builder()
          .setDefaultFlowStyle(FlowStyle.BLOCK)
          .setWidth(Integer.MAX_VALUE)
          .setIndicatorIndent(2)
          .setIndentWithIndicator(true)
          .build();

  private AcceptedWriter() {}

  /**
   * Replaces the file.
   *
   * @throws RecordException if it would be larger than its reader allows; it stays as it was
   */
  public static void write(Path file, Accepted accepted) {
    String text = text(accepted);
    if (text.getBytes(StandardCharsets.UTF_8).length > YamlFile.MOST_BYTES) {
      throw new RecordException(
          "%s must have at most %d bytes, would have more; delete its oldest entries"
              .formatted(file, YamlFile.MOST_BYTES));
    }
    AtomicFile.write(file, text);
  }

  static String text(Accepted accepted) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("schema", Integer.valueOf(YamlFile.SCHEMA));
    file.put("accepted", accepted.changes().stream().map(AcceptedWriter::entry).toList());
    if (!accepted.notes().isEmpty()) {
      file.put("annotations", accepted.notes().stream().map(AcceptedWriter::entry).toList());
    }
    return ABOUT + new Dump(SETTINGS).dumpToString(file);
  }

  private static Map<String, String> entry(Accepted.Change change) {
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put("commit", change.commit());
    put(entry, "scenario", change.scenario());
    put(entry, "mode", change.mode());
    put(entry, "metric", change.metric());
    entry.put("why", change.why());
    return entry;
  }

  private static Map<String, String> entry(Accepted.Note note) {
    Map<String, String> entry = new LinkedHashMap<>();
    entry.put("commit", note.commit());
    entry.put("text", note.text());
    return entry;
  }

  private static void put(Map<String, String> entry, String key, @Nullable String value) {
    if (value != null) {
      entry.put(key, value);
    }
  }
}
