package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.reporting.report.StoredRuns;
import loomwatch.results.Metric.Direction;
import loomwatch.results.StoredRecord;
import loomwatch.results.history.DataJs;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntries;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import org.junit.jupiter.api.Test;

final class DataJsExportTest {
  private static final Thresholds THRESHOLDS = Published.thresholds();
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

  @Test
  void write_run_isAsTheToolWritesIt() {
    assertThat(export(100, run("a", "2026-11-01T00:00:00Z", 0.001)))
        .isEqualTo(
            """
            window.BENCHMARK_DATA = {
              "lastUpdate": 1793491200000,
              "repoUrl": "https://example.org/r",
              "entries": {
                "Loomwatch": [
                  {
                    "commit": {
                      "author": {
                        "name": "A. Author"
                      },
                      "committer": {
                        "name": "A. Author"
                      },
                      "id": "360e5a0c1f0f4f8d2b6a9e7c5d3b1a0987654321",
                      "message": "server: <b>say</b> \\"hello\\"",
                      "timestamp": "2026-11-20T10:00:00Z",
                      "url": "https://example.org/r/commit/360e5a0c1f0f4f8d2b6a9e7c5d3b1a0987654321"
                    },
                    "date": 1793491200000,
                    "tool": "customSmallerIsBetter",
                    "benches": [
                      {
                        "name": "hello virtual latency-p99",
                        "value": 1.0,
                        "unit": "ms",
                        "range": "0.9900 … 1.010",
                        "extra": "launches: 3\\nTomcat: 11.0.25\\nJDK: 25.0.3+9-LTS\\nverdict: pass"
                      },
                      {
                        "name": "hello platform latency-p99",
                        "value": 2.0,
                        "unit": "ms",
                        "range": "2.000 … 2.000",
                        "extra": "launches: 1\\nTomcat: 11.0.25\\nJDK: 25.0.3+9-LTS\\nverdict: pass"
                      }
                    ]
                  }
                ]
              }
            }\
            """);
  }

  @Test
  void write_whatDecidesNothing_isLeftOut() {
    HistorySeries informing =
        new HistorySeries(
            "hello", "virtual", "latency-max", "s", Direction.LOWER_IS_BETTER, List.of(1.0));

    assertThat(export(100, entry("a", "2026-11-01T00:00:00Z", List.of(informing))))
        .doesNotContain("latency-max");
  }

  /** So that both ways lead to the same charts. */
  @Test
  void write_run_hasTheNamesAndUnitsOfPublishBenchmark() throws IOException {
    JudgedRun run = Published.of(StoredRuns.run());
    String exported =
        export(
            100,
            HistoryEntries.ofRun(
                StoredRecord.of(run.record()), Provenance.of("a".repeat(40)), "pass", List.of()));
    JsonNode suite =
        new JsonMapper()
            .readTree(exported.substring(exported.indexOf('{')))
            .at("/entries/Loomwatch/0/benches");
    JsonNode published =
        new JsonMapper()
            .readTree(ChartExport.inputs(run, THRESHOLDS, null).get("smaller-is-better.json"));

    assertThat(namesAndUnits(suite))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(namesAndUnits(published));
  }

  private static List<String> namesAndUnits(JsonNode benches) {
    return Stream.iterate(0, i -> i < benches.size(), i -> i + 1)
        .map(i -> benches.path(i).path("name").asText() + " " + benches.path(i).path("unit"))
        .toList();
  }

  @Test
  void write_readAgain_hasTheSameImportedSeries() {
    String file =
        """
        window.BENCHMARK_DATA = {"entries": {"s": [{"commit": {"id": "abc1234"}, "date": 1, "tool": "go",
          "benches": [{"name": "b", "value": 1.25, "unit": "ns/op"}, {"name": "c", "value": 2, "unit": "MB/s"}]}]}}
        """;
    List<HistoryEntry> entries = read(file);
    List<HistoryEntry> again = read(export(100, entries.toArray(HistoryEntry[]::new)));

    assertThat(again.stream().flatMap(entry -> entry.series().stream()))
        .containsExactlyElementsOf(entries.getFirst().series());
  }

  @Test
  void write_moreThanAsked_keepsTheNewest() {
    List<HistoryEntry> kept =
        read(
            export(
                2,
                run("a", "2026-11-01T00:00:00Z", 0.001),
                run("b", "2026-11-02T00:00:00Z", 0.002),
                run("c", "2026-11-03T00:00:00Z", 0.003)));

    assertThat(kept)
        .extracting(entry -> entry.series().getFirst().values().getFirst())
        .containsExactly(0.002, 0.003);
  }

  private static String export(int newest, HistoryEntry... entries) {
    History history = new History(List.of(entries), "sha256:" + "0".repeat(64));
    return ChartExport.dataJs(history, THRESHOLDS, "https://example.org/r", newest);
  }

  private static List<HistoryEntry> read(String text) {
    return DataJs.read(text, "data.js", DataJs.ImportOptions.NOTHING, NOW).entries();
  }

  private static HistoryEntry run(String id, String measuredAt, double value) {
    return entry(
        id,
        measuredAt,
        List.of(
            series("virtual", List.of(value, value * 1.01, value * 0.99)),
            series("platform", List.of(value * 2))));
  }

  private static HistoryEntry entry(String id, String measuredAt, List<HistorySeries> series) {
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        id,
        HistoryEntry.Kind.RUN,
        Instant.parse(measuredAt),
        new Provenance(
            "360e5a0c1f0f4f8d2b6a9e7c5d3b1a0987654321",
            null,
            Instant.parse("2026-11-20T10:00:00Z"),
            "server: <b>say</b> \"hello\"",
            "A. Author",
            "main",
            null,
            null),
        "11.0.25",
        "25.0.3+9-LTS",
        "sha256:" + "a".repeat(64),
        null,
        "pass",
        null,
        List.of(),
        series);
  }

  private static HistorySeries series(String mode, List<Double> values) {
    return new HistorySeries("hello", mode, "latency-p99", "s", Direction.LOWER_IS_BETTER, values);
  }
}
