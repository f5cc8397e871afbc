package loomwatch.results.history;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Require;
import loomwatch.results.files.KeptMonth;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.jspecify.annotations.Nullable;

/**
 * What one run adds to history. Entries follow each other in the order they were added; clocks only
 * say how old they are.
 *
 * @param schema the version of this format: {@link #WITH_LOADS} where loads are told, else {@link
 *     #SCHEMA}
 * @param id unique: the record's id, or of an import one made from its date and suite
 * @param measuredAt when the measurement began, by the clock of its machine, in a {@link KeptMonth}
 * @param fingerprint of host and runtime: a change of it ends every series' segment
 * @param record SHA-256 of the whole record kept under {@code records/}, or null for an import
 * @param confirmation what a comparison said, or why it could not be made; null for other kinds
 * @param series what was measured, by name; no name twice; empty for a comparison
 * @param loads by scenario what {@link HistoryEntries#load} says of its load: another is another
 *     series; null where nobody told, as in entries of earlier versions
 */
public record HistoryEntry(
    int schema,
    String id,
    Kind kind,
    Instant measuredAt,
    Provenance provenance,
    @Nullable String tomcat,
    @Nullable String jdk,
    String fingerprint,
    @Nullable String record,
    @Nullable String verdict,
    @Nullable Confirmation confirmation,
    List<String> notes,
    List<HistorySeries> series,
    @Nullable Map<String, String> loads) {

  public static final int SCHEMA = 1;

  static final int WITH_LOADS = 2;

  public enum Kind {
    RUN,
    /** A comparison of two commits, made or not: it confirms changes, and is no point. */
    COMPARISON,
    IMPORT;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public HistoryEntry {
    int version = loads == null ? SCHEMA : WITH_LOADS;
    Require.check(schema == version, "schema", Integer.toString(version), schema);
    Require.matches("id", MeasurementRecord.ID_PATTERN, MeasurementRecord.ID_MEANING, id);
    Require.check(KeptMonth.exists(measuredAt), "measuredAt", KeptMonth.YEARS, measuredAt);
    Require.text("fingerprint", fingerprint);
    if (record != null) {
      Require.sha256("record", record);
    }
    Require.check(
        (kind == Kind.COMPARISON) == (confirmation != null),
        "confirmation",
        "there for a comparison, and only then",
        confirmation == null ? "missing" : "there");
    notes = List.copyOf(notes);
    series = List.copyOf(series);
    Set<SeriesName> names = new HashSet<>();
    for (HistorySeries each : series) {
      if (!names.add(each.name())) {
        throw Require.fault("series", "of different names", "two " + each.name());
      }
    }
    loads = loads == null ? null : Collections.unmodifiableMap(new TreeMap<>(loads));
  }

  public Optional<String> load(String scenario) {
    return Optional.ofNullable(loads).map(told -> told.get(scenario));
  }

  /**
   * Where the numbers of an entry come from. Texts are data of untrusted contributors: whoever
   * shows them escapes them.
   *
   * @param commit the full id of the revision measured, or {@code unknown} outside a repository
   * @param committedAt when it was committed, by the committer's clock
   */
  public record Provenance(
      String commit,
      @Nullable String parent,
      @Nullable Instant committedAt,
      @Nullable String message,
      @Nullable String author,
      @Nullable String branch,
      @Nullable String release,
      @Nullable String runUrl) {

    public static final String UNKNOWN = "unknown";

    private static final int LONGEST = 500;

    public Provenance {
      Require.text("commit", commit);
    }

    /** A message or a name within reason, and not half a character, which no file could hold. */
    public static String cut(String text) {
      if (text.length() <= LONGEST) {
        return text;
      }
      boolean within = Character.isHighSurrogate(text.charAt(LONGEST - 1));
      return text.substring(0, within ? LONGEST - 1 : LONGEST);
    }

    public static Provenance of(String commit) {
      return new Provenance(commit, null, null, null, null, null, null, null);
    }
  }
}
