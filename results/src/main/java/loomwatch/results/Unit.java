package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;

/** The base unit a metric's values are stored in. Scaling for people is the reports' work. */
public enum Unit {
  SECONDS("s"),
  SECONDS_PER_REQUEST("s/request"),
  SECONDS_PER_OPERATION("s/op"),
  BYTES("B"),
  BYTES_PER_REQUEST("B/request"),
  BYTES_PER_OPERATION("B/op"),
  COUNT("1"),
  PER_REQUEST("1/request"),
  PER_SECOND("1/s");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  /** The symbol in JSON, in base units. */
  @JsonValue
  public String symbol() {
    return symbol;
  }

  /** Whether it is a time or a rate, which a faster machine has another of. */
  public boolean isOfSpeed() {
    return switch (this) {
      case SECONDS, SECONDS_PER_REQUEST, SECONDS_PER_OPERATION, PER_SECOND -> true;
      case BYTES, BYTES_PER_REQUEST, BYTES_PER_OPERATION, COUNT, PER_REQUEST -> false;
    };
  }

  /** Whether it is of one operation of a benchmark, not of a server. */
  public boolean isPerOperation() {
    return this == SECONDS_PER_OPERATION || this == BYTES_PER_OPERATION;
  }
}
