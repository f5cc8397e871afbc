package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Colour;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;

/** What a report says of each request of a mix. */
final class RequestsOfAMixTest {
  private static final RequestLoad ITEMS =
      new RequestLoad("/items", 1_800, 0, latency(1e-3, 1_800));
  private static final RequestLoad ORDERS =
      new RequestLoad("POST /orders", 200, 3, latency(8e-3, 200));

  @Test
  void render_allOfAMix_hasARowForEachRequestAndMode() {
    String report = all(record(ITEMS, ORDERS), 100);

    assertThat(report)
        .contains(
            """
              Each request of the mix by itself; launches pooled:
              request       threads   answered  failed      p50      p99
              /items        platform     3,600       0     1 ms  1.08 ms
              /items        virtual      3,600       0     1 ms  1.08 ms
              POST /orders  platform       400       6  8.00 ms        –
              POST /orders  virtual        400       6  8.00 ms        –
            """);
  }

  /** They differ in their bodies, as those of GraphQL do. */
  @Test
  void render_twoOfTheSamePath_areTwoRows() {
    RequestLoad cheap = new RequestLoad("POST /graphql", 1_800, 0, latency(1e-3, 1_800));
    RequestLoad costly = new RequestLoad("POST /graphql", 200, 3, latency(8e-3, 200));

    assertThat(all(record(cheap, costly), 100).lines().map(String::strip))
        .anyMatch(line -> line.matches("POST /graphql +platform +3,600 +0 .*"))
        .anyMatch(line -> line.matches("POST /graphql \\(2\\) +platform +400 +6 .*"));
  }

  @Test
  void render_narrow_tellsThemInLines() {
    RequestLoad longer =
        new RequestLoad("/items?" + "page=1&".repeat(9), 200, 3, latency(8e-3, 200));

    assertThat(all(record(longer), 60).replaceAll("\\s+", " "))
        .contains(
            "/items?page=***&page=***&page=***&page=… virtual: answered 400, failed 6, p50 8.00 ms,"
                + " p99 –");
  }

  @Test
  void render_inShort_leavesThemOut() {
    MeasurementRecord record = record(ITEMS, ORDERS);
    assertThat(
            new Report(Runs.judged(record), record)
                .terminal(new Style(100, Colour.OFF, Detail.KEY)))
        .doesNotContain("by itself");
  }

  @Test
  void render_requestsAllAlike_saysNothingOfThem() {
    MeasurementRecord typical = Runs.typical();
    assertThat(all(typical, 100)).doesNotContain("by itself");
  }

  @Test
  void render_markdown_hasThemAmongAllMetrics() {
    MeasurementRecord record = record(ITEMS, ORDERS);
    assertThat(new Report(Runs.judged(record), record).markdown())
        .contains("Each request of the mix by itself", "3,600");
  }

  /** A record may come from an untrusted contributor. */
  @Test
  void render_requestsThatWantToSteer_arePlain() {
    for (String trick : Hostile.TRICKS) {
      MeasurementRecord record = record(new RequestLoad(trick, 20, 0, latency(1e-3, 20)));
      for (int width : List.of(60, 100)) {
        assertThat(all(record, width)).doesNotContain("\033", "\007", "\u202E");
      }
      String html = Rendered.html(new Report(Runs.judged(record), record).markdown());
      assertThat(Rendered.OURS).containsAll(Rendered.names(html));
    }
  }

  private static String all(MeasurementRecord record, int width) {
    return new Report(Runs.judged(record), record)
        .terminal(new Style(width, Colour.OFF, Detail.ALL));
  }

  private static MeasurementRecord record(RequestLoad... requests) {
    Scenario hello = Runs.hello();
    Launches launches = new Launches();
    Stream.of(1, 2)
        .forEach(round ->
            Stream.of(Mode.values())
                .forEach(
                    mode -> launches.list().add(launch(round, mode, hello, List.of(requests)))));
    return Runs.record(List.of(hello), launches, List.of());
  }

  private static Launch launch(
      int round, Mode mode, Scenario scenario, List<RequestLoad> requests) {
    LoadResult load =
        new LoadResult(
            "embedded",
            "1.0",
            scenario.requestsPerSecond(),
            scenario.connections(),
            1,
            2_000,
            2_000,
            LoadErrors.NONE,
            0,
            2_000,
            latency(1e-3, 2_000),
            null,
            List.of(),
            0,
            List.of(),
            requests,
            null,
            null,
            null);
    return new Launch(
        round,
        mode.ordinal(),
        "head",
        mode,
        scenario.name(),
        Instant.EPOCH,
        null,
        null,
        load,
        List.of(),
        List.of(Sample.of(Metric.LATENCY_P50, 1e-3)),
        List.of());
  }

  private static LatencyHistogram latency(double median, int requests) {
    return new Launches.Latency(median, 2e-2 * median, requests).histogram();
  }
}
