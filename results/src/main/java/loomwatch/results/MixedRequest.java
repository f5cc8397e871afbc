package loomwatch.results;

import org.jspecify.annotations.Nullable;

/**
 * One of the requests of a {@link Mix}.
 *
 * @param path and query
 * @param request what is sent there; null for a plain GET
 * @param weight how many of them are sent for each of a request of weight 1; from 1 to 1,000
 */
public record MixedRequest(String path, @Nullable Request request, int weight) {
  /** The heaviest. */
  public static final int MOST = 1_000;

  public MixedRequest {
    Require.check(path.startsWith("/"), "path", "one that starts with /", Require.quoted(path));
    Require.atLeast("weight", 1, weight);
    Require.check(weight <= MOST, "weight", "at most " + MOST, weight);
  }

  /** What is sent. */
  public Request sent() {
    return request == null ? Request.GET : request;
  }

  MixedRequest redacted() {
    return new MixedRequest(
        Request.withoutValues(path), request == null ? null : request.redacted(), weight);
  }

  /** For people: {@code POST /orders?page=***}; a GET is its path alone. */
  public String shown() {
    return sent().shown(Request.withoutValues(path));
  }
}
