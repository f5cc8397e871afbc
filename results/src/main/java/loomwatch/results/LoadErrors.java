package loomwatch.results;

/**
 * Requests that failed, by kind. Each failed request is counted once.
 *
 * @param connect connections refused or not opened in time
 * @param read connections that broke while a response was due
 * @param write requests that could not be written
 * @param status answers other than expected: outside 2xx where nothing else is, or without the
 *     piece of a body that is
 * @param timeout of connections that wrk2 found idle for two seconds; 0 of the embedded engine,
 *     whose unanswered requests are unfinished
 */
public record LoadErrors(long connect, long read, long write, long status, long timeout) {
  public LoadErrors {
    Require.atLeast("connect", 0, connect);
    Require.atLeast("read", 0, read);
    Require.atLeast("write", 0, write);
    Require.atLeast("status", 0, status);
    Require.atLeast("timeout", 0, timeout);
  }

  /** No error at all. */
  public static final LoadErrors NONE = new LoadErrors(0, 0, 0, 0, 0);

  /** The sum of all kinds. */
  public long total() {
    return connect + read + write + status + timeout;
  }

  /** Kind by kind sum. */
  public LoadErrors plus(LoadErrors other) {
    return new LoadErrors(
        connect + other.connect,
        read + other.read,
        write + other.write,
        status + other.status,
        timeout + other.timeout);
  }
}
