package loomwatch.harness.init;

import java.util.Map;
import java.util.Optional;

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
record FoundRequest(
    String method,
    String path,
    Map<String, String> headers,
    Optional<String> body,
    int weight,
    Optional<String> lacks) {

  FoundRequest {
    headers = Map.copyOf(headers);
  }

  /** Returns a GET that can be sent as it is. */
  static FoundRequest get(String path) {
    return new FoundRequest("GET", path, Map.of(), Optional.empty(), 1, Optional.empty());
  }
}
