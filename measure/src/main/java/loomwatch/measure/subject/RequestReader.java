package loomwatch.measure.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import loomwatch.results.Request;
import loomwatch.results.yaml.Fields;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads what a scenario sends: one method with its path, and headers and body if any. */
final class RequestReader {
  /** Of a scenario: {@code get}, {@code post} and so on. */
  static final List<String> KEYS = keys();

  private static final String ADVICE = "Write the path it requests, such as get: /items.";

  private final Problems problems;
  private final Scalars scalars;

  RequestReader(Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
  }

  private static List<String> keys() {
    List<String> keys =
        new ArrayList<>(
            Request.METHODS.stream().map(method -> method.toLowerCase(Locale.ROOT)).toList());
    keys.add("headers");
    keys.add("body");
    return List.copyOf(keys);
  }

  /** A path and what is sent there. */
  record Sent(String path, Request request) {}

  /** It, when nothing is wrong. */
  Optional<Sent> read(Fields fields) {
    List<String> given =
        Request.METHODS.stream()
            .map(method -> method.toLowerCase(Locale.ROOT))
            .filter(method -> fields.get(method).isPresent())
            .toList();
    if (given.size() > 1) {
      fields
          .key(given.get(1))
          .ifPresent(node ->
              problems.add(
                  node,
                  "scenario must have one method, had " + String.join(" and ", given),
                  "Make a scenario of each."));
      return Optional.empty();
    }
    String key = given.isEmpty() ? "get" : given.getFirst();
    Optional<String> path =
        fields.require(key, ADVICE).flatMap(node -> RequestPath.read(node, key, problems));
    Map<String, String> headers = fields.get("headers").map(this::headers).orElse(Map.of());
    @Nullable String body = fields.get("body").flatMap(node -> body(node, key)).orElse(null);
    return path.map(to -> new Sent(to, new Request(key.toUpperCase(Locale.ROOT), headers, body)));
  }

  private Optional<String> body(Node node, String key) {
    if (key.equals("get")) {
      problems.add(
          node,
          "body must be with post, put, patch or delete, was with get",
          "Write post: or put: in place of get:.");
      return Optional.empty();
    }
    return scalars.text(node, "body", "Write it as text, such as '{\"id\": 1}'.");
  }

  private Map<String, String> headers(Node node) {
    Map<String, String> headers = new TreeMap<>();
    String advice = "Write them by name, such as {Content-Type: application/json}.";
    for (Entries.Entry entry : Entries.of(node, "headers", advice, problems)) {
      if (!Request.isName(entry.name())) {
        problems.add(
            entry.key(),
            "header must be one that the load engine does not write itself, was "
                + Scalars.quoted(entry.name()),
            "Leave it out: "
                + String.join(", ", Request.OURS.stream().sorted().toList())
                + " are written for you.");
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
