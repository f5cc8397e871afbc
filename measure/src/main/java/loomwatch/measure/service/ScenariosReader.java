package loomwatch.measure.service;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Mix.Values;
import loomwatch.results.NearestName;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/** Reads {@code scenarios} by name: the load, the requests, and values for them. */
public final class ScenariosReader {
  static final String ADVICE =
      "Write at least one under its name, such as items: {get: /items, rate: 500}.";

  private static final List<String> METHODS =
      Request.METHODS.stream().map(method -> method.toLowerCase(Locale.ROOT)).toList();
  private static final List<String> OF_REQUEST =
      Stream.concat(METHODS.stream(), Stream.of("headers", "body", "expect")).toList();

  private static final List<String> OF_MIX =
      Stream.concat(OF_REQUEST.stream(), Stream.of("requests", "csv")).toList();

  private static final List<String> LISTED =
      Stream.concat(OF_REQUEST.stream(), Stream.of("weight")).toList();
  private static final int MOST_REQUESTS = 20;

  /** Largest size of a file that the service file names, as every record contains it. */
  static final int MOST_BYTES = 1 << 16;

  private static final MixedRequest STAND_IN = new MixedRequest("/", null, 1);

  private static final List<String> KEYS =
      Stream.concat(
              OF_MIX.stream(),
              Stream.of("rate", "connections", "waits", "max-threads", "saturated", "objective"))
          .toList();

  private static final int MOST = 50;
  private static final int CONNECTIONS = 50;

  /** The benchmarks of JMH use this name and those that begin with it. */
  private static final String RESERVED = "jmh";

  private static final Pattern OBJECTIVE =
      Pattern.compile("(\\d{1,3}(?:\\.\\d{1,6})?)\\s*%\\s+within\\s+(\\S.{0,30})");

  private final Path folder;
  private final Protocol protocol;

  ScenariosReader(Path folder, Protocol protocol) {
    this.folder = folder;
    this.protocol = protocol;
  }

  List<Scenario> read(YamlNode node) {
    List<YamlMapping.Entry> entries = node.entries("scenario", ADVICE);
    if (entries.isEmpty()) {
      throw node.invalid("scenarios must have at least one, had none", ADVICE);
    }
    if (entries.size() > MOST) {
      YamlNode first = entries.get(MOST).key();
      first.problem(
          "scenarios must be at most " + MOST + ", were " + entries.size(),
          "Keep the most informative ones: each is measured for minutes.");
    }
    return entries.stream().limit(MOST).flatMap(entry -> read(entry).stream()).toList();
  }

  private Optional<Scenario> read(YamlMapping.Entry entry) {
    String name = entry.name();
    boolean named = ServiceReader.isName(entry.key(), "scenario", "Rename it, such as slow-items.");
    if (name.equals(RESERVED) || name.startsWith(RESERVED + "-")) {
      named = false;
      YamlNode key = entry.key();
      key.problem(
          "scenario must not be named jmh nor begin with jmh-, was " + YamlNode.quoted(name),
          "Rename it: so the benchmarks of JMH are named.");
    }
    Optional<Scenario> read = entry.value().read(node -> scenario(name, node.mapping(KEYS)));
    return named ? read : Optional.empty();
  }

  private Scenario scenario(String name, YamlMapping scenario) {
    Mix sent = mix(scenario);
    MixedRequest first = sent.requests().getFirst();
    boolean alone = sent.equals(Mix.of(first.path(), first.request()));
    return new Scenario(
        name,
        alone ? first.path() : null,
        alone ? first.request() : null,
        alone ? null : sent,
        protocol == Protocol.HTTP ? null : protocol,
        scenario
            .required(
                "rate",
                "Write how many requests are sent each second, such as rate: 500.",
                ScenariosReader::rate)
            .orElse(1.0),
        scenario.optional("connections", CONNECTIONS, ScenariosReader::count),
        scenario.optional("max-threads", ScenariosReader::count).orElse(null),
        scenario.optional(
            "waits",
            false,
            node -> node.flag("Write waits: true if most of a response's time is spent waiting.")),
        scenario.optional("saturated", Set.of(), ScenariosReader::saturated),
        scenario.optional("objective", ScenariosReader::objective).orElse(null),
        null);
  }

  public static int count(YamlNode node) {
    return node.whole(1, 10_000);
  }

  public static double rate(YamlNode node) {
    double rate = node.quantity(Dimension.COUNT);
    node.require(
        rate >= 0.001 && rate <= 1_000_000,
        "must be from 0.001 to 1000000",
        "Write how many requests are sent each second, over all connections.");
    return rate;
  }

  public static Set<Mode> saturated(YamlNode node) {
    String advice = "Write the modes this load is meant to be too much for, such as [platform].";
    Set<Mode> modes = EnumSet.noneOf(Mode.class);
    for (YamlNode each : node.list("saturated", "must be a list of modes", advice)) {
      each.read(label -> {
        boolean known = ServiceReader.LABELS.contains(label.raw());
        label.require(
            known && modes.add(Mode.of(label.raw())),
            "must name platform, virtual or both, each once",
            advice);
        return label;
      });
    }
    return modes;
  }

  public static Objective objective(YamlNode node) {
    Matcher form = OBJECTIVE.matcher(node.raw().strip());
    OptionalDouble within =
        form.matches() ? Dimension.TIME.parse(form.group(2)) : OptionalDouble.empty();
    node.require(
        within.isPresent(),
        "must be a share and a time",
        "Write what is promised, such as objective: 99.9 % within 20 ms.");
    double percent = Double.parseDouble(form.group(1));
    node.require(
        percent >= Objective.LEAST_PERCENT && percent < 100,
        "must be of 50 % of requests to below 100 %",
        "Write a share that may be missed now and then, such as 99.9 %.");
    double seconds = within.orElseThrow();
    // The lower limit is the histogram's smallest step: no server answers sooner.
    node.require(
        seconds >= 1e-5 && seconds <= 600,
        "must be within 10 us to 600 s",
        "Write a time that a request can meet, such as 20 ms.");
    return new Objective(percent, seconds);
  }

  private Mix mix(YamlMapping scenario) {
    Optional<Values> values = scenario.optional("csv", this::table);
    List<MixedRequest> requests;
    if (scenario.has("requests")) {
      for (String key : OF_REQUEST.stream().filter(scenario::has).limit(1).toList()) {
        scenario.refuse(
            key,
            "requests must be without \"" + key + "\" beside them, were with it",
            "Move it into one of requests.");
      }
      requests = scenario.optional("requests", List.of(STAND_IN), this::several);
    } else {
      requests = List.of(request(scenario, 1));
    }
    YamlNode place = scenario.get("requests").or(() -> scenario.get("csv")).orElse(scenario.node());
    // The columns of an invalid table are unknown.
    if (values.isPresent() || !scenario.has("csv")) {
      requests.forEach(request -> check(request, values, place));
    }
    return new Mix(requests, values.orElse(null));
  }

  private List<MixedRequest> several(YamlNode node) {
    String advice = "Write a list such as [{get: /items, weight: 9}, {post: /orders, body: '{}'}].";
    String rule = "must be a list of some";
    List<YamlNode> list = node.list("request", rule, advice);
    node.require(!list.isEmpty(), rule, advice);
    if (list.size() > MOST_REQUESTS) {
      list.get(MOST_REQUESTS)
          .problem(
              "requests must be at most " + MOST_REQUESTS + ", were " + list.size(),
              "Keep the most informative ones, or make several scenarios.");
    }
    return YamlNode.each(
        list,
        each -> {
          YamlMapping request = each.mapping(LISTED);
          return request(
              request, request.optional("weight", 1, weight -> weight.whole(1, MixedRequest.MOST)));
        });
  }

  private MixedRequest request(YamlMapping request, int weight) {
    List<String> given = METHODS.stream().filter(request::has).toList();
    if (given.size() > 1) {
      request.refuse(
          given.get(1),
          "request must have one method, had " + String.join(" and ", given),
          "Make a scenario of each, or list both under requests.");
      return STAND_IN;
    }
    String method = given.isEmpty() ? "get" : given.getFirst();
    String advice = "Write the path it requests, such as get: /items.";
    String path = request.required(method, advice, RequestPath::readWithValues).orElse("/");
    Request sent =
        new Request(
            method.toUpperCase(Locale.ROOT),
            request.optional("headers", Map.of(), ScenariosReader::headers),
            request.optional("body", node -> body(node, method)).orElse(null),
            request.optional("expect", ScenariosReader::expect).orElse(null));
    return new MixedRequest(path, sent.equals(Request.GET) ? null : sent, weight);
  }

  private static Map<String, String> headers(YamlNode node) {
    Map<String, String> headers = new TreeMap<>();
    String advice = "Write them by name, such as {Content-Type: application/json}.";
    for (YamlMapping.Entry entry : node.entries("header", advice)) {
      String name = entry.name();
      YamlNode value = entry.value().named("header " + name);
      if (Request.isName(name)) {
        value.read(ScenariosReader::header).ifPresent(text -> headers.put(name, text));
      } else {
        YamlNode key = entry.key();
        key.problem(
            "header must be one that the load generator leaves to you, was "
                + YamlNode.quoted(name),
            "Leave it out: %s are written for you, or never sent."
                .formatted(String.join(", ", Request.OURS.stream().sorted().toList())));
      }
    }
    return headers;
  }

  private static String header(YamlNode node) {
    String value = node.text("Write its value as text, in quotes.");
    if (!Request.isValue(value)) {
      throw node.invalid(
          node.name() + " must be printable ASCII, was not",
          "Leave other characters out, or percent-encode them.");
    }
    return value;
  }

  private String body(YamlNode node, String method) {
    if (method.equals("get")) {
      throw node.invalid(
          "body must be with post, put, patch or delete, was with get",
          "Write post: or put: in place of get:.");
    }
    String advice = "Write it as text, such as '{\"id\": 1}', or name a file: {file: order.json}.";
    return node.isMapping()
        ? node.mapping(List.of("file")).required("file", advice, this::fileText).orElse("")
        : node.text(advice);
  }

  private static ExpectedAnswer expect(YamlNode node) {
    String advice = "Write what is right, such as expect: {status: 201, contains: '\"id\"'}.";
    YamlMapping expect = node.mapping(List.of("status", "contains"));
    if (node.isEmpty()) {
      throw node.invalid("expect must have status, contains or both, had none", advice);
    }
    return new ExpectedAnswer(
        expect.optional("status", status -> status.whole(200, 599)).orElse(null),
        expect.optional("contains", text -> text.text(advice)).orElse(null));
  }

  private String fileText(YamlNode node) {
    String name = node.name();
    String text = node.text("Name a text file beside or below this one, such as perf/order.json.");
    String shown = node.shown();
    try {
      Path file = folder.resolve(text).toRealPath();
      node.require(
          file.startsWith(folder.toRealPath()),
          "must lie within this file's folder",
          "Copy it there.");
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
          throw node.invalid(
              "%s must have at most %d bytes, %s had more".formatted(name, MOST_BYTES, shown),
              "Shorten it: all of it is kept in every record.");
        }
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      }
    } catch (CharacterCodingException e) {
      throw node.invalid("%s must be UTF-8, %s was not".formatted(name, shown), "Save it so.");
    } catch (IOException | InvalidPathException e) {
      throw node.invalid(
          "%s must be readable, %s was not: %s"
              .formatted(name, shown, e.getClass().getSimpleName().replace("Exception", "")),
          "Correct the path; it begins at this file's folder.");
    }
  }

  private Values table(YamlNode node) {
    String text = fileText(node);
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

  /** Checks that each placeholder names a column whose values are valid in its place. */
  private static void check(MixedRequest request, Optional<Values> values, YamlNode place) {
    Request sent = request.sent();
    Stream.of(
            Stream.of(request.path()),
            sent.headers().values().stream(),
            Stream.ofNullable(sent.body()))
        .flatMap(texts -> texts)
        .flatMap(ScenariosReader::columns)
        .distinct()
        .forEach(column -> {
          if (values.isEmpty()) {
            place.problem(
                "placeholder must have a table to take values from, {csv.%s} had none"
                    .formatted(column),
                "Name one in the scenario, such as csv: perf/items.csv.");
          } else if (!values.get().columns().contains(column)) {
            place.problem(
                "placeholder must be a column of csv, was {csv.%s}".formatted(column),
                NearestName.advice(column, values.get().columns()));
          }
        });
    sent.headers()
        .forEach((name, value) ->
            columns(value)
                .filter(column -> values.filter(table -> !fitsHeaders(table, column)).isPresent())
                .forEach(column ->
                    place.problem(
                        "header %s must be printable ASCII with every row, was not with column %s"
                            .formatted(name, column),
                        "Change those rows, or send them in the body.")));
  }

  private static Stream<String> columns(String text) {
    return Values.PLACEHOLDER.matcher(text).results().map(found -> found.group(1));
  }

  private static boolean fitsHeaders(Values values, String column) {
    int at = values.columns().indexOf(column);
    return at < 0 || values.rows().stream().allMatch(row -> Request.isValue(row.get(at)));
  }
}
