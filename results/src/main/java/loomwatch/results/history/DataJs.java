package loomwatch.results.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import loomwatch.results.Direction;
import loomwatch.results.RecordException;
import loomwatch.results.RecordMapper;
import loomwatch.results.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code data.js} of github-action-benchmark 1.x: so a team keeps its past.
 *
 * <p>A suite becomes a scenario, a benchmark a metric, the mode is {@code imported}, and each value
 * stands for one launch. What the file does not say stays unknown; a value that is null, empty or
 * no number, which that tool draws as 0, is left out. Which way a benchmark gets better follows
 * from the tool, as there; of JMH also from the unit, as throughput is better when it is larger.
 */
public final class DataJs {
  static final String PREFIX = "window.BENCHMARK_DATA = ";

  /** What stands for host and toolchain, of which the file says nothing. */
  static final String FINGERPRINT = "imported from github-action-benchmark";

  private static final int LONGEST = 500;

  /** The tools of version 1.22, {@code biggerIsBetter} in its {@code write.ts}. */
  private static final Map<String, Direction> TOOLS =
      Map.ofEntries(
          Map.entry("cargo", Direction.LOWER_IS_BETTER),
          Map.entry("go", Direction.LOWER_IS_BETTER),
          Map.entry("benchmarkjs", Direction.HIGHER_IS_BETTER),
          Map.entry("benchmarkluau", Direction.LOWER_IS_BETTER),
          Map.entry("pytest", Direction.HIGHER_IS_BETTER),
          Map.entry("googlecpp", Direction.LOWER_IS_BETTER),
          Map.entry("catch2", Direction.LOWER_IS_BETTER),
          Map.entry("julia", Direction.LOWER_IS_BETTER),
          Map.entry("jmh", Direction.LOWER_IS_BETTER),
          Map.entry("benchmarkdotnet", Direction.LOWER_IS_BETTER),
          Map.entry("customBiggerIsBetter", Direction.HIGHER_IS_BETTER),
          Map.entry("customSmallerIsBetter", Direction.LOWER_IS_BETTER));

  private final String source;
  private int leftOut;

  private DataJs(String source) {
    this.source = source;
  }

  /**
   * What was read.
   *
   * @param entries each suite's in its own order, the suites merged by date
   * @param leftOut how many values were no numbers
   */
  public record Imported(List<HistoryEntry> entries, int leftOut) {
    public Imported {
      entries = List.copyOf(entries);
    }
  }

  /**
   * Reads the file's text.
   *
   * @param source how messages name it
   * @throws RecordException when it is no such file
   */
  public static Imported read(String text, String source) {
    DataJs reader = new DataJs(source);
    List<List<HistoryEntry>> suites = new ArrayList<>();
    reader
        .root(text)
        .properties()
        .forEach(suite -> suites.add(reader.suite(suite.getKey(), suite.getValue())));
    return new Imported(merged(suites), reader.leftOut);
  }

  private JsonNode root(String text) {
    if (!text.startsWith(PREFIX)) {
      throw fault("file must begin with \"" + PREFIX + "\", did not", null);
    }
    try {
      JsonNode root = RecordMapper.INSTANCE.readTree(text.substring(PREFIX.length()));
      if (!root.path("entries").isObject()) {
        throw fault("entries must be an object of suites, was not", null);
      }
      return root.path("entries");
    } catch (JsonProcessingException e) {
      String reason = e.getOriginalMessage().lines().findFirst().orElse("");
      throw fault("file must be JSON after its first words, was not: " + reason, e);
    }
  }

  private List<HistoryEntry> suite(String name, JsonNode list) {
    if (!list.isArray()) {
      throw fault("entries of suite " + Checks.quoted(name) + " must be a list, was not", null);
    }
    List<HistoryEntry> entries = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      entries.add(entry(name.isBlank() ? "unnamed" : name, i, list.get(i)));
    }
    return entries;
  }

  private HistoryEntry entry(String suite, int index, JsonNode node) {
    String where = "%s[%d]".formatted(Checks.quoted(suite), index);
    if (!node.path("date").isIntegralNumber() || !node.path("date").canConvertToLong()) {
      throw fault(where + ".date must be milliseconds, was not", null);
    }
    String commit = node.at("/commit/id").asText("");
    if (commit.isBlank()) {
      throw fault(where + ".commit.id must be a commit, was missing", null);
    }
    Direction direction = TOOLS.get(node.path("tool").asText(""));
    if (direction == null) {
      throw fault(
          "%s.tool must be one of %s, was %s"
              .formatted(
                  where,
                  String.join(", ", TOOLS.keySet().stream().sorted().toList()),
                  Checks.quoted(node.path("tool").asText(""))),
          null);
    }
    Instant date = Instant.ofEpochMilli(node.path("date").longValue());
    return new HistoryEntry(
        HistoryEntry.SCHEMA,
        id(suite, index, date, commit),
        HistoryEntry.Kind.IMPORT,
        date,
        provenance(commit, node.path("commit")),
        null,
        null,
        FINGERPRINT,
        null,
        null,
        null,
        List.of(),
        series(suite, node.path("benches"), direction));
  }

  private List<HistorySeries> series(String suite, JsonNode benches, Direction ofTool) {
    Map<String, HistorySeries> series = new LinkedHashMap<>();
    for (JsonNode bench : benches) {
      JsonNode value = bench.path("value");
      String name = bench.path("name").asText("");
      if (!value.isNumber() || !Double.isFinite(value.doubleValue()) || name.isBlank()) {
        leftOut++;
        continue;
      }
      String unit = bench.path("unit").asText("");
      boolean throughput = unit.toLowerCase(Locale.ROOT).startsWith("ops/");
      series.putIfAbsent(
          name,
          new HistorySeries(
              suite,
              HistorySeries.IMPORTED,
              name,
              unit,
              throughput ? Direction.HIGHER_IS_BETTER : ofTool,
              List.of(value.doubleValue())));
    }
    return List.copyOf(series.values());
  }

  private static Provenance provenance(String commit, JsonNode node) {
    return new Provenance(
        commit,
        null,
        time(node.path("timestamp").asText("")),
        text(node.path("message").asText("")),
        text(node.at("/author/name").asText("")),
        null,
        null,
        null);
  }

  private static @Nullable Instant time(String text) {
    try {
      return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The first line, within reason; or null. */
  private static @Nullable String text(String text) {
    Optional<String> line = text.lines().findFirst().filter(first -> !first.isBlank());
    return line.map(first -> first.substring(0, Math.min(LONGEST, first.length()))).orElse(null);
  }

  /** The same whenever the same file is read, so that reading it twice adds nothing. */
  private static String id(String suite, int index, Instant date, String commit) {
    String hash = Sha256.of(String.join("\n", suite, String.valueOf(index), commit));
    return "import-%d-%s".formatted(date.toEpochMilli(), hash.substring(7, 19));
  }

  /** By date between suites; within one the file's order holds whatever the dates say. */
  private static List<HistoryEntry> merged(List<List<HistoryEntry>> suites) {
    int[] next = new int[suites.size()];
    List<HistoryEntry> merged = new ArrayList<>();
    while (true) {
      Optional<Integer> first =
          IntStream.range(0, next.length)
              .boxed()
              .filter(i -> next[i] < suites.get(i).size())
              .min(Comparator.comparing(i -> suites.get(i).get(next[i]).measuredAt()));
      if (first.isEmpty()) {
        return merged;
      }
      merged.add(suites.get(first.get()).get(next[first.get()]++));
    }
  }

  private RecordException fault(String message, @Nullable Throwable cause) {
    String whole =
        (source + ": " + message).replaceAll("\\p{Cntrl}", "?")
            + "; name a data.js of github-action-benchmark";
    return cause == null ? new RecordException(whole) : new RecordException(whole, cause);
  }
}
