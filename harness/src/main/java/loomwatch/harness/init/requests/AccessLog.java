package loomwatch.harness.init.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the requests of an access log, of nginx, Apache or Tomcat in its common or combined format,
 * or with a JSON object in each line. How often a path was requested becomes its weight.
 */
final class AccessLog {
  private static final Pattern COMMON =
      Pattern.compile("\\S+ .*?\\[([^\\]]+)] \"([A-Z]+) (\\S+)(?: HTTP/[\\d.]+)?\" (\\d{3})\\b.*");

  private static final Pattern REQUEST_LINE = Pattern.compile("([A-Z]+) (\\S+)(?: HTTP/[\\d.]+)?");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);

  private static final JsonMapper JSON = new JsonMapper();

  /** As many lines may begin a log that are no requests. */
  private static final int LOOKED_AT = 10;

  /** A shorter log says nothing of the rate. */
  private static final int SHORTEST_SECONDS = 10;

  private AccessLog() {}

  /** Reports whether a text begins as an access log does. */
  static boolean is(String text) {
    return text.lines().limit(LOOKED_AT).anyMatch(line -> line(line).isPresent());
  }

  static ImportedLoad read(String text) {
    ImportedLoad.Collector found = new ImportedLoad.Collector();
    Map<String, Integer> paths = new LinkedHashMap<>();
    Optional<Instant> first = Optional.empty();
    Optional<Instant> last = Optional.empty();
    int number = 0;
    int requests = 0;
    for (String written : (Iterable<String>) text.lines()::iterator) {
      String place = "line " + ++number;
      Optional<Line> read = line(written);
      if (read.isEmpty()) {
        if (!written.isBlank()) {
          found.leave(place, "lines that are no requests");
        }
        continue;
      }
      Line line = read.get();
      requests++;
      first = first.or(line::at);
      last = line.at().isPresent() ? line.at() : last;
      if (!line.method().equals("GET")) {
        found.leave(place, line.method() + " requests, as a log has no bodies");
      } else if (line.status() / 100 != 2 && line.status() != 304) {
        found.leave(place, "requests that were answered with " + line.status());
      } else {
        paths.merge(line.path(), 1, Integer::sum);
      }
    }
    paths.forEach((path, count) ->
        found.add(
            new RecordedRequest("some lines", "GET", path, Map.of(), Optional.empty()), count));
    long seconds =
        first.isPresent() && last.isPresent()
            ? Duration.between(first.get(), last.get()).toSeconds()
            : 0;
    if (seconds >= SHORTEST_SECONDS) {
      found.rate((double) requests / seconds);
    }
    return found.load();
  }

  private static Optional<Line> line(String text) {
    Matcher common = COMMON.matcher(text);
    if (common.matches()) {
      return Optional.of(
          new Line(
              common.group(2),
              common.group(3),
              Integer.parseInt(common.group(4)),
              time(common.group(1))));
    }
    return text.startsWith("{") ? json(text) : Optional.empty();
  }

  private static Optional<Line> json(String text) {
    try {
      JsonNode object = JSON.readTree(text);
      Optional<Instant> at =
          value(object, "@timestamp", "timestamp", "time", "time_local", "time_iso8601", "ts")
              .flatMap(AccessLog::time);
      int status =
          value(
                  object,
                  "status",
                  "status_code",
                  "statusCode",
                  "response_status",
                  "http.response.status_code",
                  "response.status")
              .filter(code -> code.matches("\\d{3}"))
              .map(Integer::parseInt)
              .orElse(200);
      Optional<String> method =
          value(
              object,
              "method",
              "request_method",
              "http_method",
              "requestMethod",
              "verb",
              "request.method",
              "http.request.method");
      Optional<String> path =
          value(
              object,
              "uri",
              "request_uri",
              "requestURI",
              "path",
              "request_path",
              "requestPath",
              "url",
              "request.uri",
              "request.path",
              "request.url",
              "url.original",
              "url.path");
      if (method.isPresent() && path.isPresent()) {
        return Optional.of(new Line(method.get(), path.get(), status, at));
      }
      return value(object, "request", "request_line", "requestLine")
          .map(REQUEST_LINE::matcher)
          .filter(Matcher::matches)
          .map(request -> new Line(request.group(1), request.group(2), status, at));
    } catch (JsonProcessingException noJson) {
      return Optional.empty();
    }
  }

  /** Returns the value of the first of the names that is there; a dot leads into an object. */
  private static Optional<String> value(JsonNode object, String... names) {
    return Stream.of(names)
        .flatMap(name -> Stream.of(object.path(name), object.at("/" + name.replace('.', '/'))))
        .filter(JsonNode::isValueNode)
        .filter(value -> !value.isNull())
        .map(JsonNode::asText)
        .findFirst();
  }

  private static Optional<Instant> time(String text) {
    try {
      return Optional.of(
          text.contains("/")
              ? OffsetDateTime.parse(text, TIME).toInstant()
              : OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException unknown) {
      return Optional.empty();
    }
  }

  private record Line(String method, String path, int status, Optional<Instant> at) {}
}
