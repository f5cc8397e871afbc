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
 * The part of a run that history keeps. Entries are in the order they were added; clocks only show
 * their age.
 *
 * @param schema version of this format: {@link #WITH_LOADS} with loads, else {@link #SCHEMA}
 * @param id unique: the record's, or for an import made from its date and suite
 * @param measuredAt when the measurement began, by its machine's clock, in a {@link KeptMonth}
 * @param fingerprint of the environment: a change of it ends the segment of every series
 * @param record SHA-256 of the record kept under {@code records/}; null for an import or a backfill
 * @param confirmation of a comparison or a backfill; null for other kinds
 * @param series measured values, with unique names; empty for a comparison; of a backfill at the
 *     level of head's run, by {@link HistoryEntries#ofBackfill}
 * @param loads digest of each scenario's load, by {@link HistoryEntries#loads}: a changed load is
 *     another series; null in earlier versions
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
    IMPORT,
    /** An earlier commit compared with one that has a run: a point for readers, never judged. */
    BACKFILL;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Reports whether trend judges its values. */
    public boolean isJudged() {
      return this == RUN || this == IMPORT;
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
        kind.isJudged() == (confirmation == null),
        "confirmation",
        "there for a comparison or a backfill, and only then",
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

  /**
   * Returns what another tool measured, on a machine that is not known.
   *
   * @param fingerprint that only imports from that tool have
   */
  public static HistoryEntry imported(
      String id,
      Instant measuredAt,
      Provenance provenance,
      String fingerprint,
      List<HistorySeries> series) {
    return new HistoryEntry(
        SCHEMA,
        id,
        Kind.IMPORT,
        measuredAt,
        provenance,
        null,
        null,
        fingerprint,
        null,
        null,
        null,
        List.of(),
        series,
        null);
  }

  public Optional<String> load(String scenario) {
    return Optional.ofNullable(loads).map(known -> known.get(scenario));
  }

  /**
   * The origin of an entry's numbers. Texts come from untrusted contributors and must be escaped
   * for display.
   *
   * @param commit the full id of the revision measured, or {@code unknown} outside a repository
   * @param committedAt by the committer's clock
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

    /** Shortens a text without splitting a surrogate pair, which no file could store. */
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
