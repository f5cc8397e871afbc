package loomwatch.results.stacks;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import loomwatch.results.Unit;

/** What requests spend or leave, of which it is known who does. */
public enum Resource {
  /** CPU time of threads that run Java code, by samples. */
  CPU(Unit.SECONDS_PER_REQUEST),
  /** Bytes allocated on the heap, by samples. */
  ALLOCATION(Unit.BYTES_PER_REQUEST),
  /** Time that threads at work waited: for monitors, parked, asleep. */
  BLOCKING(Unit.SECONDS_PER_REQUEST),
  /** Time that a blocked virtual thread kept its carrier. */
  PINNING(Unit.SECONDS_PER_REQUEST),
  /** Time in which the JVM stood still; what stands for the stack is the reason. */
  PAUSES(Unit.SECONDS_PER_REQUEST),
  /**
   * Time of the slowest of a hundred requests, each by itself, by what it met: the stack of whoever
   * waited, or the reason why the JVM stood still.
   */
  TAIL(Unit.SECONDS_PER_REQUEST),
  /** Bytes on the heap after the load and a full collection; the class stands for the stack. */
  LIVE(Unit.BYTES),
  /** Collections that code asked for since the JVM's start, by the stack that asked. */
  COLLECTIONS(Unit.COUNT),
  /** Platform threads started since the JVM's start that never ended, by the stack that did. */
  THREADS(Unit.COUNT),
  /** Time until a launch was ready: CPU of its threads, and what its first one waited for. */
  START(Unit.SECONDS);

  private final Unit unit;

  Resource(Unit unit) {
    this.unit = unit;
  }

  /** The name in files: lower case. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Of what one request spends, and of what all of them leave. */
  public Unit unit() {
    return unit;
  }

  /** Whether requests spend it in code, rather than the JVM as a whole, or all of them together. */
  public boolean isSpentByCode() {
    return switch (this) {
      case CPU, ALLOCATION, BLOCKING, PINNING, TAIL -> true;
      case PAUSES, LIVE, COLLECTIONS, THREADS, START -> false;
    };
  }

  /** Whether what it is spent on, or held by, can be named as a cause. */
  public boolean hasCauses() {
    return this != PAUSES;
  }
}
