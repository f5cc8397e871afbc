package loomwatch.measure.service;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.NearestName;
import loomwatch.results.Request;
import loomwatch.results.RequestPlaceholder;
import loomwatch.results.RequestPlaceholder.Source;
import loomwatch.results.Session;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/** Reads what a scenario sends: a request, several in their shares, or steps; and its session. */
record MixReader(Path folder) {
  private static final String STEPS = "steps";
  private static final String SESSION = "session";

  static final List<String> KEYS =
      Stream.concat(RequestReader.KEYS.stream(), Stream.of("requests", STEPS, SESSION, "csv"))
          .toList();

  private static final List<String> LISTED =
      Stream.concat(RequestReader.KEYS.stream(), Stream.of("weight")).toList();

  private static final List<String> OF_STEP =
      Stream.concat(RequestReader.KEYS.stream(), Stream.of("take")).toList();

  private static final int MOST = 20;

  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  Mix read(YamlMapping scenario) {
    RequestReader login = new RequestReader(folder, Map.of());
    Optional<Values> values = scenario.optional("csv", node -> table(node, login));
    // The columns of an invalid table are unknown.
    Known known = new Known(values, values.isEmpty() && scenario.has("csv"), new TreeSet<>());
    List<MixedRequest> session =
        scenario.optional(SESSION, List.of(), node -> steps(node, login, known));
    List<MixedRequest> requests = requests(scenario, known);
    boolean inOrder = scenario.has(STEPS);
    if (session.isEmpty() && !inOrder) {
      return new Mix(requests, values.orElse(null));
    }
    if (Stream.concat(session.stream(), requests.stream()).anyMatch(MixReader::hasCookie)) {
      scenario
          .node()
          .problem(
              "header Cookie must be left out beside session or steps, was not",
              "Cookies that the service sets are sent by themselves.");
    }
    return new Mix(requests, values.orElse(null), new Session(session, inOrder));
  }

  private static boolean hasCookie(MixedRequest request) {
    return request.sent().headers().keySet().stream().anyMatch("Cookie"::equalsIgnoreCase);
  }

  private List<MixedRequest> requests(YamlMapping scenario, Known known) {
    List<String> lists = Stream.of("requests", STEPS).filter(scenario::has).toList();
    if (lists.isEmpty()) {
      return List.of(request(scenario, new RequestReader(folder, Map.of()), 1, known));
    }
    String list = lists.getFirst();
    Stream.concat(RequestReader.KEYS.stream(), Stream.of(STEPS))
        .filter(key -> !key.equals("headers") && !key.equals(list) && scenario.has(key))
        .limit(1)
        .forEach(key ->
            scenario.refuse(
                key,
                "%s must be without \"%s\" beside them, were with it".formatted(list, key),
                "Move it into one of %s.".formatted(list)));
    RequestReader reader =
        new RequestReader(folder, scenario.optional("headers", Map.of(), RequestReader::headers));
    return scenario.optional(
        list,
        List.of(RequestReader.STAND_IN),
        node -> list.equals(STEPS) ? steps(node, reader, known) : several(node, reader, known));
  }

  private static List<MixedRequest> several(YamlNode node, RequestReader reader, Known known) {
    String advice = "Write a list such as [{get: /items, weight: 9}, {post: /orders, body: '{}'}].";
    return YamlNode.each(
        list(node, "requests", advice),
        each -> {
          YamlMapping request = each.mapping(LISTED);
          int weight = request.optional("weight", 1, count -> count.whole(1, MixedRequest.MOST));
          return request(request, reader, weight, known);
        });
  }

  private static List<MixedRequest> steps(YamlNode node, RequestReader reader, Known known) {
    String advice =
        "Write a list such as [{post: /login, body: '{}', take: {token: {json: /token}}}].";
    return YamlNode.each(
        list(node, "steps", advice),
        each -> {
          MixedRequest step = request(each.mapping(OF_STEP), reader, 1, known);
          known.taken().addAll(step.sent().take().keySet());
          return step;
        });
  }

  private static List<YamlNode> list(YamlNode node, String plural, String advice) {
    String rule = "must be a list of some";
    List<YamlNode> list = node.list("request", rule, advice);
    node.require(!list.isEmpty(), rule, advice);
    if (list.size() > MOST) {
      list.get(MOST)
          .problem(
              "%s must be at most %d, were %d".formatted(plural, MOST, list.size()),
              "Keep the most informative ones, or make several scenarios.");
    }
    return list;
  }

  private static MixedRequest request(
      YamlMapping request, RequestReader reader, int weight, Known known) {
    MixedRequest read = reader.read(request, weight);
    known.check(request, read);
    return read;
  }

  private static Values table(YamlNode node, RequestReader reader) {
    String text = reader.fileText(node);
    String advice = "Write names of columns first, then a line for each row.";
    List<List<String>> lines = new ArrayList<>();
    try (MappingIterator<String[]> rows =
        new CsvMapper()
            .readerFor(String[].class)
            .with(CsvParser.Feature.WRAP_AS_ARRAY)
            .with(CsvParser.Feature.SKIP_EMPTY_LINES)
            .readValues(text)) {
      rows.forEachRemaining(row -> lines.add(List.of(row)));
    } catch (IOException | RuntimeException e) {
      String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw node.invalid("csv must be a table, was not: " + first, advice);
    }
    if (lines.size() < 2) {
      throw node.invalid("csv must have a line of names and a row, had less", advice);
    }
    List<String> columns = lines.getFirst();
    List<List<String>> rows = lines.subList(1, lines.size());
    for (int row = 0; row < rows.size(); row++) {
      if (rows.get(row).size() != columns.size()) {
        throw node.invalid(
            "csv must have %d values in each row, had %d in row %d"
                .formatted(columns.size(), rows.get(row).size(), row + 1),
            "Put a value with a comma in it in double quotes.");
      }
    }
    if (new HashSet<>(columns).size() < columns.size()) {
      throw node.invalid("csv must name each column otherwise, was " + columns, "Rename one.");
    }
    return new Values(columns, rows);
  }

  /**
   * What placeholders may name.
   *
   * @param unread whether there is a table that could not be read
   * @param taken values of the steps so far
   */
  private record Known(Optional<Values> values, boolean unread, Set<String> taken) {

    void check(YamlMapping request, MixedRequest read) {
      read.placeholders().distinct().forEach(placeholder -> check(request, read, placeholder));
      if (values.isPresent()) {
        read.sent().headers().forEach((name, value) -> checkHeader(request, name, value));
      }
    }

    private void check(YamlMapping request, MixedRequest read, RequestPlaceholder placeholder) {
      String name = placeholder.name();
      String source = placeholder.source().name().toLowerCase(Locale.ROOT);
      String text = "{%s.%s}".formatted(source, name);
      YamlNode place = RequestReader.place(request, read, text);
      switch (placeholder.source()) {
        case CSV -> {
          if (values.isEmpty() && !unread) {
            place.problem(
                "placeholder must have a table to take values from, %s had none".formatted(text),
                "Name one in the scenario, such as csv: perf/items.csv.");
          } else if (values.isPresent() && !values.get().columns().contains(name)) {
            place.problem(
                "placeholder must be a column of csv, was " + text,
                NearestName.advice(name, values.get().columns()));
          }
        }
        case ENV -> {
          if (!VARIABLE.matcher(name).matches()) {
            place.problem(
                "placeholder must name a variable of the environment, was " + text,
                "Write letters, digits and _ alone, such as {env.PERF_PASSWORD}.");
          }
        }
        case SESSION -> {
          if (!taken.contains(name)) {
            place.problem(
                "placeholder must be taken by an earlier step, was " + text,
                taken.isEmpty()
                    ? "Write take: {%s: {json: /%s}} at the step that is answered with it."
                        .formatted(name, name)
                    : NearestName.advice(name, taken));
          }
        }
      }
    }

    private void checkHeader(YamlMapping request, String name, String value) {
      RequestPlaceholder.in(value)
          .filter(each -> each.source() == Source.CSV)
          .map(RequestPlaceholder::name)
          .filter(column -> values.filter(table -> !fitsHeaders(table, column)).isPresent())
          .forEach(column ->
              request
                  .get("headers")
                  .orElse(request.node())
                  .problem(
                      "header %s must be printable ASCII with every row, was not with column %s"
                          .formatted(name, column),
                      "Change those rows, or send them in the body."));
    }

    private static boolean fitsHeaders(Values values, String column) {
      int at = values.columns().indexOf(column);
      return at < 0 || values.rows().stream().allMatch(row -> Request.isValue(row.get(at)));
    }
  }
}
