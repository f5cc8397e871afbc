package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Under which heading a metric is looked for, in the order of pages. */
public enum MetricGroup {
  /** How well requests, or operations, are served. */
  LATENCY("Latency"),
  /** What serving one takes. */
  WORK("Work for each request"),
  PAUSES("Garbage collection and pinning"),
  MEMORY("Memory and threads, at rest and after load"),
  OTHER("Other");

  private final String heading;

  MetricGroup(String heading) {
    this.heading = heading;
  }

  /** The name in JSON: lower case. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Over its metrics. */
  public String heading() {
    return heading;
  }
}
