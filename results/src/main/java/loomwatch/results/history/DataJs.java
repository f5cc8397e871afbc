package loomwatch.results.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import loomwatch.results.Direction;
import loomwatch.results.JsonFault;
import loomwatch.results.RecordMapper;
import loomwatch.results.Require;
import loomwatch.results.files.Plain;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code data.js} of github-action-benchmark 1.x: so a team keeps its past.
 *
 * <p>A suite becomes a scenario, a benchmark a metric, the mode is {@code imported}, and each value
 * stands for one launch. What the file does not say stays unknown; a value that is null, empty or
 * no number, which that tool draws as 0, is left out. Which way a benchmark gets better follows
 * from its unit, and where that leaves it open from the tool, as there.
 */
public final class DataJs {
  public static final String PREFIX = "window.BENCHMARK_DATA = ";

  /** What stands for host and toolchain, of which the file says nothing. */
  static final String FINGERPRINT = "imported from github-action-benchmark";

  private final String source;
  private final Told told;
  private final Instant latest;
  private final SortedMap<String, Integer> undirected = new TreeMap<>();
  private int leftOut;

  private DataJs(String source, Told told, Instant now) {
    this.source = source;
    this.told = told;
    this.latest = now.plus(Duration.ofDays(1));
  }

  /**
   * What somebody says of a file.
   *
   * @param direction which way all its benchmarks get better, or null for what units and tools tell
   * @param tool one of {@link #tools} that stands for those its entries name, or null
   */
  public record Told(@Nullable Direction direction, @Nullable String tool) {
    /** Nothing. */
    public static final Told NOTHING = new Told(null, null);

    public Told {
      if (tool != null && !tools().contains(tool)) {
        throw Require.fault("tool", "one of " + String.join(", ", tools()), Require.quoted(tool));
      }
    }
  }

  /** The names of tools that are known. */
  public static List<String> tools() {
    return BenchmarkTool.names();
  }

  /**
   * What was read.
   *
   * @param entries each suite's in its own order, the suites merged by date
   * @param leftOut how many values were no numbers
   * @param undirected how many entries were left out because neither a unit nor their tool tells
   *     which way is better, by the tool they name, in quotes
   */
  public record Imported(
      List<HistoryEntry> entries, int leftOut, SortedMap<String, Integer> undirected) {
    public Imported {
      entries = List.copyOf(entries);
      undirected = Collections.unmodifiableSortedMap(new TreeMap<>(undirected));
    }

    /** The entries but those imported before, under whatever id: a capped file moves its places. */
    public List<HistoryEntry> notIn(List<HistoryEntry> stored) {
      return entries.stream()
          .filter(entry -> stored.stream().noneMatch(other -> isSame(entry, other)))
          .toList();
    }

    private static boolean isSame(HistoryEntry entry, HistoryEntry other) {
      // By its id too: another direction may be told of it than when it was imported.
      return other.kind() == HistoryEntry.Kind.IMPORT
          && other.measuredAt().equals(entry.measuredAt())
          && other.provenance().commit().equals(entry.provenance().commit())
          && (other.id().equals(entry.id()) || other.series().equals(entry.series()));
    }
  }

  /**
   * Reads the file's text.
   *
   * @param source how messages name it
   * @param told by whoever imports it
   * @param now nothing was measured later than that, but for clocks that differ by a day
   * @throws RecordException when it is no such file, or tells the direction of nothing in it
   */
  public static Imported read(String text, String source, Told told, Instant now) {
    DataJs reader = new DataJs(source, told, now);
    List<List<HistoryEntry>> suites = new ArrayList<>();
    reader
        .root(text)
        .properties()
        .forEach(suite -> suites.add(reader.suite(kept(suite.getKey()), suite.getValue())));
    List<HistoryEntry> entries = merged(suites);
    if (entries.isEmpty() && !reader.undirected.isEmpty()) {
      throw new RecordException(
          "%s: a unit or the tool must tell which way is better, was tool %s; --direction or --tool tells"
              .formatted(source, String.join(", ", reader.undirected.keySet())));
    }
    return new Imported(entries, reader.leftOut, reader.undirected);
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
      throw fault("file must be JSON after its first words, was not: " + JsonFault.firstLine(e), e);
    }
  }

  private List<HistoryEntry> suite(String name, JsonNode list) {
    if (!list.isArray()) {
      throw fault("entries of suite " + Require.quoted(name) + " must be a list, was not", null);
    }
    return IntStream.range(0, list.size())
        .mapToObj(i -> entry(name.isBlank() ? "unnamed" : name, i, list.get(i)))
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<HistoryEntry> entry(String suite, int index, JsonNode node) {
    String where = "%s[%d]".formatted(Require.quoted(suite), index);
    Instant date = date(where, node.path("date"));
    String commit = said(node.at("/commit/id"));
    if (commit.isBlank()) {
      throw fault(where + ".commit.id must be a commit, was missing", null);
    }
    String tool = node.path("tool").asText("");
    int before = leftOut;
    Optional<List<HistorySeries>> series = series(suite, node.path("benches"), tool);
    if (series.isEmpty()) {
      leftOut = before;
      undirected.merge(Plain.text(Require.quoted(tool)), 1, Integer::sum);
      return Optional.empty();
    }
    return Optional.of(
        new HistoryEntry(
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
            series.get()));
  }

  private Instant date(String where, JsonNode node) {
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw fault(where + ".date must be milliseconds, was not", null);
    }
    Instant date = Instant.ofEpochMilli(node.longValue());
    if (date.isBefore(Instant.EPOCH) || date.isAfter(latest)) {
      throw fault(
          "%s.date must be milliseconds since 1970 and not in the future, was %d, %s"
              .formatted(where, node.longValue(), date),
          null);
    }
    return date;
  }

  /** As somebody said, or the unit tells, or the tool. */
  private Optional<Direction> direction(String unit, String tool) {
    return Optional.ofNullable(told.direction)
        .or(() -> UnitDirection.of(unit))
        .or(() -> BenchmarkTool.direction(told.tool == null ? tool : told.tool));
  }

  /** Nothing when the direction of one is unknown: in parts the entry could not be told later. */
  private Optional<List<HistorySeries>> series(String suite, JsonNode benches, String tool) {
    Map<String, HistorySeries> series = new LinkedHashMap<>();
    for (JsonNode bench : benches) {
      JsonNode value = bench.path("value");
      String name = said(bench.path("name"));
      if (!value.isNumber() || !HistorySeries.isValue(value.doubleValue()) || name.isBlank()) {
        leftOut++;
        continue;
      }
      String unit = said(bench.path("unit"));
      Optional<Direction> direction = direction(unit, tool);
      if (direction.isEmpty()) {
        return Optional.empty();
      }
      series.putIfAbsent(
          name,
          new HistorySeries(
              suite,
              HistorySeries.IMPORTED,
              name,
              unit,
              direction.get(),
              List.of(value.doubleValue())));
    }
    return Optional.of(List.copyOf(series.values()));
  }

  private static Provenance provenance(String commit, JsonNode node) {
    return new Provenance(
        commit,
        null,
        time(node.path("timestamp").asText("")),
        text(said(node.path("message"))),
        text(said(node.at("/author/name"))),
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
    return line.map(Provenance::cut).orElse(null);
  }

  private static String said(JsonNode node) {
    return kept(node.asText(""));
  }

  /** As it will be read again: half of a surrogate pair becomes a question mark. */
  private static String kept(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /** The same whenever the same file is read, so that reading it twice adds nothing. */
  private static String id(String suite, int index, Instant date, String commit) {
    String hash = Sha256.of(String.join("\n", suite, String.valueOf(index), commit));
    return "import-" + date.toEpochMilli() + "-" + hash.substring(7, 19);
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
    String whole = source + ": " + message + "; name a data.js of github-action-benchmark";
    return cause == null ? new RecordException(whole) : new RecordException(whole, cause);
  }
}
