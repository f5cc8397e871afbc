package loomwatch.measure.subject;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Request;
import loomwatch.results.Request.ExpectedAnswer;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads a request: one method with its path, headers and body if any, and which answer is right.
 */
final class RequestReader {
  /** {@code get}, {@code post} and so on. */
  static final List<String> KEYS = keys();

  private static final String ADVICE = "Write the path it requests, such as get: /items.";
  private static final String BODY =
      "Write it as text, such as '{\"id\": 1}', or name a file: {file: order.json}.";
  private static final Numbers.Bounds STATUS = new Numbers.Bounds(200, 599);

  private final Problems problems;
  private final Scalars scalars;
  private final TextFile files;

  /** Of a file in that folder. */
  RequestReader(Path folder, Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
    this.files = new TextFile(folder, problems);
  }

  private static List<String> keys() {
    List<String> keys = new ArrayList<>(methods());
    keys.addAll(List.of("headers", "body", "expect"));
    return List.copyOf(keys);
  }

  private static List<String> methods() {
    return Request.METHODS.stream().map(method -> method.toLowerCase(Locale.ROOT)).toList();
  }

  /** It, when nothing is wrong. */
  Optional<MixedRequest> read(Fields fields, int weight) {
    List<String> given =
        methods().stream().filter(method -> fields.get(method).isPresent()).toList();
    if (given.size() > 1) {
      fields
          .key(given.get(1))
          .ifPresent(node ->
              problems.add(
                  node,
                  "request must have one method, had " + String.join(" and ", given),
                  "Make a scenario of each, or list both under requests."));
      return Optional.empty();
    }
    String key = given.isEmpty() ? "get" : given.getFirst();
    Optional<String> path =
        fields
            .require(key, ADVICE)
            .flatMap(node -> RequestPath.readWithValues(node, key, problems));
    Map<String, String> headers = fields.get("headers").map(this::headers).orElse(Map.of());
    @Nullable String body = fields.get("body").flatMap(node -> body(node, key)).orElse(null);
    @Nullable ExpectedAnswer expect = fields.get("expect").flatMap(this::expect).orElse(null);
    Request request = new Request(key.toUpperCase(Locale.ROOT), headers, body, expect);
    return path.map(
        to -> new MixedRequest(to, request.equals(Request.GET) ? null : request, weight));
  }

  private Optional<String> body(Node node, String key) {
    if (key.equals("get")) {
      problems.add(
          node,
          "body must be with post, put, patch or delete, was with get",
          "Write post: or put: in place of get:.");
      return Optional.empty();
    }
    if (node instanceof MappingNode) {
      return Fields.of(node, "body", List.of("file"), problems)
          .flatMap(fields -> fields.require("file", BODY))
          .flatMap(file -> files.read(file, "file"));
    }
    return scalars.text(node, "body", BODY);
  }

  private Optional<ExpectedAnswer> expect(Node node) {
    String advice = "Write what is right, such as expect: {status: 201, contains: '\"id\"'}.";
    Optional<Fields> fields = Fields.of(node, "expect", List.of("status", "contains"), problems);
    if (node instanceof MappingNode mapping && mapping.getValue().isEmpty()) {
      problems.add(node, "expect must have status, contains or both, had none", advice);
    }
    return fields.map(given -> {
      OptionalInt status =
          given
              .get("status")
              .map(value -> new Numbers(problems).whole(value, "status", STATUS))
              .orElse(OptionalInt.empty());
      @Nullable String contains =
          given
              .get("contains")
              .flatMap(value -> scalars.text(value, "contains", advice))
              .orElse(null);
      return new ExpectedAnswer(status.isPresent() ? status.getAsInt() : null, contains);
    });
  }

  private Map<String, String> headers(Node node) {
    Map<String, String> headers = new TreeMap<>();
    String advice = "Write them by name, such as {Content-Type: application/json}.";
    for (Entries.Entry entry : Entries.of(node, "headers", advice, problems)) {
      if (!Request.isName(entry.name())) {
        problems.add(
            entry.key(),
            "header must be one that the load engine leaves to you, was "
                + Scalars.quoted(entry.name()),
            "Leave it out: "
                + String.join(", ", Request.OURS.stream().sorted().toList())
                + " are written for you, or never sent.");
        continue;
      }
      scalars
          .text(entry.value(), "header " + entry.name(), "Write its value as text, in quotes.")
          .ifPresent(value -> {
            if (Request.isValue(value)) {
              headers.put(entry.name(), value);
            } else {
              problems.add(
                  entry.value(),
                  "header " + entry.name() + " must be printable ASCII, was not",
                  "Leave other characters out, or percent-encode them.");
            }
          });
    }
    return headers;
  }
}
