package loomwatch.results.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import loomwatch.results.Direction;
import loomwatch.results.Median;
import loomwatch.results.RecordMapper;

/**
 * Writes {@code data.js} of github-action-benchmark, for whoever draws from it. An export: it is
 * capped, and nothing is ever read back from it but what was imported.
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
   * @param repository the page of the repository, without a final slash; may be empty
   * @param newest of each suite at most so many entries; at least 1
   */
  public static String write(History history, String repository, int newest) {
    Map<String, List<ObjectNode>> suites = new TreeMap<>();
    long last = 0;
    for (HistoryEntry entry : history.entries()) {
      last = Math.max(last, entry.measuredAt().toEpochMilli());
      Map<String, List<HistorySeries>> bySuite = new TreeMap<>();
      for (HistorySeries series : entry.series()) {
        bySuite.computeIfAbsent(suite(series), name -> new ArrayList<>()).add(series);
      }
      bySuite.forEach((name, series) ->
          suites
              .computeIfAbsent(name, n -> new ArrayList<>())
              .add(entry(entry, series, repository)));
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

  private static String suite(HistorySeries series) {
    if (series.mode().equals(HistorySeries.IMPORTED)) {
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
    boolean imported = series.mode().equals(HistorySeries.IMPORTED);
    bench.put(
        "name",
        imported
            ? series.metric()
            : "%s/%s/%s".formatted(series.scenario(), series.mode(), series.metric()));
    bench.put("value", Median.of(series.values().stream().mapToDouble(Double::doubleValue)));
    bench.put("unit", series.unit());
    if (!imported) {
      double low = series.values().stream().mapToDouble(Double::doubleValue).min().orElseThrow();
      double high = series.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
      bench.put("range", low + " … " + high);
      bench.put(
          "extra",
          "launches: %d\nTomcat: %s\nJDK: %s\nverdict: %s"
              .formatted(
                  series.values().size(),
                  Objects.requireNonNullElse(entry.tomcat(), "unknown"),
                  Objects.requireNonNullElse(entry.jdk(), "unknown"),
                  Objects.requireNonNullElse(entry.verdict(), "unknown")));
    }
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
      return RecordMapper.INSTANCE.writer(printer).writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot happen: a tree always has a JSON form", e);
    }
  }
}
