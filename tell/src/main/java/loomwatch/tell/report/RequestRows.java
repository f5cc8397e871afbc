package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.RequestLoad;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Plain;
import loomwatch.tell.text.MarkdownPage;
import loomwatch.tell.text.MarkdownText;
import loomwatch.tell.text.Page;
import loomwatch.tell.text.Quantity;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Side;

/**
 * Each request of a mix by itself, in each mode: pooled over the valid launches of head, so without
 * intervals. It shows which request a scenario's latency comes from.
 */
public final class RequestRows {
  private static final String CAPTION = "Each request of the mix by itself; launches pooled:";
  private static final List<String> COLUMNS =
      List.of("request", "threads", "answered", "failed", "p50", "p99");
  private static final String INDENT = "  ";
  private static final double NANOS = 1e9;
  private static final int LONGEST = 40;

  /** Pooled samples that must lie beyond a percentile for it to be told. */
  private static final double FEWEST_BEYOND = 10;

  private RequestRows() {}

  /**
   * One of a mix.
   *
   * @param occurrence from 1: others of the same method and path, with another body, go before it
   */
  private record Which(String request, int occurrence) {
    String shown() {
      String name = shortened(Plain.text(request));
      return occurrence == 1 ? name : "%s (%d)".formatted(name, occurrence);
    }
  }

  /** At a terminal; nothing where all requests are alike. */
  static void print(Page page, MeasurementRecord record, String scenario) {
    List<List<String>> rows = rows(record, scenario);
    if (rows.isEmpty()) {
      return;
    }
    page.blank();
    page.text(INDENT, CAPTION);
    Table table = new Table(Side.LEFT, Side.LEFT, Side.RIGHT, Side.RIGHT, Side.RIGHT, Side.RIGHT);
    table.row(COLUMNS.toArray(String[]::new));
    rows.forEach(row -> table.row(row.toArray(String[]::new)));
    if (page.fits(INDENT, table)) {
      page.table(INDENT, table);
      return;
    }
    // For a terminal too narrow for columns.
    for (List<String> row : rows) {
      List<String> told = new ArrayList<>();
      for (int i = 2; i < COLUMNS.size(); i++) {
        told.add(COLUMNS.get(i) + " " + row.get(i));
      }
      page.text(INDENT, "%s, %s: %s".formatted(row.get(0), row.get(1), String.join(", ", told)));
    }
  }

  /** In Markdown; nothing where all requests are alike. */
  public static void print(MarkdownPage page, MeasurementRecord record, String scenario) {
    List<List<String>> rows = rows(record, scenario);
    if (!rows.isEmpty()) {
      page.paragraph(CAPTION);
      page.table(
          List.of("request", "threads", "answered:", "failed:", "p50:", "p99:"),
          rows.stream().map(row -> row.stream().map(MarkdownText::escape).toList()).toList());
    }
  }

  private static List<List<String>> rows(MeasurementRecord record, String scenario) {
    Map<Which, List<List<String>>> byRequest = new LinkedHashMap<>();
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
        .filter(launch -> launch.isOf(Arm.HEAD) && launch.valid())
        .filter(launch -> launch.scenario().equals(scenario) && launch.mode() == mode)
        .map(Launch::load)
        .filter(Objects::nonNull)
        .map(LoadResult::requests)
        .filter(Objects::nonNull);
  }

  private static List<String> row(Which which, Mode mode, List<RequestLoad> pooled) {
    LatencyHistogram latency =
        LatencyHistogram.merged(
            pooled.stream().map(RequestLoad::latency).filter(Objects::nonNull).toList());
    return List.of(
        which.shown(),
        mode.label(),
        count(pooled.stream().mapToLong(RequestLoad::completed).sum()),
        count(pooled.stream().mapToLong(RequestLoad::errors).sum()),
        percentile(latency, 50),
        percentile(latency, 99));
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
