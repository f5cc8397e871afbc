package loomwatch.loadgen.embedded;

import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult.LoadErrors;
import org.HdrHistogram.Histogram;

/** What a run in a closed loop has seen so far. Written by the event loop only. */
final class ClosedRecording {
  private static final double SECOND = 1e9;

  private final Histogram latency = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private final long startNanos;
  private final long durationNanos;
  private long sent;
  private long inTime;
  private long inTimeNanos;
  private long lastInTime;
  private long readErrors;
  private long statusErrors;

  ClosedRecording(long startNanos, long durationNanos) {
    this.startNanos = startNanos;
    this.durationNanos = durationNanos;
  }

  /** When nobody asks any more. */
  long endNanos() {
    return startNanos + durationNanos;
  }

  /** Counts one more; returns its number, from 0. */
  long sent() {
    return sent++;
  }

  void completed(Connection.Exchange exchange, long nowNanos) {
    long took = Math.max(0, nowNanos - exchange.sentNanos());
    latency.recordValue(took);
    if (nowNanos <= endNanos()) {
      inTime++;
      inTimeNanos += took;
      lastInTime = nowNanos;
    }
  }

  void failed(Recording.Failure failure) {
    switch (failure) {
      case READ -> readErrors++;
      case STATUS -> statusErrors++;
    }
  }

  /** About how many are sent in that time. */
  long sentIn(long fromNanos, long toNanos) {
    return Math.max(0, Math.round(sent * (double) (toNanos - fromNanos) / durationNanos));
  }

  long offered() {
    return sent;
  }

  long completedCount() {
    return latency.getTotalCount();
  }

  LoadErrors errors() {
    return new LoadErrors(0, readErrors, 0, statusErrors, 0);
  }

  /**
   * Answered each second while there was asking. Where all wait the same time, answers come in
   * waves, and a last wave cut off by the end would count as idle time. So silence before the end
   * is left out, but never more of it than answers took on average: a server that stands still for
   * longer is shown to.
   */
  double perSecond() {
    if (inTime == 0) {
      return 0;
    }
    long silence = Math.min(endNanos() - lastInTime, inTimeNanos / inTime);
    return inTime * SECOND / (durationNanos - silence);
  }

  LatencyHistogram latency() {
    return LatencyHistogram.copyOf(latency);
  }
}
