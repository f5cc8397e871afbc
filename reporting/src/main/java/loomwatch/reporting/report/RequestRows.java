package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Quantity;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Plain;

/**
 * Each request of a mix by itself, in each mode: pooled over the valid launches of head, so without
 * intervals. It shows which request a scenario's latency comes from.
 */
final class RequestRows {
  private static final String CAPTION = "Each request of the mix by itself; launches pooled:";

  private static final List<Column<Row>> COLUMNS =
      List.of(
          Column.key("request", Row::request),
          Column.key("threads", row -> row.mode().label()),
          Column.right("answered", row -> count(row.answered())),
          Column.right("failed", row -> count(row.failed())),
          Column.right("p50", row -> percentile(row.latency(), 50)),
          Column.right("p99", row -> percentile(row.latency(), 99)));

  private static final double NANOS = 1e9;
  private static final int LONGEST = 40;

  /** Pooled samples that must lie beyond a percentile for it to be told. */
  private static final double FEWEST_BEYOND = 10;

  private RequestRows() {}

  /** One request in one mode. */
  private record Row(
      String request, Mode mode, long answered, long failed, LatencyHistogram latency) {}

  /**
   * One of a mix.
   *
   * @param occurrence from 1: others of the same method and path, with another body, go before it
   */
  private record Which(String request, int occurrence) {
    String shown() {
      String name = shortened(Plain.text(request));
      return occurrence == 1 ? name : "%s (%s)".formatted(name, occurrence);
    }
  }

  /** Nothing where all requests are alike. */
  static void write(Section section, MeasurementRecord record, String scenario) {
    List<Row> rows = rows(record, scenario);
    if (!rows.isEmpty()) {
      section.gap().text(CAPTION).table(rows, COLUMNS);
    }
  }

  private static List<Row> rows(MeasurementRecord record, String scenario) {
    Map<Which, List<Row>> byRequest = new LinkedHashMap<>();
    for (Mode mode : Mode.values()) {
      Map<Which, List<RequestLoad>> loads = new LinkedHashMap<>();
      launches(record, scenario, mode).forEach(launch -> add(launch, loads));
      loads.forEach((which, pooled) ->
          byRequest.computeIfAbsent(which, any -> new ArrayList<>()).add(row(which, mode, pooled)));
    }
    return byRequest.values().stream().flatMap(List::stream).toList();
  }

  private static void add(List<RequestLoad> launch, Map<Which, List<RequestLoad>> loads) {
    Map<String, Integer> seen = new HashMap<>();
    for (RequestLoad load : launch) {
      int before = seen.getOrDefault(load.request(), 0);
      seen.put(load.request(), before + 1);
      loads
          .computeIfAbsent(new Which(load.request(), before + 1), any -> new ArrayList<>())
          .add(load);
    }
  }

  /** All of the mix, in its order, of each launch. */
  private static Stream<List<RequestLoad>> launches(
      MeasurementRecord record, String scenario, Mode mode) {
    return record.launches().stream()
        .filter(launch -> launch.isOf(Side.HEAD) && launch.valid())
        .filter(launch -> launch.scenario().equals(scenario) && launch.mode() == mode)
        .map(Launch::load)
        .filter(Objects::nonNull)
        .map(LoadResult::requests)
        .filter(Objects::nonNull);
  }

  private static Row row(Which which, Mode mode, List<RequestLoad> pooled) {
    return new Row(
        which.shown(),
        mode,
        pooled.stream().mapToLong(RequestLoad::completed).sum(),
        pooled.stream().mapToLong(RequestLoad::errors).sum(),
        LatencyHistogram.merged(
            pooled.stream().map(RequestLoad::latency).filter(Objects::nonNull).toList()));
  }

  private static String percentile(LatencyHistogram latency, double percentile) {
    return latency.count() == 0 || latency.samplesBeyond(percentile) < FEWEST_BEYOND
        ? "–"
        : Quantity.of(latency.nanosAt(percentile) / NANOS, "s", null);
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String shortened(String request) {
    return request.codePointCount(0, request.length()) <= LONGEST
        ? request
        : request.substring(0, request.offsetByCodePoints(0, LONGEST - 1)) + "…";
  }
}
