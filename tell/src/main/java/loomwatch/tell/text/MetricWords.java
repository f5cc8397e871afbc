package loomwatch.tell.text;

import loomwatch.results.Metric;

/** What metrics are called in sentences; tables show their labels. */
public final class MetricWords {
  private MetricWords() {}

  /** A noun: {@code CPU per request}. */
  public static String name(Metric metric) {
    return switch (metric) {
      case LATENCY_P50, LATENCY_P75, LATENCY_P90, LATENCY_P95, LATENCY_P99, LATENCY_P999 ->
          percentile(metric);
      case LATENCY_MAX -> "the longest latency";
      case CPU_PER_REQUEST -> "CPU per request";
      case ALLOCATED_PER_REQUEST -> "allocation per request";
      case THREAD_RESERVED_AFTER_LOAD -> "thread memory reserved";
      case RSS_AFTER_LOAD -> "resident memory";
      case TIME_PER_OPERATION -> "time per operation";
      case ALLOCATED_PER_OPERATION -> "allocation per operation";
      default -> metric.label();
    };
  }

  /** The head of a narrow column. */
  public static String shortName(Metric metric) {
    return switch (metric) {
      case CPU_PER_REQUEST -> "CPU";
      case ALLOCATED_PER_REQUEST -> "allocation";
      case TIME_PER_OPERATION -> "time/operation";
      case ALLOCATED_PER_OPERATION -> "allocation/operation";
      default -> percentile(metric);
    };
  }

  /**
   * What a change of that size means: {@code takes 14.6 % more CPU per request}.
   *
   * @param size without a sign
   * @param more whether the value grew
   */
  public static String does(Metric metric, String size, boolean more) {
    String much = size + (more ? " more" : " less");
    String speed = size + (more ? " slower" : " faster");
    return switch (metric) {
      case LATENCY_P50, LATENCY_P75, LATENCY_P90, LATENCY_P95, LATENCY_P99, LATENCY_P999 ->
          "answers " + speed + " at " + percentile(metric);
      case CPU_PER_REQUEST -> "takes " + much + " CPU per request";
      case ALLOCATED_PER_REQUEST -> "allocates " + much + " per request";
      case TIME_PER_OPERATION -> "takes " + much + " time per operation";
      case ALLOCATED_PER_OPERATION -> "allocates " + much + " per operation";
      case TIME_TO_READY -> "is ready " + speed;
      default -> "has " + size + (more ? " higher " : " lower ") + metric.label();
    };
  }

  private static String percentile(Metric metric) {
    return metric.label().replaceFirst("^latency-", "");
  }
}
