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
 * A run at a fixed rate. What is sent is decided as it is sent, so requests that are due and wait
 * for a connection need no queue: they are the indices from {@code next} up to what is due by now.
 * Each keeps its intended start (Tene, "How NOT to measure latency": coordinated omission is what
 * happens otherwise).
 */
final class OpenLoopRun extends LoadRun {
  /** From when all is ready to the first request, which the loop is not to be late for. */
  private static final long LEAD_NANOS = 2_000_000;

  /** How long before a due time polling begins: a little more than waking up costs. */
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
    // The clock is running from here on: what takes a while at first, such as lambdas, is above.
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
   * Sends what waited for a connection, ends the run if this was the last, and makes sure that the
   * next request finds the loop awake. While all were busy the loop meant to sleep until its
   * heartbeat, which would add up to that to the latency, unseen by the watch. What waits at the
   * planned end is counted here too, before it is sent.
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

  /** The first time the loop runs after the planned end, notes how many requests still wait. */
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
        firstFailure);
  }

  @Override
  List<SlowRequest> slowest() {
    return recording.slowest();
  }
}
