package loomwatch.loadgen.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;

/**
 * A closed-loop run: each connection is a user who sends a request, waits for the answer, thinks,
 * and repeats until the end. There is no target rate, and no request is due.
 */
final class ClosedLoopRun extends LoadRun {
  private final long thinkNanos;
  private final RunRecorder.ClosedLoop recording;
  private int underWay;

  ClosedLoopRun(Setup setup, Set<Connection> live, Duration think) {
    super(setup, live);
    this.thinkNanos = think.toNanos();
    this.recording = new RunRecorder.ClosedLoop(System.nanoTime(), plan.duration().toNanos());
  }

  /** Users start evenly spread over the think time. */
  @Override
  void sendFirst() {
    int user = 0;
    for (Connection connection : List.copyOf(live)) {
      ask(connection, thinkNanos * user++ / plan.connections());
    }
    beat();
  }

  private void beat() {
    if (over) {
      return;
    }
    long now = System.nanoTime();
    watch.runs(now, recording::sentIn);
    boolean answered = now >= recording.endNanos() && underWay == 0 && connecting == 0;
    if (answered || now > recording.endNanos() + drain(plan).toNanos() || isDeserted()) {
      finish(underWay == 0);
      return;
    }
    watch.expect(now + HEARTBEAT_NANOS);
    loop.schedule(this::beat, HEARTBEAT_NANOS, TimeUnit.NANOSECONDS);
  }

  private void ask(Connection connection, long afterNanos) {
    if (afterNanos > 0) {
      loop.schedule(() -> ask(connection), afterNanos, TimeUnit.NANOSECONDS);
    } else {
      ask(connection);
    }
  }

  private void ask(Connection connection) {
    if (!over && System.nanoTime() < recording.endNanos() && connection.usable()) {
      underWay++;
      send(connection, recording.sent());
    }
  }

  @Override
  void free(Connection connection, long nowNanos) {
    ask(connection, thinkNanos);
  }

  @Override
  void completed(Connection.Exchange exchange, long nowNanos) {
    underWay--;
    recording.completed(exchange, nowNanos);
  }

  @Override
  void failed(Connection.Exchange exchange, RunRecorder.Failure failure) {
    underWay--;
    recording.failed(exchange, failure);
  }

  @Override
  LoadResult result() {
    long completed = recording.completedCount();
    LoadErrors errors = recording.errors();
    long unfinished = recording.offered() - completed - errors.total();
    return new LoadResult(
        GENERATOR,
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
        judge(recording.offered(), completed, errors, unfinished),
        null,
        null,
        bytes,
        null);
  }

  @Override
  List<SlowRequest> slowest() {
    return List.of();
  }
}
