package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * The reason why a measurement does not count.
 *
 * @param cause the rule it broke
 * @param detail what was observed, with figures and units, and where useful what to do
 */
public record Invalid(Reason cause, String detail) {

  public Invalid {
    Require.text("detail", detail);
    detail = Request.withoutValues(detail);
  }

  /** Rules declared in advance. A launch is discarded only by these, never by its values. */
  public enum Reason {
    CONNECT_FAILED,
    /** A request got an unexpected answer, a broken connection or a timeout. */
    ERRORS,
    /** Requests were still unanswered at the end of the drain time. */
    UNFINISHED,
    /** Fewer requests completed than planned, and saturation was not expected. */
    RATE_NOT_REACHED,
    GENERATOR_STALLED,
    /** The load generator had no time left to send more, or to read answers sooner. */
    GENERATOR_SATURATED,
    GENERATOR_FAILED,
    /** wrk2 began a second late with all connections in step. */
    GENERATOR_STARTED_LATE,
    /** The run was too short for the generator to give a percentile. */
    TOO_SHORT,
    /** The generator's clock is too coarse for most latencies. */
    TOO_COARSE,
    SERVER_NOT_READY,
    SERVER_DIED,
    BENCHMARK_FAILED,
    /** A counter stayed at 0, which is impossible while requests are answered. */
    DEAD_COUNTER,
    /** A property of the environment changed between start and end of the round. */
    HOST_CHANGED;

    /** Reports whether the load generator was at fault, not the server. */
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
