package loomwatch.results;

import org.jspecify.annotations.Nullable;

/**
 * What one of a mix's requests came to.
 *
 * @param request as {@link MixedRequest#shown} has it
 * @param completed answered as expected
 * @param errors that failed
 * @param latency from the intended start, of those completed, each down to one of 256 steps within
 *     a doubling (0.4 %), so that a record of many stays small; null when none was
 */
public record RequestLoad(
    String request, long completed, long errors, @Nullable LatencyHistogram latency) {

  public RequestLoad {
    Require.text("request", request);
    request = Request.withoutValues(request); // as earlier records have it with them
    Require.atLeast("completed", 0, completed);
    Require.atLeast("errors", 0, errors);
  }
}
