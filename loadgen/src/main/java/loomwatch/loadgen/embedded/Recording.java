package loomwatch.loadgen.embedded;

import java.util.ArrayList;
import java.util.List;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadErrors;
import loomwatch.results.LoadSecond;
import org.HdrHistogram.Histogram;

/**
 * What a run has seen so far. Written by the event loop only; read when it is done.
 *
 * <p>Times are nanoseconds of {@link System#nanoTime}.
 */
final class Recording {
  /** Enough for a median by second; the run's own histograms have three digits. */
  private static final int DIGITS_BY_SECOND = 2;

  private static final double SECOND_NANOS = 1e9;

  private final Histogram latency = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private final Histogram serviceTime = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private final List<Second> seconds = new ArrayList<>();
  private final Schedule schedule;
  private long readErrors;
  private long statusErrors;

  /** How a request failed. */
  enum Failure {
    /** The connection broke while the response was due. */
    READ,
    /** The response was not 2xx. */
    STATUS
  }

  private static final class Second {
    private final Histogram latency = new Histogram(DIGITS_BY_SECOND);
    private long errors;
  }

  Recording(Schedule schedule) {
    this.schedule = schedule;
    int last = schedule.count() == 0 ? -1 : secondOf(schedule.count() - 1);
    for (int second = 0; second <= last; second++) {
      seconds.add(new Second());
    }
  }

  /** A request answered with 2xx. */
  void completed(long index, long sentNanos, long doneNanos) {
    long fromIntended = Math.max(0, doneNanos - schedule.dueNanos(index));
    latency.recordValue(fromIntended);
    serviceTime.recordValue(Math.max(0, doneNanos - sentNanos));
    seconds.get(secondOf(index)).latency.recordValue(fromIntended);
  }

  /** A request that failed. */
  void failed(long index, Failure failure) {
    switch (failure) {
      case READ -> readErrors++;
      case STATUS -> statusErrors++;
    }
    seconds.get(secondOf(index)).errors++;
  }

  private int secondOf(long index) {
    return (int) ((schedule.dueNanos(index) - schedule.startNanos()) / (long) SECOND_NANOS);
  }

  long completedCount() {
    return latency.getTotalCount();
  }

  LoadErrors errors() {
    return new LoadErrors(0, readErrors, 0, statusErrors, 0);
  }

  LatencyHistogram latency() {
    return LatencyHistogram.copyOf(latency);
  }

  LatencyHistogram serviceTime() {
    return LatencyHistogram.copyOf(serviceTime);
  }

  List<LoadSecond> seconds() {
    List<LoadSecond> series = new ArrayList<>();
    for (int index = 0; index < seconds.size(); index++) {
      Second second = seconds.get(index);
      long from = schedule.startNanos() + index * (long) SECOND_NANOS;
      long offered =
          schedule.dueBy(from + (long) SECOND_NANOS - 1)
              - (index == 0 ? 0 : schedule.dueBy(from - 1));
      long completed = second.latency.getTotalCount();
      series.add(
          new LoadSecond(
              index,
              offered,
              completed,
              second.errors,
              completed == 0 ? 0 : second.latency.getValueAtPercentile(50),
              completed == 0 ? 0 : second.latency.getMaxValue()));
    }
    return series;
  }
}
