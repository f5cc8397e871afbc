package loomwatch.harness.github;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers that are not what was asked for, in the order they were added. */
public final class FakeFaults {
  private final List<Fault> faults = new ArrayList<>();

  /**
   * One fault.
   *
   * @param method whose requests it hits; {@code *} for all
   * @param path of which the request's must contain this
   * @param status of the answer
   * @param message of the answer
   * @param headers of the answer
   * @param afterwards whether what was asked for is done before, and only the answer is lost
   */
  public record Fault(
      String method,
      String path,
      int status,
      String message,
      Map<String, String> headers,
      boolean afterwards) {
    public Fault {
      headers = Map.copyOf(headers);
    }

    /** On every request. */
    public static Fault of(int status) {
      return new Fault("*", "", status, "fault", Map.of(), false);
    }

    /** A secondary rate limit, which only the text tells of. */
    public static Fault secondaryLimit() {
      return new Fault("*", "", 403, "You have exceeded a secondary rate limit", Map.of(), false);
    }

    /** With a header more. */
    public Fault with(String header, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(header, value);
      return new Fault(method, path, status, message, more, afterwards);
    }

    /** On these requests only. */
    public Fault on(String method, String path) {
      return new Fault(method, path, status, message, headers, afterwards);
    }

    /** After the deed. */
    public Fault losingTheAnswer() {
      return new Fault(method, path, status, message, headers, true);
    }

    static Fault of(JsonNode json) {
      Map<String, String> headers = new LinkedHashMap<>();
      json.path("headers")
          .properties()
          .forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
      return new Fault(
          json.path("method").asText("*"),
          json.path("path").asText(""),
          json.path("status").asInt(502),
          json.path("message").asText("fault"),
          headers,
          json.path("afterwards").asBoolean(false));
    }

    private boolean hits(String asked, String where) {
      return (method.equals("*") || method.equals(asked)) && where.contains(path);
    }
  }

  /** That fault, so many times. */
  public synchronized void add(Fault fault, int times) {
    for (int i = 0; i < times; i++) {
      faults.add(fault);
    }
  }

  /** The fault of that request, which is then used up; null for none. */
  synchronized @Nullable Fault next(String method, String path) {
    for (Fault fault : faults) {
      if (fault.hits(method, path)) {
        faults.remove(fault);
        return fault;
      }
    }
    return null;
  }
}
