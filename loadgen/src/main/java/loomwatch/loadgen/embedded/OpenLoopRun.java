package loomwatch.loadgen.embedded;

import io.netty.util.concurrent.Future;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import loomwatch.loadgen.Validity;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import org.jspecify.annotations.Nullable;

/**
 * A run at a fixed rate. The request is chosen at sending, so requests that wait for a connection
 * need no queue: they are the indices from {@code next} up to the last one due. Each keeps its
 * intended start, which avoids coordinated omission (Tene, "How NOT to measure latency").
 */
final class OpenLoopRun extends LoadRun {
  /** Time from readiness to the first request, so that the loop is not late for it. */
  private static final long LEAD_NANOS = 2_000_000;

  /** Time before a due time at which polling begins: slightly more than a wake-up takes. */
  private static final long POLL_NANOS = 80_000;

  private final boolean spins;
  private final Deque<Connection> idle;
  private final Schedule schedule;
  private final RunRecorder.OpenLoop recording;
  private final LoopWatch.BusyLoop busy =
      new LoopWatch.BusyLoop(ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  private final Runnable pump = this::pump;
  private final LoopWatch.LateCount dueBetween = this::dueBetween;
  private long next;
  private long wakeNanos;
  private @Nullable Future<?> arranged;
  private long lastCompletionNanos = Long.MIN_VALUE;
  private long waitingAtEnd = -1;

  OpenLoopRun(Setup setup, Set<Connection> live) {
    super(setup, live);
    this.spins = setup.polling() == EmbeddedGenerator.Polling.SPIN;
    this.idle = new ArrayDeque<>(live);
    RunRecorder.Slowest slowest = new RunRecorder.Slowest(setup.slowest());
    // The clock starts here, so slow initialisation such as that of lambdas is done above.
    this.schedule =
        new Schedule(System.nanoTime() + LEAD_NANOS, plan.requestsPerSecond(), plan.offered());
    this.recording = new RunRecorder.OpenLoop(schedule, setup.messages(), slowest);
  }

  private long dueBetween(long from, long to) {
    return schedule.dueBy(to) - schedule.dueBy(from - 1);
  }

  @Override
  void sendFirst() {
    pump();
  }

  private void pump() {
    if (over) {
      return;
    }
    long now = System.nanoTime();
    watch.runs(now, dueBetween);
    noteWaiting(now);
    sendDue(now);
    if (finished(now)) {
      finish(allIdle());
      return;
    }
    arrange(now);
  }

  private void arrange(long now) {
    wakeNanos = wake(now);
    watch.expect(wakeNanos);
    if (spins && wakeNanos - now <= POLL_NANOS) {
      arranged = loop.submit(pump);
    } else {
      long early = spins ? POLL_NANOS / 2 : 0;
      arranged = loop.schedule(pump, wakeNanos - early - now, TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Sends waiting requests, ends the run after the last one, and schedules the next. While all
   * connections were busy the loop was to sleep until its heartbeat, which would add to latency
   * unseen by the watch. Requests waiting at the planned end are counted before they are sent.
   */
  @Override
  void free(Connection connection, long now) {
    idle.addLast(connection);
    noteWaiting(now);
    sendDue(now);
    if (next == schedule.count() && finished(now)) {
      finish(allIdle());
      return;
    }
    if (wake(now) < wakeNanos && arranged != null && arranged.cancel(false)) {
      arrange(now);
    }
  }

  private void sendDue(long now) {
    long due = schedule.dueBy(now);
    while (next < due && !idle.isEmpty()) {
      Connection connection = idle.removeFirst();
      if (connection.usable()) {
        send(connection, next++);
      }
    }
  }

  private long wake(long now) {
    long heartbeat = now + HEARTBEAT_NANOS;
    boolean somethingToSend = next < schedule.count() && !idle.isEmpty();
    return somethingToSend ? Math.min(heartbeat, schedule.dueNanos(next)) : heartbeat;
  }

  private boolean finished(long now) {
    boolean allAnswered = next == schedule.count() && allIdle() && connecting == 0;
    long end = schedule.dueNanos(schedule.count()) + drain(plan).toNanos();
    return allAnswered || now > end || isDeserted();
  }

  private boolean allIdle() {
    return idle.size() == live.size();
  }

  /** Counts the waiting requests when the loop first runs after the planned end. */
  private void noteWaiting(long now) {
    busy.runs(schedule, next, now);
    if (waitingAtEnd < 0 && now >= schedule.dueNanos(schedule.count())) {
      waitingAtEnd = schedule.count() - next;
    }
  }

  @Override
  void completed(Connection.Exchange exchange, long nowNanos) {
    recording.completed(exchange, nowNanos);
    lastCompletionNanos = nowNanos;
  }

  @Override
  void failed(Connection.Exchange exchange, RunRecorder.Failure failure) {
    recording.failed(exchange, failure);
  }

  @Override
  public void closed(Connection connection, Connection.@Nullable Exchange underWay, String why) {
    idle.remove(connection);
    super.closed(connection, underWay, why);
  }

  @Override
  LoadResult result() {
    long offered = schedule.count();
    long completed = recording.completedCount();
    LoadErrors errors = recording.errors();
    long unfinished = offered - completed - errors.total();
    List<Invalid> invalid = judge(offered, completed, errors, unfinished);
    if (unfinished == 0) {
      List<Invalid> backlog = Validity.judgeBacklog(plan, Math.max(0, waitingAtEnd));
      invalid.addAll(
          !backlog.isEmpty() && busy.isSaturated()
              ? List.of(busy.saturated(plan.requestsPerSecond()))
              : backlog);
    }
    long end = Math.max(schedule.dueNanos(offered), lastCompletionNanos);
    return new LoadResult(
        GENERATOR,
        version,
        plan.requestsPerSecond(),
        plan.connections(),
        plan.duration().toNanos() / 1e9,
        offered,
        completed,
        errors,
        unfinished,
        completed / ((end - schedule.startNanos()) / 1e9),
        recording.latency(),
        recording.serviceTime(),
        recording.seconds(),
        watch.longestNanos(),
        invalid,
        recording.requests(),
        reopened,
        bytes,
        firstFailure);
  }

  @Override
  List<SlowRequest> slowest() {
    return recording.slowest();
  }
}
