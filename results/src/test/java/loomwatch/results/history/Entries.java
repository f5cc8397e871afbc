package loomwatch.results.history;

import java.time.Instant;
import java.util.List;
import loomwatch.results.Metric.Direction;
import loomwatch.results.StoredRecord;
import loomwatch.results.history.HistoryEntry.Provenance;

/** Entries for these tests. */
final class Entries {
  private Entries() {}

  /** One of a run, with two series. */
  static HistoryEntry run(String id, String measuredAt, double value) {
    return run(id, measuredAt, value, List.of());
  }

  /** One of a run that passed. */
  static HistoryEntry of(StoredRecord record) {
    return HistoryEntries.ofRun(record, Provenance.of("unknown"), "pass", List.of());
  }

  /** One of a run with that note. */
  static HistoryEntry noted(String id, String note) {
    return run(id, "2026-11-02T00:00:00Z", 1, List.of(note));
  }

  private static HistoryEntry run(String id, String measuredAt, double value, List<String> notes) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        id,
        HistoryEntry.Kind.RUN,
        Instant.parse(measuredAt),
        new Provenance(
            "360e5a0c1f0f4f8d2b6a9e7c5d3b1a0987654321",
            "8d2b6a9e7c5d3b1a0987654321360e5a0c1f0f4f",
            Instant.parse("2026-11-20T10:00:00Z"),
            "server: <b>say</b> \"hello\"",
            "A. Author",
            "main",
            "v1.0",
            "https://example.org/runs/1"),
        "11.0.25",
        "25.0.3+9-LTS",
        "sha256:" + "a".repeat(64),
        null,
        "pass",
        null,
        notes,
        List.of(
            series("virtual", List.of(value, value * 1.01, value * 0.99)),
            series("platform", List.of(value * 2))),
        null);
  }

  private static HistorySeries series(String mode, List<Double> values) {
    return new HistorySeries("hello", mode, "latency-p99", "s", Direction.LOWER_IS_BETTER, values);
  }
}
