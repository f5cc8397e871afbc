package loomwatch.measure.subject;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.NearestName;
import loomwatch.results.Request;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads what a scenario sends: one request or several, and values for them. */
final class MixReader {
  /** Of a scenario. */
  static final List<String> KEYS =
      Stream.concat(RequestReader.KEYS.stream(), Stream.of("requests", "csv")).toList();

  private static final List<String> LISTED =
      Stream.concat(RequestReader.KEYS.stream(), Stream.of("weight")).toList();
  private static final Numbers.Bounds WEIGHT = new Numbers.Bounds(1, MixedRequest.MOST);
  private static final int MOST = 20;
  private static final String ADVICE =
      "Write a list such as [{get: /items, weight: 9}, {post: /orders, body: '{}'}].";
  private static final String TABLE = "Write names of columns first, then a line for each row.";

  private final Problems problems;
  private final RequestReader requests;
  private final TextFile files;

  /** Of a file in that folder. */
  MixReader(Path folder, Problems problems) {
    this.problems = problems;
    this.requests = new RequestReader(folder, problems);
    this.files = new TextFile(folder, problems);
  }

  /** It, when nothing is wrong. */
  Optional<Mix> read(Fields fields) {
    Optional<Node> several = fields.get("requests");
    several.ifPresent(list -> refuseBeside(fields));
    @Nullable Values values = fields.get("csv").flatMap(this::table).orElse(null);
    List<MixedRequest> read =
        several
            .map(this::several)
            .orElseGet(() -> requests.read(fields, 1).map(List::of).orElse(List.of()));
    Node place = several.or(() -> fields.get("csv")).orElse(fields.node());
    read.forEach(request -> check(request, values, fields.get("csv").isPresent(), place));
    return read.isEmpty() ? Optional.empty() : Optional.of(new Mix(read, values));
  }

  private void refuseBeside(Fields fields) {
    RequestReader.KEYS.stream()
        .flatMap(key -> fields.key(key).stream())
        .findFirst()
        .ifPresent(key ->
            problems.add(
                key,
                "requests must be without " + Scalars.shown(key) + " beside them, were with it",
                "Move it into one of requests."));
  }

  private List<MixedRequest> several(Node node) {
    if (!(node instanceof SequenceNode list) || list.getValue().isEmpty()) {
      problems.add(node, "requests must be a list of some, was " + Scalars.shown(node), ADVICE);
      return List.of();
    }
    if (list.getValue().size() > MOST) {
      problems.add(
          list.getValue().get(MOST),
          "requests must be at most " + MOST + ", were " + list.getValue().size(),
          "Keep those that tell most, or make several scenarios.");
    }
    return list.getValue().stream()
        .flatMap(each -> Fields.of(each, "request", LISTED, problems).stream())
        .flatMap(fields -> requests.read(fields, weight(fields)).stream())
        .toList();
  }

  private int weight(Fields fields) {
    return fields
        .get("weight")
        .map(node -> new Numbers(problems).whole(node, "weight", WEIGHT).orElse(1))
        .orElse(1);
  }

  private Optional<Values> table(Node node) {
    return files.read(node, "csv").flatMap(text -> table(node, text));
  }

  private Optional<Values> table(Node node, String text) {
    List<List<String>> lines = new ArrayList<>();
    try (MappingIterator<String[]> rows =
        new CsvMapper()
            .readerFor(String[].class)
            .with(CsvParser.Feature.WRAP_AS_ARRAY)
            .with(CsvParser.Feature.SKIP_EMPTY_LINES)
            .readValues(text)) {
      rows.forEachRemaining(row -> lines.add(List.of(row)));
    } catch (IOException | RuntimeException e) {
      problems.add(node, "csv must be a table, was not: " + firstLine(e), TABLE);
      return Optional.empty();
    }
    if (lines.size() < 2) {
      problems.add(node, "csv must have a line of names and a row, had less", TABLE);
      return Optional.empty();
    }
    List<String> columns = lines.getFirst();
    List<List<String>> rows = lines.subList(1, lines.size());
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row).size() != columns.size()) {
        problems.add(
            node,
            "csv must have %d values in each row, had %d in row %d"
                .formatted(columns.size(), rows.get(row).size(), row + 1),
            "Put a value with a comma in it in double quotes.");
        return Optional.empty();
      }
    }
    if (new HashSet<>(columns).size() < columns.size()) {
      problems.add(node, "csv must name each column otherwise, was " + columns, "Rename one.");
      return Optional.empty();
    }
    return Optional.of(new Values(columns, rows));
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  /** Each placeholder must stand for a column, and what it holds must be fit for its place. */
  private void check(MixedRequest request, @Nullable Values values, boolean given, Node place) {
    Request sent = request.sent();
    Stream.of(
            Stream.of(request.path()),
            sent.headers().values().stream(),
            Stream.ofNullable(sent.body()))
        .flatMap(texts -> texts)
        .flatMap(text -> Values.PLACEHOLDER.matcher(text).results())
        .map(found -> found.group(1))
        .distinct()
        .forEach(column -> check(column, values, given, place));
    sent.headers().forEach((name, value) -> checkHeader(name, value, values, place));
  }

  private void check(String column, @Nullable Values values, boolean given, Node place) {
    if (!given) {
      problems.add(
          place,
          "placeholder must have a table to take values from, {csv.%s} had none".formatted(column),
          "Name one in the scenario, such as csv: perf/items.csv.");
    } else if (values != null && !values.columns().contains(column)) {
      problems.add(
          place,
          "placeholder must be a column of csv, was {csv.%s}".formatted(column),
          NearestName.advice(column, values.columns()));
    }
  }

  private void checkHeader(String name, String value, @Nullable Values values, Node place) {
    if (values == null) {
      return;
    }
    Values.PLACEHOLDER
        .matcher(value)
        .results()
        .map(found -> found.group(1))
        .filter(values.columns()::contains)
        .filter(column -> !fitsHeaders(values, column))
        .forEach(column ->
            problems.add(
                place,
                "header %s must be printable ASCII with every row, was not with column %s"
                    .formatted(name, column),
                "Change those rows, or send them in the body."));
  }

  private static boolean fitsHeaders(Values values, String column) {
    int at = values.columns().indexOf(column);
    return values.rows().stream().allMatch(row -> Request.isValue(row.get(at)));
  }
}
