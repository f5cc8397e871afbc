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
 * What a run has measured so far. Written by the event loop only; read when it is done. Times are
 * nanoseconds of {@link System#nanoTime}.
 */
abstract sealed class RunRecorder {
  private static final long SECOND = 1_000_000_000;

  private final Histogram latency = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
  private long readErrors;
  private long statusErrors;

  enum Failure {
    /** The connection broke while the response was due. */
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

  /** Of requests sent on a schedule; latency counts from when each was due. */
  static final class OpenLoop extends RunRecorder {
    /** Enough for a median by second; the run's own histograms have three digits. */
    private static final int DIGITS_BY_SECOND = 2;

    private static final int BITS_BY_REQUEST = 9;

    private final Histogram serviceTime = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    private final List<Part> seconds = new ArrayList<>();
    private final Schedule schedule;
    private final List<Message> messages;

    /** One for each message, or none where there is but one. */
    private final List<Part> requests;

    private final Slowest slowest;

    /** Of one second, or of one of a mix's requests. */
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

    /** Its leading bits: few different values make a small histogram. */
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

    /** Each of a mix's requests; null where all are alike. */
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

  /** Of users who ask when they have thought; latency counts from when each asked. */
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

    /** When nobody asks any more. */
    long endNanos() {
      return startNanos + durationNanos;
    }

    /** Counts one more; returns its number, from 0. */
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

    /** About how many are sent in that time. */
    long sentIn(long fromNanos, long toNanos) {
      return Math.max(0, Math.round(sent * (double) (toNanos - fromNanos) / durationNanos));
    }

    long offered() {
      return sent;
    }

    /**
     * Answered each second while there was asking. Where all wait the same time, answers come in
     * waves, and a last wave cut off by the end would count as idle time. So silence before the end
     * is left out, but never more of it than answers took on average: a server that stands still
     * for longer is shown to.
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

    /** Both clocks at one moment. */
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
