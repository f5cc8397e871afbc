package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonValue;

/** Under which heading a metric is looked for, in the order of pages. */
public enum MetricGroup {
  /** How well requests, or operations, are served. */
  LATENCY("Latency"),
  /** What serving takes. */
  WORK("Work for each request"),
  PAUSES("Garbage collection and pinning"),
  MEMORY("Memory and threads, at rest and after load"),
  OTHER("Other");

  private final String heading;

  MetricGroup(String heading) {
    this.heading = heading;
  }

  @JsonValue
  public String heading() {
    return heading;
  }
}
