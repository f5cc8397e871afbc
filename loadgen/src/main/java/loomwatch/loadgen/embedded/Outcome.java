package loomwatch.loadgen.embedded;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.NothingMeasured;
import loomwatch.loadgen.Validity;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import org.jspecify.annotations.Nullable;

/** Puts a run's result together and judges whether it is valid. Lives on the event loop. */
final class Outcome {
  /** What to do about a wrong answer. */
  static final String WRONG = "mend the service or the request, or say under expect what is right";

  /** What to do about no answer. */
  static final String BROKEN = "see the service's log for why it gave the connection up";

  private static final String ENGINE = "embedded";

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final LoadPlan plan;
  private final String version;
  private final BusyLoop busy = new BusyLoop(THREADS::getCurrentThreadCpuTime);
  private long lastCompletionNanos = Long.MIN_VALUE;
  private long waitingAtEnd = -1;
  private int lost;
  private long reopened;
  private String lostBecause = "";
  private @Nullable String fault;

  Outcome(LoadPlan plan, String version) {
    this.plan = plan;
    this.version = version;
  }

  void noteCompletion(long nowNanos) {
    lastCompletionNanos = nowNanos;
  }

  /** The first time the loop runs after the planned end, notes how many requests still wait. */
  void noteWaiting(Schedule schedule, long next, long now) {
    busy.runs(schedule, next, now);
    if (waitingAtEnd < 0 && now >= schedule.dueNanos(schedule.count())) {
      waitingAtEnd = schedule.count() - next;
    }
  }

  /** A connection that the server closed with nothing under way. */
  void noteClosed() {
    reopened++;
  }

  /** A connection that ended and could not be opened again. */
  void noteLost(String reason) {
    lost++;
    lostBecause = reason;
  }

  boolean hasFault() {
    return fault != null;
  }

  /** The first request that failed: how, and what to do about it. */
  void noteFault(String how, String advice) {
    fault = how + "; " + advice;
  }

  private String first() {
    return fault == null ? "" : "; the first: " + fault;
  }

  /** Nothing was sent. */
  LoadResult notConnected(String reason) {
    Invalid invalid = new Invalid(Invalid.Reason.CONNECT_FAILED, reason);
    return NothingMeasured.of(ENGINE, version, plan, invalid);
  }

  /** The same of a closed loop, in which no rate is to be reached and no request is ever due. */
  LoadResult of(ClosedRecording recording, LoopWatch watch, boolean deserted) {
    long completed = recording.completedCount();
    LoadErrors errors = recording.errors();
    long unfinished = recording.offered() - completed - errors.total();
    List<Invalid> invalid = new ArrayList<>(lost(deserted));
    invalid.addAll(watch.judge(recording.offered()));
    invalid.addAll(Validity.judge(recording.offered(), completed, errors, unfinished, first()));
    return new LoadResult(
        ENGINE,
        version,
        plan.requestsPerSecond(),
        plan.connections(),
        plan.duration().toNanos() / 1e9,
        recording.offered(),
        completed,
        errors,
        unfinished,
        recording.perSecond(),
        recording.latency(),
        recording.latency(),
        List.of(),
        watch.longestNanos(),
        invalid);
  }

  private List<Invalid> lost(boolean deserted) {
    if (deserted) {
      return List.of(
          new Invalid(
              Invalid.Reason.SERVER_DIED,
              "every connection was lost and none could be opened again: " + lostBecause));
    }
    return lost == 0
        ? List.of()
        : List.of(
            new Invalid(
                Invalid.Reason.CONNECT_FAILED,
                "%d of %d connections ended and could not be opened again: %s"
                    .formatted(lost, plan.connections(), lostBecause)));
  }

  /** The run is over; {@code deserted} when no connection was left. */
  LoadResult of(Schedule schedule, Recording recording, LoopWatch watch, boolean deserted) {
    long completed = recording.completedCount();
    LoadErrors errors = recording.errors();
    long unfinished = plan.offered() - completed - errors.total();
    List<Invalid> invalid = new ArrayList<>(lost(deserted));
    invalid.addAll(watch.judge(plan.offered()));
    invalid.addAll(Validity.judge(plan.offered(), completed, errors, unfinished, first()));
    if (unfinished == 0) {
      List<Invalid> backlog = Validity.judgeBacklog(plan, Math.max(0, waitingAtEnd));
      invalid.addAll(
          !backlog.isEmpty() && busy.isSaturated()
              ? List.of(busy.saturated(plan.requestsPerSecond()))
              : backlog);
    }
    long end = Math.max(schedule.dueNanos(schedule.count()), lastCompletionNanos);
    double achieved = completed / ((end - schedule.startNanos()) / 1e9);
    return new LoadResult(
        ENGINE,
        version,
        plan.requestsPerSecond(),
        plan.connections(),
        plan.duration().toNanos() / 1e9,
        plan.offered(),
        completed,
        errors,
        unfinished,
        achieved,
        recording.latency(),
        recording.serviceTime(),
        recording.seconds(),
        watch.longestNanos(),
        invalid,
        recording.requests(),
        reopened,
        fault);
  }
}
