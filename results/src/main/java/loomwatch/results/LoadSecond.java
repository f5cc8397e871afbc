package loomwatch.results;

/**
 * One second of a load run, or a slice that is shorter, by intended start.
 *
 * @param second its number, from 0
 * @param offered requests due in it
 * @param completed of these, how many were answered as expected
 * @param errors of these, how many failed
 * @param p50Nanos median latency from the intended start; 0 when nothing completed
 * @param maxNanos longest latency from the intended start; 0 when nothing completed
 */
public record LoadSecond(
    int second, long offered, long completed, long errors, long p50Nanos, long maxNanos) {

  public LoadSecond {
    Require.atLeast("second", 0, second);
    Require.atLeast("offered", 0, offered);
    Require.atLeast("completed", 0, completed);
    Require.atLeast("errors", 0, errors);
    Require.atLeast("p50Nanos", 0, p50Nanos);
    Require.atLeast("maxNanos", 0, maxNanos);
  }
}
