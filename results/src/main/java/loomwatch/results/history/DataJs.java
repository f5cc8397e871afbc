package loomwatch.results.history;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loomwatch.results.JsonFormat;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Require;
import loomwatch.results.files.Plain;
import loomwatch.results.files.RecordException;
import loomwatch.results.files.Sha256;
import loomwatch.results.history.HistoryEntry.Provenance;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code data.js} of github-action-benchmark 1.x, so that a team keeps its history.
 *
 * <p>A suite becomes a scenario, a benchmark a metric, the mode is {@code imported}, and each value
 * stands for one launch, in its unit without a prefix. Missing facts stay unknown; a value that is
 * null, empty or no number, which that tool draws as 0, is left out. The direction follows from a
 * chosen tool, else from the unit, else from the file's tool.
 */
public final class DataJs {
  public static final String PREFIX = "window.BENCHMARK_DATA = ";

  /** Matches what precedes the JSON, with comments and blanks; plain JSON is read as well. */
  private static final Pattern BEFORE =
      Pattern.compile(
          "(?s)\\uFEFF?(?:\\s++|//[^\n]*+\n|/\\*.*?\\*/)*+(?:window\\.BENCHMARK_DATA\\s*=)?");

  private static final Pattern AFTER =
      Pattern.compile("(?s)(?:[\\s;]++|//[^\n]*+(?:\n|$)|/\\*.*?\\*/)*+");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .build();

  static final String FINGERPRINT = "imported from github-action-benchmark";

  private final String source;
  private final ImportOptions options;
  private final Instant latest;
  private final SortedMap<String, Integer> undirected = new TreeMap<>();
  private final SortedSet<String> conflicts = new TreeSet<>();
  private int leftOut;
  private int repeated;

  private DataJs(String source, ImportOptions options, Instant now) {
    this.source = source;
    this.options = options;
    this.latest = now.plus(Duration.ofDays(1));
  }

  /**
   * The options of an import.
   *
   * @param direction in which all benchmarks improve, or null to use units and tools
   * @param tool one of {@link #tools} that overrides those of the entries, or null
   */
  public record ImportOptions(@Nullable Direction direction, @Nullable String tool) {
    public static final ImportOptions NOTHING = new ImportOptions(null, null);

    public ImportOptions {
      if (tool != null && !tools().contains(tool)) {
        throw Require.fault("tool", "one of " + String.join(", ", tools()), Require.quoted(tool));
      }
    }
  }

  public static List<String> tools() {
    return BenchmarkTool.names();
  }

  /**
   * The result of an import.
   *
   * @param entries in the order of their suites, which are merged by date
   * @param leftOut number of values that were no numbers
   * @param repeated number of values whose entry has another of that name and unit
   * @param conflicts benchmarks whose unit suggests another direction than the chosen tool
   * @param undirected number of entries left out without a known direction, by quoted tool
   */
  public record ImportedHistory(
      List<HistoryEntry> entries,
      int leftOut,
      int repeated,
      List<String> conflicts,
      SortedMap<String, Integer> undirected) {
    public ImportedHistory {
      entries = List.copyOf(entries);
      conflicts = List.copyOf(conflicts);
      undirected = Collections.unmodifiableSortedMap(new TreeMap<>(undirected));
    }

    public List<HistoryEntry> notIn(List<HistoryEntry> stored) {
      return entries.stream()
          .filter(entry -> stored.stream().noneMatch(other -> isSame(entry, other)))
          .toList();
    }

    private static boolean isSame(HistoryEntry entry, HistoryEntry other) {
      // Ids are compared too, as the direction may differ from that of the earlier import.
      return other.kind() == HistoryEntry.Kind.IMPORT
          && other.measuredAt().equals(entry.measuredAt())
          && other.provenance().commit().equals(entry.provenance().commit())
          && (other.id().equals(entry.id()) || other.series().equals(entry.series()));
    }
  }

  /**
   * Reads the file's text.
   *
   * @param now latest time of a measurement, except for clocks that differ by a day
   * @throws RecordException if it is no such file, or no direction in it is known
   */
  public static ImportedHistory read(
      String text, String source, ImportOptions options, Instant now) {
    DataJs reader = new DataJs(source, options, now);
    List<List<HistoryEntry>> suites = new ArrayList<>();
    reader
        .root(text)
        .properties()
        .forEach(suite -> suites.add(reader.suite(kept(suite.getKey()), suite.getValue())));
    List<HistoryEntry> entries = merged(suites);
    if (entries.isEmpty() && !reader.undirected.isEmpty()) {
      throw new RecordException(
          "%s: a unit or the tool must say which way is better, was tool %s; --direction or --tool decides"
              .formatted(source, String.join(", ", reader.undirected.keySet())));
    }
    return new ImportedHistory(
        entries, reader.leftOut, reader.repeated, List.copyOf(reader.conflicts), reader.undirected);
  }

  private JsonNode root(String text) {
    Matcher before = BEFORE.matcher(text);
    int from = before.lookingAt() ? before.end() : 0;
    // Blanks keep the line and column of faults.
    String json = text.substring(0, from).replaceAll("[^\n]", " ") + text.substring(from);
    try (JsonParser parser = MAPPER.createParser(json)) {
      JsonNode root = MAPPER.readTree(parser);
      requireEnd(json, (int) parser.currentLocation().getCharOffset());
      if (root == null || !root.path("entries").isObject()) {
        throw fault("", "entries must be an object of suites, was not", null);
      }
      return root.path("entries");
    } catch (JsonProcessingException e) {
      throw fault(
          JsonFormat.position(e.getLocation()),
          "file must be an object of JSON or JavaScript, was not: " + JsonFormat.firstLine(e),
          e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot happen: it is in memory", e);
    }
  }

  private void requireEnd(String json, int end) {
    Matcher after = AFTER.matcher(json).region(end, json.length());
    int at = after.lookingAt() ? after.end() : end;
    if (at < json.length()) {
      String before = json.substring(0, at);
      throw fault(
          ":%d:%d"
              .formatted(
                  1 + before.chars().filter(c -> c == '\n').count(), at - before.lastIndexOf('\n')),
          "file must end after its object, went on with "
              + Require.quoted(json.substring(at).lines().findFirst().orElse("")),
          null);
    }
  }

  private List<HistoryEntry> suite(String name, JsonNode list) {
    if (!list.isArray()) {
      throw fault(
          "", "entries of suite " + Require.quoted(name) + " must be a list, was not", null);
    }
    Set<String> apart = inSeveralUnits(list);
    return IntStream.range(0, list.size())
        .mapToObj(i -> entry(name.isBlank() ? "(no name)" : name, i, list.get(i), apart))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Set<String> inSeveralUnits(JsonNode list) {
    Map<String, String> units = new HashMap<>();
    Set<String> several = new HashSet<>();
    for (JsonNode entry : list) {
      for (JsonNode bench : entry.path("benches")) {
        String name = said(bench.path("name"));
        String unit = BenchmarkUnit.of(said(bench.path("unit"))).symbol();
        String known = units.putIfAbsent(name, unit);
        if (known != null && !known.equals(unit)) {
          several.add(name);
        }
      }
    }
    return several;
  }

  private Optional<HistoryEntry> entry(String suite, int index, JsonNode node, Set<String> apart) {
    String where = "%s[%d]".formatted(Require.quoted(suite), index);
    Instant date = date(where, node.path("date"));
    String commit = said(node.at("/commit/id"));
    if (commit.isBlank()) {
      throw fault("", where + ".commit.id must be a commit, was missing", null);
    }
    String tool = node.path("tool").asText("");
    int before = leftOut;
    Optional<List<HistorySeries>> series = series(suite, node.path("benches"), tool, apart);
    if (series.isEmpty()) {
      leftOut = before;
      undirected.merge(Plain.text(Require.quoted(tool)), 1, Integer::sum);
      return Optional.empty();
    }
    return Optional.of(
        HistoryEntry.imported(
            id(suite, index, date, commit),
            date,
            provenance(commit, node.path("commit")),
            FINGERPRINT,
            series.get()));
  }

  private Instant date(String where, JsonNode node) {
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw fault("", where + ".date must be milliseconds, was not", null);
    }
    Instant date = Instant.ofEpochMilli(node.longValue());
    if (date.isBefore(Instant.EPOCH) || date.isAfter(latest)) {
      throw fault(
          "",
          "%s.date must be milliseconds since 1970 and not in the future, was %d, %s"
              .formatted(where, node.longValue(), date),
          null);
    }
    return date;
  }

  /** Returns the direction by options, else chosen tool, unit, or the file's tool. */
  private Optional<Direction> direction(String name, String unit, String tool) {
    if (options.direction != null) {
      return Optional.of(options.direction);
    }
    String of = options.tool == null ? tool : options.tool;
    Optional<Direction> byTool = BenchmarkTool.direction(of);
    Optional<Direction> byUnit = BenchmarkUnit.direction(unit);
    if (!BenchmarkTool.knowsDirection(of)) {
      return byUnit.or(() -> byTool);
    }
    if (byUnit.isPresent() && !byUnit.equals(byTool)) {
      conflicts.add("%s in %s is of tool %s".formatted(Plain.text(name), Plain.text(unit), of));
    }
    return byTool;
  }

  /** Returns the series; empty if one has no direction, as an entry is stored whole. */
  private Optional<List<HistorySeries>> series(
      String suite, JsonNode benches, String tool, Set<String> apart) {
    Map<String, HistorySeries> series = new LinkedHashMap<>();
    for (JsonNode bench : benches) {
      JsonNode value = bench.path("value");
      String name = said(bench.path("name"));
      String unit = said(bench.path("unit"));
      BenchmarkUnit base = BenchmarkUnit.of(unit);
      double measured = value.doubleValue() * base.factor();
      if (!value.isNumber() || !HistorySeries.isValue(measured) || name.isBlank()) {
        leftOut++;
        continue;
      }
      Optional<Direction> direction = direction(name, unit, tool);
      if (direction.isEmpty()) {
        return Optional.empty();
      }
      String metric = apart.contains(name) ? name + " (" + base.symbol() + ")" : name;
      HistorySeries other =
          series.putIfAbsent(
              metric,
              new HistorySeries(
                  suite,
                  HistorySeries.IMPORTED,
                  metric,
                  base.symbol(),
                  direction.get(),
                  List.of(measured)));
      repeated += other == null ? 0 : 1;
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

  private static @Nullable String text(String text) {
    Optional<String> line = text.lines().findFirst().filter(first -> !first.isBlank());
    return line.map(Provenance::cut).orElse(null);
  }

  private static String said(JsonNode node) {
    return kept(node.asText(""));
  }

  /** Replaces half surrogate pairs by question marks, as writing would. */
  private static String kept(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  /** Returns the same id for the same file, so that importing it twice adds nothing. */
  private static String id(String suite, int index, Instant date, String commit) {
    String hash = Sha256.of(String.join("\n", suite, String.valueOf(index), commit));
    return "import-" + date.toEpochMilli() + "-" + hash.substring(7, 19);
  }

  /** Merges suites by date; within a suite the file's order stays, whatever its dates. */
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

  private RecordException fault(String at, String message, @Nullable Throwable cause) {
    String whole = source + at + ": " + message + "; name a data.js of github-action-benchmark";
    return cause == null ? new RecordException(whole) : new RecordException(whole, cause);
  }

  private static final class BenchmarkTool {
    /** The tools of version 1.22 with {@code biggerIsBetter} in its {@code write.ts}. */
    private static final Set<String> HIGHER =
        Set.of("benchmarkjs", "pytest", "customBiggerIsBetter");

    private static final Set<String> LOWER =
        Set.of(
            ("cargo go benchmarkluau googlecpp catch2 julia jmh benchmarkdotnet"
                    + " customSmallerIsBetter")
                .split(" ", -1));

    private BenchmarkTool() {}

    static List<String> names() {
      return Stream.concat(HIGHER.stream(), LOWER.stream()).sorted().toList();
    }

    static Optional<Direction> direction(String tool) {
      return HIGHER.contains(tool)
          ? Optional.of(Direction.HIGHER_IS_BETTER)
          : LOWER.contains(tool) ? Optional.of(Direction.LOWER_IS_BETTER) : Optional.empty();
    }

    static boolean knowsDirection(String tool) {
      return tool.startsWith("custom") && direction(tool).isPresent();
    }
  }
}
