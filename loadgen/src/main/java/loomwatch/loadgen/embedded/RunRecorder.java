package loomwatch.loadgen.embedded;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult.LoadSecond;
import loomwatch.results.LoadResult.RequestLoad;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Records the measurements of a run. Written by the event loop only, and read after the run. Times
 * are nanoseconds of {@link System#nanoTime}.
 */
abstract sealed class RunRecorder {
  private static final long SECOND = 1_000_000_000;

  private final Histogram latency = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private long readErrors;
  private long statusErrors;

  enum Failure {
    /** The connection broke before the response was complete. */
    READ,
    STATUS
  }

  abstract void completed(Connection.Exchange exchange, long doneNanos);

  final void recordLatency(long nanos) {
    latency.recordValue(nanos);
  }

  void failed(Connection.Exchange exchange, Failure failure) {
    switch (failure) {
      case READ -> readErrors++;
      case STATUS -> statusErrors++;
    }
  }

  final long completedCount() {
    return latency.getTotalCount();
  }

  final LoadErrors errors() {
    return new LoadErrors(0, readErrors, 0, statusErrors, 0);
  }

  final LatencyHistogram latency() {
    return LatencyHistogram.copyOf(latency);
  }

  /** Records an open-loop run, with latencies from due times. */
  static final class OpenLoop extends RunRecorder {
    /** Precision of the histograms by second, which only need a median. */
    private static final int DIGITS_BY_SECOND = 2;

    private static final int BITS_BY_REQUEST = 9;

    private final Histogram serviceTime = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    private final List<Part> seconds = new ArrayList<>();
    private final Schedule schedule;
    private final List<Message> messages;

    /** One part for each message, or none for a single message. */
    private final List<Part> requests;

    private final Slowest slowest;

    /** The measurements of a second, or of one request of a mix. */
    private static final class Part {
      private final Histogram latency;
      private long errors;

      Part(int digits) {
        this.latency = new Histogram(digits);
      }
    }

    OpenLoop(Schedule schedule, List<Message> messages, Slowest slowest) {
      this.schedule = schedule;
      this.slowest = slowest;
      this.messages = messages;
      this.requests =
          messages.size() == 1
              ? List.of()
              : messages.stream()
                  .map(each -> new Part(LatencyHistogram.SIGNIFICANT_DIGITS))
                  .toList();
      int last = schedule.count() == 0 ? -1 : secondOf(schedule.count() - 1);
      for (int second = 0; second <= last; second++) {
        seconds.add(new Part(DIGITS_BY_SECOND));
      }
    }

    @Override
    void completed(Connection.Exchange exchange, long doneNanos) {
      long dueNanos = schedule.dueNanos(exchange.index());
      long fromIntended = Math.max(0, doneNanos - dueNanos);
      recordLatency(fromIntended);
      serviceTime.recordValue(Math.max(0, doneNanos - exchange.sentNanos()));
      seconds.get(secondOf(exchange.index())).latency.recordValue(fromIntended);
      if (!requests.isEmpty()) {
        requests.get(exchange.request()).latency.recordValue(coarse(fromIntended));
      }
      slowest.completed(dueNanos, exchange.sentNanos(), doneNanos);
    }

    /** Keeps the leading bits only, so that the histogram is small. */
    private static long coarse(long nanos) {
      int rest = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - BITS_BY_REQUEST);
      return nanos >> rest << rest;
    }

    @Override
    void failed(Connection.Exchange exchange, Failure failure) {
      super.failed(exchange, failure);
      seconds.get(secondOf(exchange.index())).errors++;
      if (!requests.isEmpty()) {
        requests.get(exchange.request()).errors++;
      }
    }

    private int secondOf(long index) {
      return (int) ((schedule.dueNanos(index) - schedule.startNanos()) / SECOND);
    }

    LatencyHistogram serviceTime() {
      return LatencyHistogram.copyOf(serviceTime);
    }

    /** Returns the load by request of a mix; null for a single request. */
    @Nullable List<RequestLoad> requests() {
      return requests.isEmpty()
          ? null
          : IntStream.range(0, requests.size()).mapToObj(this::request).toList();
    }

    private RequestLoad request(int index) {
      Part part = requests.get(index);
      long completed = part.latency.getTotalCount();
      LatencyHistogram whole = completed == 0 ? null : LatencyHistogram.copyOf(part.latency);
      return new RequestLoad(messages.get(index).shown(), completed, part.errors, whole);
    }

    List<SlowRequest> slowest() {
      return slowest.requests();
    }

    List<LoadSecond> seconds() {
      List<LoadSecond> series = new ArrayList<>();
      for (int index = 0; index < seconds.size(); index++) {
        Part second = seconds.get(index);
        long from = schedule.startNanos() + index * SECOND;
        long offered =
            schedule.dueBy(from + SECOND - 1) - (index == 0 ? 0 : schedule.dueBy(from - 1));
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

  /** Records a closed-loop run, with latencies from sending. */
  static final class ClosedLoop extends RunRecorder {
    private final long startNanos;
    private final long durationNanos;
    private long sent;
    private long inTime;
    private long inTimeNanos;
    private long lastInTime;

    ClosedLoop(long startNanos, long durationNanos) {
      this.startNanos = startNanos;
      this.durationNanos = durationNanos;
    }

    /** Returns the time after which no requests are sent. */
    long endNanos() {
      return startNanos + durationNanos;
    }

    /** Counts a request and returns its index, from 0. */
    long sent() {
      return sent++;
    }

    @Override
    void completed(Connection.Exchange exchange, long doneNanos) {
      long took = Math.max(0, doneNanos - exchange.sentNanos());
      recordLatency(took);
      if (doneNanos <= endNanos()) {
        inTime++;
        inTimeNanos += took;
        lastInTime = doneNanos;
      }
    }

    /** Estimates the number of requests sent in a period. */
    long sentIn(long fromNanos, long toNanos) {
      return Math.max(0, Math.round(sent * (double) (toNanos - fromNanos) / durationNanos));
    }

    long offered() {
      return sent;
    }

    /**
     * Returns the throughput within the duration. If all users wait equally long, answers come in
     * waves, and a last wave cut off by the end would count as idle time. So idle time at the end
     * is excluded, up to one average response time; a longer stall of the server counts.
     */
    double perSecond() {
      if (inTime == 0) {
        return 0;
      }
      long silence = Math.min(endNanos() - lastInTime, inTimeNanos / inTime);
      return inTime * (double) SECOND / (durationNanos - silence);
    }
  }

  static final class Slowest {
    private final int most;

    /** Reference point of both clocks. */
    private final Instant wall = Instant.now();

    private final long nanos = System.nanoTime();
    private final PriorityQueue<Timed> kept =
        new PriorityQueue<>(Comparator.comparingLong(Timed::latency));

    Slowest(int most) {
      this.most = most;
    }

    private record Timed(long due, long sent, long done) {
      long latency() {
        return done - due;
      }
    }

    void completed(long due, long sent, long done) {
      if (most == 0) {
        return;
      }
      if (kept.size() == most) {
        if (kept.element().latency() >= done - due) {
          return;
        }
        kept.remove();
      }
      kept.add(new Timed(due, sent, done));
    }

    List<SlowRequest> requests() {
      return kept.stream()
          .map(each -> new SlowRequest(wall(each.due()), wall(each.sent()), wall(each.done())))
          .toList();
    }

    private Instant wall(long at) {
      return wall.plusNanos(at - nanos);
    }
  }
}
