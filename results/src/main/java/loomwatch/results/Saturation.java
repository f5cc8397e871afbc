package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import loomwatch.results.Launch.Mode;
import org.jspecify.annotations.Nullable;

/**
 * How much servers bear on one host, beside the rates they are measured at: {@code
 * saturation.json}, which Loomwatch writes and does not read.
 *
 * @param hostFingerprint of the machine, as {@link Fingerprint#ofHost} gives it
 * @param probedAt when that was found out
 * @param found of each scenario and mode, in the order probed
 */
public record Saturation(
    int schema,
    String hostFingerprint,
    Instant probedAt,
    String engine,
    Subject subject,
    List<ServerCapacity> found) {

  public static final int SCHEMA = 1;

  /**
   * A server that is busier than this queues even at a steady rate: what it is measured at then
   * says more about the queue than about a request.
   */
  public static final double BUSY = 0.6;

  /** Who did not keep up with more. */
  public enum Limit {
    SERVER,
    /** It, or how many connections it has: the server may bear more. */
    GENERATOR;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What was found of one scenario with one kind of threads.
   *
   * @param requestsPerSecond the rate it is measured at
   * @param bornePerSecond its capacity, as a comparison finds it; null when that is not known
   * @param limit who did not keep up with more; null when its capacity is not known
   * @param why it is not known; null where it is
   */
  public record ServerCapacity(
      String scenario,
      Mode mode,
      int connections,
      double requestsPerSecond,
      @Nullable Double bornePerSecond,
      @Nullable Limit limit,
      @Nullable String why) {

    /** How much of what it bears it is measured at; above 1 when it does not bear that. */
    public double share() {
      return bornePerSecond == null ? 1 : requestsPerSecond / bornePerSecond;
    }

    public boolean bearsItsOwn() {
      return bornePerSecond != null && share() <= 1;
    }

    /** Whether it is surely measured too near to what it bears. */
    public boolean busy() {
      return limit == Limit.SERVER && share() > BUSY;
    }
  }

  public Saturation {
    found = List.copyOf(found);
  }

  public boolean valid() {
    return found.stream().allMatch(ServerCapacity::bearsItsOwn);
  }
}
