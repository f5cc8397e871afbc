package loomwatch.loadgen.embedded;

import java.util.ArrayList;
import java.util.List;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.LoadSecond;
import loomwatch.results.LoadResult.RequestLoad;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a run has seen so far. Written by the event loop only; read when it is done.
 *
 * <p>Times are nanoseconds of {@link System#nanoTime}.
 */
final class Recording {
  /** Enough for a median by second; the run's own histograms have three digits. */
  private static final int DIGITS_BY_SECOND = 2;

  /** Leading bits that are kept of a latency by request. */
  private static final int BITS_BY_REQUEST = 9;

  private static final double SECOND_NANOS = 1e9;

  private final Histogram latency = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private final Histogram serviceTime = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private final List<Second> seconds = new ArrayList<>();
  private final Schedule schedule;
  private final List<ByRequest> requests;
  private long readErrors;
  private long statusErrors;

  /** How a request failed. */
  enum Failure {
    /** The connection broke while the response was due. */
    READ,
    /** The response was not the expected one. */
    STATUS
  }

  private static final class Second {
    private final Histogram latency = new Histogram(DIGITS_BY_SECOND);
    private long errors;
  }

  /** Of one of a mix's requests. */
  private static final class ByRequest {
    private final String shown;
    private final Histogram latency = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    private long errors;

    ByRequest(String shown) {
      this.shown = shown;
    }

    RequestLoad load() {
      long completed = latency.getTotalCount();
      LatencyHistogram whole = completed == 0 ? null : LatencyHistogram.copyOf(latency);
      return new RequestLoad(shown, completed, errors, whole);
    }
  }

  /** Of requests that are these. */
  Recording(Schedule schedule, List<Message> messages) {
    this.schedule = schedule;
    this.requests =
        messages.size() == 1
            ? List.of()
            : messages.stream().map(message -> new ByRequest(message.shown())).toList();
    int last = schedule.count() == 0 ? -1 : secondOf(schedule.count() - 1);
    for (int second = 0; second <= last; second++) {
      seconds.add(new Second());
    }
  }

  /** A request answered as expected. */
  void completed(Connection.Exchange exchange, long doneNanos) {
    long fromIntended = Math.max(0, doneNanos - schedule.dueNanos(exchange.index()));
    latency.recordValue(fromIntended);
    serviceTime.recordValue(Math.max(0, doneNanos - exchange.sentNanos()));
    seconds.get(secondOf(exchange.index())).latency.recordValue(fromIntended);
    if (!requests.isEmpty()) {
      requests.get(exchange.request()).latency.recordValue(coarse(fromIntended));
    }
  }

  /** Its leading bits: few different values make a small histogram. */
  private static long coarse(long nanos) {
    int rest = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - BITS_BY_REQUEST);
    return nanos >> rest << rest;
  }

  /** A request that failed. */
  void failed(Connection.Exchange exchange, Failure failure) {
    switch (failure) {
      case READ -> readErrors++;
      case STATUS -> statusErrors++;
    }
    seconds.get(secondOf(exchange.index())).errors++;
    if (!requests.isEmpty()) {
      requests.get(exchange.request()).errors++;
    }
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

  /** Each by itself; null where all are alike. */
  @Nullable List<RequestLoad> requests() {
    return requests.isEmpty() ? null : requests.stream().map(ByRequest::load).toList();
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
