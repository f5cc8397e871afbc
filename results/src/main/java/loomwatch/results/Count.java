package loomwatch.results;

/**
 * How often a launch did one thing for its requests, such as executing one statement.
 *
 * @param metric whose value it is a part of; {@linkplain Metric#isExact exact}
 * @param of what was done: a statement without its values, an exception's class, a file
 * @param times in all; at least 1
 * @param requests that were counted; at least 1
 */
public record Count(Metric metric, String of, long times, long requests) {
  public Count {
    Require.check(metric.isExact(), "metric", "one that is counted exactly", metric.label());
    Require.text("of", of);
    Require.atLeast("times", 1, times);
    Require.atLeast("requests", 1, requests);
  }
}
