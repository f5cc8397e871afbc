package loomwatch.results;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are sent in turn, each in its share.
 *
 * @param requests at least one
 * @param values what {@link Values#PLACEHOLDER} in them stands for; null for nothing
 */
public record Mix(List<MixedRequest> requests, @Nullable Values values) {

  public Mix {
    requests = List.copyOf(requests);
    Require.check(!requests.isEmpty(), "requests", "at least one", "none");
  }

  /** Of one request, each time the same; null for a plain GET. */
  public static Mix of(String path, @Nullable Request request) {
    return new Mix(List.of(new MixedRequest(path, request, 1)), null);
  }

  /** Whether it is nothing but plain GETs of one path. */
  public boolean plain() {
    return requests.size() == 1 && values == null && requests.getFirst().sent().equals(Request.GET);
  }

  /** The same without {@linkplain Scenario#redacted what may be secret}. */
  Mix redacted() {
    return new Mix(
        requests.stream().map(MixedRequest::redacted).toList(),
        values == null ? null : values.redacted());
  }

  /** For people: {@code 9 × /items, 1 × POST /orders}; one request is itself alone. */
  public String shown() {
    return requests.size() == 1
        ? requests.getFirst().shown()
        : requests.stream()
            .map(each -> each.weight() + " × " + each.shown())
            .collect(Collectors.joining(", "));
  }
}
