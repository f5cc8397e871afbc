package loomwatch.harness.init.requests;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A request that the files of a service name.
 *
 * @param method in capitals, such as {@code GET}
 * @param path with its query, from the service's root, without its context path; may hold
 *     parameters in braces if {@code lacks} says so
 * @param headers by name
 * @param weight how often it is sent, relative to the others; at least 1
 * @param lacks what must be known before it can be sent, such as "a value of {id}"; empty if it can
 *     be sent as it is
 */
public record FoundRequest(
    String method,
    String path,
    Map<String, String> headers,
    Optional<String> body,
    int weight,
    Optional<String> lacks) {

  /** What a request other than a GET lacks if nothing else is missing. */
  public static final String CONSENT = "your consent, as it may change data";

  public FoundRequest {
    headers = Collections.unmodifiableMap(new TreeMap<>(headers));
  }

  /** Returns a GET that can be sent as it is. */
  public static FoundRequest get(String path) {
    return new FoundRequest("GET", path, Map.of(), Optional.empty(), 1, Optional.empty());
  }

  /** Returns a request without headers and body, and with all that it lacks. */
  static FoundRequest lacking(String method, String path, Collection<String> lacks) {
    Optional<String> all =
        lacks.isEmpty() ? Optional.empty() : Optional.of(String.join(" and ", lacks));
    return new FoundRequest(method, path, Map.of(), Optional.empty(), 1, all);
  }

  FoundRequest weighing(int times) {
    return new FoundRequest(method, path, headers, body, times, lacks);
  }

  /** Reports whether it can be sent as it is. */
  public boolean complete() {
    return lacks.isEmpty();
  }

  /**
   * Returns this with 1 for the parameters of its path, which most databases begin with; empty if
   * it is no GET, or lacks something else too.
   */
  public Optional<FoundRequest> guessed() {
    Optional<String> values = Optional.of(String.join(" and ", new MappedPath(path).lacks()));
    return method.equals("GET") && lacks.equals(values)
        ? Optional.of(get(MappedPath.PARAMETER.matcher(path).replaceAll("1")))
        : Optional.empty();
  }

  /** Returns this without the context path with which its path may begin. */
  public FoundRequest within(String context) {
    return context.isEmpty() || !path.startsWith(context + "/")
        ? this
        : new FoundRequest(method, path.substring(context.length()), headers, body, weight, lacks);
  }

  /** Returns this with a context path before its path. */
  public FoundRequest under(String context) {
    return new FoundRequest(method, context + path, headers, body, weight, lacks);
  }

  /** Returns what tells it from others; names of parameters do not. */
  String signature() {
    return method
        + " "
        + MappedPath.PARAMETER.matcher(path).replaceAll("{}")
        + " "
        + body.orElse("");
  }

  /** Reports whether another request is this one with values for its parameters. */
  boolean isFilledBy(FoundRequest other) {
    String pattern =
        Stream.of(MappedPath.PARAMETER.split(path, -1))
            .map(Pattern::quote)
            .collect(joining("[^/]+"));
    return method.equals(other.method) && other.path.replaceFirst("[?].*", "").matches(pattern);
  }
}
