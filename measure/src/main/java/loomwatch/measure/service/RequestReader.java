package loomwatch.measure.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.Session.Taken;
import loomwatch.results.yaml.YamlMapping;
import loomwatch.results.yaml.YamlNode;

/**
 * Reads one request: method and path, headers, body, the right answer, and what is taken of it.
 *
 * @param common headers of its scenario, which it also has
 */
record RequestReader(Path folder, Map<String, String> common) {
  /** Largest size of a file that the service file names, as every record contains it. */
  static final int MOST_BYTES = 1 << 16;

  static final MixedRequest STAND_IN = new MixedRequest("/", null, 1);

  private static final List<String> METHODS =
      Request.METHODS.stream().map(method -> method.toLowerCase(Locale.ROOT)).toList();

  static final List<String> KEYS =
      Stream.concat(METHODS.stream(), Stream.of("headers", "body", "expect")).toList();

  private static final List<String> PLACES = List.of("json", "header", "cookie", "pattern");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,60}");
  private static final int LONGEST_PATTERN = 1_000;

  /** Returns the node that a text of the request was read from, for a problem with it. */
  static YamlNode place(YamlMapping request, MixedRequest read, String text) {
    String method = read.sent().method().toLowerCase(Locale.ROOT);
    String key =
        read.path().contains(text)
            ? method
            : String.valueOf(read.sent().body()).contains(text) ? "body" : "headers";
    return request.get(key).orElse(request.node());
  }

  MixedRequest read(YamlMapping request, int weight) {
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
            with(common, request.optional("headers", Map.of(), RequestReader::headers)),
            request.optional("body", node -> body(node, method)).orElse(null),
            request.optional("expect", RequestReader::expect).orElse(null),
            request.optional("take", Map.of(), RequestReader::take));
    return new MixedRequest(path, sent.equals(Request.GET) ? null : sent, weight);
  }

  /** Returns the headers with those of others that it does not have itself, in any case. */
  private static Map<String, String> with(Map<String, String> others, Map<String, String> own) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(own);
    others.forEach(all::putIfAbsent);
    return all;
  }

  static Map<String, String> headers(YamlNode node) {
    Map<String, String> headers = new TreeMap<>();
    String advice = "Write them by name, such as {Content-Type: application/json}.";
    for (YamlMapping.Entry entry : node.entries("header", advice)) {
      String name = entry.name();
      YamlNode value = entry.value().named("header " + name);
      if (Request.isName(name)) {
        value.read(RequestReader::header).ifPresent(text -> headers.put(name, text));
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
    MistypedPlaceholder.refuseIn(node);
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

  private static Map<String, Taken> take(YamlNode node) {
    Map<String, Taken> take = new TreeMap<>();
    String advice = "Write what later steps use by name, such as take: {token: {json: /token}}.";
    List<YamlMapping.Entry> entries = node.entries("value", advice);
    node.require(!entries.isEmpty(), "must name at least one value", advice);
    for (YamlMapping.Entry entry : entries) {
      String name = entry.name();
      if (NAME.matcher(name).matches()) {
        entry
            .value()
            .named("value " + name)
            .read(RequestReader::taken)
            .ifPresent(taken -> take.put(name, taken));
      } else {
        entry
            .key()
            .problem(
                "value must be named by letters, digits, _ and -, was " + YamlNode.quoted(name),
                "Rename it: {session.NAME} stands for it later.");
      }
    }
    return take;
  }

  private static Taken taken(YamlNode node) {
    String advice =
        "Write {json: /id}, {header: Location}, {cookie: XSRF-TOKEN} or {pattern: 'id=(\\d+)'}.";
    YamlMapping taken = node.mapping(PLACES);
    node.require(node.names().size() == 1, "must be looked for in one place", advice);
    return PLACES.stream()
        .filter(taken::has)
        .findFirst()
        .flatMap(place -> taken.optional(place, where -> place(place, where, advice)))
        .orElse(new Taken.Cookie("none"));
  }

  private static Taken place(String place, YamlNode where, String advice) {
    String text = where.text(advice);
    return switch (place) {
      case "json" -> {
        where.require(
            Taken.Json.isPointer(text),
            "must be a JSON pointer",
            "Write the names on the way to it, such as json: /user/id; of a list, the index.");
        yield new Taken.Json(text);
      }
      case "pattern" -> {
        where.require(
            text.length() <= LONGEST_PATTERN && Taken.Pattern.isPattern(text),
            "must be a regular expression with one group",
            "Write what surrounds the value, and the value in parentheses: 'id=(\\d+)'.");
        yield new Taken.Pattern(text);
      }
      case "header" -> new Taken.Header(text);
      default -> new Taken.Cookie(text);
    };
  }

  String fileText(YamlNode node) {
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
}
