package loomwatch.results.stacks;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import loomwatch.results.Unit;

/** What a request spends of which profilers tell the stack. */
public enum Resource {
  /** CPU time of threads that run Java code, by samples. */
  CPU(Unit.SECONDS_PER_REQUEST),
  /** Bytes allocated on the heap, by samples. */
  ALLOCATION(Unit.BYTES_PER_REQUEST),
  /** Time that threads at work waited: for monitors, parked, asleep, for sockets. */
  BLOCKING(Unit.SECONDS_PER_REQUEST),
  /** Time that a blocked virtual thread kept its carrier. */
  PINNING(Unit.SECONDS_PER_REQUEST),
  /** Time in which the JVM stood still; what stands for the stack is the reason. */
  PAUSES(Unit.SECONDS_PER_REQUEST),
  /**
   * Time of the slowest of a hundred requests, each by itself, by what it met: the stack of whoever
   * waited, or the reason why the JVM stood still.
   */
  TAIL(Unit.SECONDS_PER_REQUEST);

  private final Unit unit;

  Resource(Unit unit) {
    this.unit = unit;
  }

  /** The name in files: lower case. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Of what one request spends. */
  public Unit unit() {
    return unit;
  }

  /** Whether it is spent by code that can be named, not by the JVM as a whole. */
  public boolean hasStacks() {
    return this != PAUSES;
  }
}
