package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Why a measurement counts for nothing.
 *
 * @param cause the pre-declared rule it broke
 * @param detail what was seen, with figures and units, and where it helps what to do
 */
public record Invalid(Reason cause, String detail) {

  public Invalid {
    Require.text("detail", detail);
    detail = Request.withoutValues(detail);
  }

  /** The pre-declared rules. A launch is discarded by these only, never by its values. */
  public enum Reason {
    CONNECT_FAILED,
    /**
     * A request failed: its answer was not the expected one, its connection broke, or it timed out.
     */
    ERRORS,
    /** Requests were still unanswered when the drain time was over. */
    UNFINISHED,
    /** Fewer requests completed than the plan offered, and saturation was not expected. */
    RATE_NOT_REACHED,
    GENERATOR_STALLED,
    /** The load generator had no time left to make more, or to read answers sooner. */
    GENERATOR_SATURATED,
    GENERATOR_FAILED,
    /** wrk2 began a second late with all connections in step. */
    GENERATOR_STARTED_LATE,
    /** The run was too short for the generator to give a percentile. */
    TOO_SHORT,
    /** The generator cannot tell times as short as those of most requests. */
    TOO_COARSE,
    SERVER_NOT_READY,
    SERVER_DIED,
    BENCHMARK_FAILED,
    /** A counter stood at 0 that cannot while requests are answered: it did not count. */
    DEAD_COUNTER,
    /** What the fingerprint is made of was not the same at the end of the round as at the start. */
    HOST_CHANGED;

    /** Whether the load generator, and not the server, was at fault. */
    public boolean isOfGenerator() {
      return switch (this) {
        case GENERATOR_STALLED, GENERATOR_SATURATED, GENERATOR_FAILED, GENERATOR_STARTED_LATE ->
            true;
        default -> false;
      };
    }

    public boolean mayFollowFromGenerator() {
      return this == RATE_NOT_REACHED || this == UNFINISHED;
    }

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  public String toString() {
    return cause.label() + ": " + detail;
  }
}
