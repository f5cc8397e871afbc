package loomwatch.reporting.site;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import loomwatch.reporting.site.Points.Point;
import loomwatch.reporting.site.Points.SeriesKey;

/**
 * One record as the charts need it. Texts from commits are data of untrusted contributors; the
 * pages show them as text only.
 *
 * @param id the record's
 * @param at when it was measured, by its machine's clock
 * @param kind whether it is a point of the trend
 * @param revision what was measured; with a plus sign where the working tree differed
 * @param title first line of the commit's message; empty when unknown
 * @param tomcat the server's version
 * @param jdk its JVM's version
 * @param fingerprint of host and runtime
 * @param verdict of the whole record
 * @param remark what sets it apart, such as its profile or an injected fault; may be empty
 * @param loads by scenario, as in {@link loomwatch.results.history.HistoryEntry#loads}; empty where
 *     nobody told
 * @param points by series and mode; empty for a comparison
 */
record Row(
    String id,
    Instant at,
    Kind kind,
    String revision,
    String title,
    String tomcat,
    String jdk,
    String fingerprint,
    String verdict,
    String remark,
    Map<String, String> loads,
    Map<SeriesKey, Map<String, Point>> points) {

  static final Comparator<Row> BY_TIME = Comparator.comparing(Row::at).thenComparing(Row::id);

  /** What a record is. */
  enum Kind {
    /** Head alone: a point of every series it measured. */
    RUN("run"),
    /** Head against base: its own page and no point, because its servers' JIT is deterministic. */
    COMPARISON("comparison");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }
}
