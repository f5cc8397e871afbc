package loomwatch.reporting.publish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.reporting.publish.ChartedSeries.ShownUnit;
import loomwatch.results.Metric.Direction;
import loomwatch.results.StrictJson;
import loomwatch.results.history.DataJs;
import loomwatch.results.history.History;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistorySeries.SeriesName;

/**
 * Writes {@code data.js} of github-action-benchmark, for whoever draws from it. An export: it is
 * capped, and nothing is ever read back from it but what was imported. Of what Loomwatch measured
 * it has the {@link ChartedSeries}, as {@code publish benchmark} has them run by run.
 *
 * <p>One suite for each direction, since there a suite has one: {@code Loomwatch}, and {@code
 * Loomwatch, larger is better}. Imported series keep their suite and name.
 */
public final class DataJsExport {
  private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");

  private DataJsExport() {}

  /**
   * The file's text, without a final newline, as that tool writes it.
   *
   * @param thresholds what decides
   * @param repository the page of the repository, without a final slash; may be empty
   * @param newest of each suite at most so many entries; at least 1
   */
  public static String write(
      History history, Thresholds thresholds, String repository, int newest) {
    Set<SeriesName> charted = charted(history, thresholds);
    Map<String, List<ObjectNode>> suites = new TreeMap<>();
    long last = 0;
    for (HistoryEntry entry : history.entries()) {
      last = Math.max(last, entry.measuredAt().toEpochMilli());
      Map<String, List<HistorySeries>> bySuite = new TreeMap<>();
      for (HistorySeries series : entry.series()) {
        if (imported(series) || charted.contains(series.name())) {
          bySuite.computeIfAbsent(suite(series), name -> new ArrayList<>()).add(series);
        }
      }
      bySuite.forEach((name, series) -> {
        // An entry has one tool, and a tool one direction.
        for (Direction direction : Direction.values()) {
          List<HistorySeries> alike =
              series.stream().filter(each -> each.direction() == direction).toList();
          if (!alike.isEmpty()) {
            suites
                .computeIfAbsent(name, n -> new ArrayList<>())
                .add(entry(entry, alike, repository));
          }
        }
      });
    }
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("lastUpdate", last);
    root.put("repoUrl", repository);
    ObjectNode entries = root.putObject("entries");
    suites.forEach((name, all) -> {
      ArrayNode list = entries.putArray(name);
      all.subList(Math.max(0, all.size() - newest), all.size()).forEach(list::add);
    });
    return DataJs.PREFIX + json(root);
  }

  private static Set<SeriesName> charted(History history, Thresholds thresholds) {
    Set<SeriesName> measured =
        history.entries().stream()
            .flatMap(entry -> entry.series().stream())
            .map(HistorySeries::name)
            .collect(Collectors.toSet());
    return Set.copyOf(ChartedSeries.of(thresholds, measured));
  }

  private static boolean imported(HistorySeries series) {
    return series.mode().equals(HistorySeries.IMPORTED);
  }

  private static String suite(HistorySeries series) {
    if (imported(series)) {
      return series.scenario();
    }
    return series.direction() == Direction.LOWER_IS_BETTER
        ? "Loomwatch"
        : "Loomwatch, larger is better";
  }

  private static ObjectNode entry(
      HistoryEntry entry, List<HistorySeries> series, String repository) {
    Provenance from = entry.provenance();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ObjectNode commit = node.putObject("commit");
    String author = Objects.requireNonNullElse(from.author(), "unknown");
    commit.putObject("author").put("name", author);
    commit.putObject("committer").put("name", author);
    commit.put("id", from.commit());
    commit.put("message", Objects.requireNonNullElse(from.message(), ""));
    if (from.committedAt() != null) {
      commit.put("timestamp", from.committedAt().toString());
    }
    commit.put("url", repository.isEmpty() ? "" : repository + "/commit/" + from.commit());
    node.put("date", entry.measuredAt().toEpochMilli());
    node.put(
        "tool",
        series.getFirst().direction() == Direction.LOWER_IS_BETTER
            ? "customSmallerIsBetter"
            : "customBiggerIsBetter");
    ArrayNode benches = node.putArray("benches");
    series.forEach(each -> benches.add(bench(entry, each)));
    return node;
  }

  private static ObjectNode bench(HistoryEntry entry, HistorySeries series) {
    ObjectNode bench = JsonNodeFactory.instance.objectNode();
    double median =
        SampleStatistics.medianOf(
            series.values().stream().mapToDouble(Double::doubleValue).toArray());
    if (imported(series)) {
      return bench.put("name", series.metric()).put("value", median).put("unit", series.unit());
    }
    ShownUnit shown = ShownUnit.of(series.unit());
    bench.put("name", ChartedSeries.title(series.name()));
    bench.put("value", ChartedSeries.value(median, shown));
    bench.put("unit", shown.symbol());
    bench.put(
        "range",
        shown.show(Collections.min(series.values()))
            + " … "
            + shown.show(Collections.max(series.values())));
    bench.put(
        "extra",
        "launches: %d\nTomcat: %s\nJDK: %s\nverdict: %s"
            .formatted(
                series.values().size(),
                Objects.requireNonNullElse(entry.tomcat(), "unknown"),
                Objects.requireNonNullElse(entry.jdk(), "unknown"),
                Objects.requireNonNullElse(entry.verdict(), "unknown")));
    return bench;
  }

  /** As JavaScript's {@code JSON.stringify(data, null, 2)}. */
  private static String json(ObjectNode root) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
                Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER))
            .withObjectIndenter(TWO_SPACES)
            .withArrayIndenter(TWO_SPACES);
    try {
      return StrictJson.WITHOUT_NULLS.writer(printer).writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a tree always has a JSON form", e);
    }
  }
}
