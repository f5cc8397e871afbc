package loomwatch.loadgen.embedded;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.LoadPlan;
import loomwatch.results.LoadResult;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plan in a closed loop: each connection is a user who asks, waits for the answer,
 * thinks, and asks again until the time is over. Everything below happens on one event loop.
 */
final class ClosedRun implements Connection.Events {
  /** The loop runs at least this often, so that its stalls are seen. */
  private static final long HEARTBEAT_NANOS = 10_000_000;

  private final LoadPlan plan;
  private final long thinkNanos;
  private final EventLoop loop;
  private final Connector pool;
  private final ConnectionPool kept;
  private final List<Message> messages;
  private final RequestDeck turns;
  private final CompletableFuture<LoadResult> result = new CompletableFuture<>();
  private final Set<Connection> live = new HashSet<>();
  private final Set<Connection> closedEarly = new HashSet<>();
  private final LoopWatch watch = new LoopWatch();
  private final Outcome outcome;
  private @Nullable ClosedRecording recording;
  private int underWay;
  private int connecting;
  private boolean over;

  ClosedRun(LoadPlan plan, Duration think, Transport transport, ConnectionPool kept) {
    this.plan = plan;
    this.thinkNanos = think.toNanos();
    this.kept = kept;
    this.loop = transport.group().next();
    this.messages = Message.of(plan);
    this.turns = new RequestDeck(plan.mix(), plan.seed());
    this.pool = new Connector(transport, loop, plan);
    this.outcome = new Outcome(plan, transport.version());
  }

  CompletableFuture<LoadResult> start() {
    loop.execute(this::open);
    return result;
  }

  private void open() {
    live.addAll(kept.take(plan, this));
    int missing = plan.connections() - live.size();
    if (missing == 0) {
      begin();
      return;
    }
    new Opening(missing, pool, this)
        .open(
            connections -> {
              live.addAll(connections);
              begin();
            },
            reason -> {
              over = true;
              messages.forEach(Message::release);
              result.complete(outcome.notConnected(reason));
              Set.copyOf(live).forEach(Connection::close);
            });
  }

  /** Users do not all come at once, but spread over the time they think. */
  private void begin() {
    ClosedRecording begun = new ClosedRecording(System.nanoTime(), plan.duration().toNanos());
    recording = begun;
    live.removeAll(closedEarly);
    int user = 0;
    for (Connection connection : List.copyOf(live)) {
      ask(connection, begun, thinkNanos * user++ / plan.connections());
    }
    for (; user < plan.connections(); user++) {
      reopen(begun);
    }
    beat(begun);
  }

  private void beat(ClosedRecording running) {
    if (over) {
      return;
    }
    long now = System.nanoTime();
    watch.runs(now, running::sentIn);
    long drained = running.endNanos() + LoadRun.drain(plan).toNanos();
    boolean answered = now >= running.endNanos() && underWay == 0 && connecting == 0;
    if (answered || now > drained || deserted()) {
      finish(running);
      return;
    }
    watch.expect(now + HEARTBEAT_NANOS);
    loop.schedule(() -> beat(running), HEARTBEAT_NANOS, TimeUnit.NANOSECONDS);
  }

  private boolean deserted() {
    return live.isEmpty() && connecting == 0;
  }

  private void ask(Connection connection, ClosedRecording running, long afterNanos) {
    if (afterNanos > 0) {
      loop.schedule(() -> ask(connection, running), afterNanos, TimeUnit.NANOSECONDS);
    } else {
      ask(connection, running);
    }
  }

  private void ask(Connection connection, ClosedRecording running) {
    long now = System.nanoTime();
    if (over || now >= running.endNanos() || !connection.usable()) {
      return;
    }
    int request = turns.nextRequest();
    Message message = messages.get(request);
    int row = message.takesRow() ? turns.nextRow() : 0;
    underWay++;
    connection.send(new Connection.Exchange(running.sent(), request, now), message, row);
  }

  private void finish(ClosedRecording running) {
    over = true;
    messages.forEach(Message::release);
    result.complete(outcome.of(running, watch, deserted()));
    if (underWay == 0) {
      kept.keep(plan, live);
    } else {
      Set.copyOf(live).forEach(Connection::close);
    }
  }

  @Override
  public void answered(
      Connection connection, Connection.Exchange exchange, Response answer, long nowNanos) {
    ClosedRecording running = recording;
    if (over || running == null) {
      return;
    }
    underWay--;
    if (answer.right()) {
      running.completed(exchange, nowNanos);
    } else {
      running.failed(Recording.Failure.STATUS);
      if (!outcome.hasFault()) {
        outcome.noteFault(
            messages.get(exchange.request()).shown() + " was answered with " + answer.told(),
            Outcome.WRONG);
      }
    }
    ask(connection, running, thinkNanos);
  }

  @Override
  public void closed(Connection connection, Connection.@Nullable Exchange exchange, String why) {
    live.remove(connection);
    ClosedRecording running = recording;
    if (running == null) {
      closedEarly.add(connection); // while others still open; begin opens another
      return;
    }
    if (over) {
      return;
    }
    if (exchange != null) {
      underWay--;
      running.failed(Recording.Failure.READ);
      if (!outcome.hasFault()) {
        outcome.noteFault(
            messages.get(exchange.request()).shown() + " was not answered: " + why, Outcome.BROKEN);
      }
    }
    reopen(running);
  }

  private void reopen(ClosedRecording running) {
    connecting++;
    pool.open(
        this,
        reopened -> {
          connecting--;
          if (over) {
            reopened.close();
            return;
          }
          live.add(reopened);
          ask(reopened, running, thinkNanos);
        },
        reason -> {
          connecting--;
          outcome.noteLost(reason);
        });
  }
}
