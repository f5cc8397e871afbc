package loomwatch.loadgen.embedded;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.WatchedRun;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plan. Everything below happens on one event loop, so nothing is synchronised.
 *
 * <p>What is sent is decided as it is sent, so those that are due and wait for a connection need no
 * queue: they are the indices from {@code next} up to what is due by now. Each keeps its intended
 * start (Tene, "How NOT to measure latency": coordinated omission is what happens otherwise).
 */
final class LoadRun implements Connection.Events {
  /** The loop runs at least this often, so that its stalls are seen when nothing is due. */
  private static final long HEARTBEAT_NANOS = 10_000_000;

  /** From when all is ready to the first request, which the loop is not to be late for. */
  private static final long LEAD_NANOS = 2_000_000;

  /** How long before a due time polling begins: a little more than waking up costs. */
  private static final long POLL_NANOS = 80_000;

  private static final Duration SHORTEST_DRAIN = Duration.ofSeconds(5);
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);

  private final LoadPlan plan;
  private final EventLoop loop;
  private final Polling polling;
  private final Connector pool;
  private final ConnectionPool kept;
  private final List<Message> messages;
  private final RequestDeck turns;
  private final CompletableFuture<WatchedRun> result = new CompletableFuture<>();
  private final Set<Connection> live = new HashSet<>();
  private final Deque<Connection> idle = new ArrayDeque<>();
  private final Set<Connection> closedEarly = new HashSet<>();
  private final LoopWatch watch = new LoopWatch();
  private final Outcome outcome;
  private final Slowest slowest;
  private @Nullable Schedule schedule;
  private @Nullable Recording recording;
  private long next;
  private int connecting;
  private long wakeNanos;
  private @Nullable Future<?> arranged;
  private boolean over;

  LoadRun(
      GeneratorProtocol.Asked asked, Transport transport, Polling polling, ConnectionPool kept) {
    this.plan = asked.plan();
    this.slowest = new Slowest(asked.slowest());
    this.polling = polling;
    this.kept = kept;
    this.loop = transport.group().next();
    this.messages = Message.of(plan);
    this.turns = new RequestDeck(plan.mix(), plan.seed());
    this.pool = new Connector(transport, loop, plan);
    this.outcome = new Outcome(plan, transport.version());
  }

  /** How long answers are waited for after the last request was due. */
  static Duration drain(LoadPlan plan) {
    Duration twice = plan.duration().multipliedBy(2);
    if (twice.compareTo(SHORTEST_DRAIN) < 0) {
      return SHORTEST_DRAIN;
    }
    return twice.compareTo(LONGEST_DRAIN) > 0 ? LONGEST_DRAIN : twice;
  }

  CompletableFuture<WatchedRun> start() {
    loop.execute(this::open);
    return result;
  }

  private void open() {
    ready(kept.take(plan, this));
    int missing = plan.connections() - live.size();
    if (missing == 0) {
      begin();
      return;
    }
    new Opening(missing, pool, this)
        .open(
            connections -> {
              ready(connections);
              begin();
            },
            reason -> {
              messages.forEach(Message::release);
              result.complete(new WatchedRun(outcome.notConnected(reason), List.of()));
              Set.copyOf(live).forEach(Connection::close);
            });
  }

  private void ready(List<Connection> connections) {
    live.addAll(connections);
    idle.addAll(connections);
  }

  private void begin() {
    Schedule begun =
        new Schedule(System.nanoTime() + LEAD_NANOS, plan.requestsPerSecond(), plan.offered());
    schedule = begun;
    recording = new Recording(begun, messages);
    live.removeAll(closedEarly);
    idle.removeAll(closedEarly);
    for (int missing = plan.connections() - live.size(); missing > 0; missing--) {
      reopen(begun);
    }
    pump(begun);
  }

  /** Sends what is due, then arranges to run again. */
  private void pump(Schedule running) {
    if (over) {
      return;
    }
    long now = System.nanoTime();
    watch.runs(now, (from, to) -> running.dueBy(to) - running.dueBy(from - 1));
    outcome.noteWaiting(running, next, now);
    sendDue(running, now);
    if (finished(running, now)) {
      finish();
      return;
    }
    arrange(running, now);
  }

  private void arrange(Schedule running, long now) {
    wakeNanos = wake(running, now);
    watch.expect(wakeNanos);
    if (polling == Polling.SPIN && wakeNanos - now <= POLL_NANOS) {
      arranged = loop.submit(() -> pump(running));
    } else {
      long early = polling == Polling.SPIN ? POLL_NANOS / 2 : 0;
      arranged = loop.schedule(() -> pump(running), wakeNanos - early - now, TimeUnit.NANOSECONDS);
    }
  }

  /**
   * A connection has become free: sends what waited for one, ends the run if it was the last, and
   * makes sure that the next request finds the loop awake. While all were busy the loop meant to
   * sleep until its heartbeat, which would add up to that to the latency, unseen by the watch. What
   * waits at the planned end is counted here too, before it is sent.
   */
  private void freed(Connection connection, Schedule running, long now) {
    idle.addLast(connection);
    outcome.noteWaiting(running, next, now);
    sendDue(running, now);
    if (next == running.count() && finished(running, now)) {
      finish();
      return;
    }
    if (wake(running, now) < wakeNanos && arranged != null && arranged.cancel(false)) {
      arrange(running, now);
    }
  }

  private void sendDue(Schedule running, long now) {
    long due = running.dueBy(now);
    while (next < due && !idle.isEmpty()) {
      Connection connection = idle.removeFirst();
      if (connection.usable()) {
        send(connection);
      }
    }
  }

  private void send(Connection connection) {
    int request = turns.nextRequest();
    Message message = messages.get(request);
    int row = message.takesRow() ? turns.nextRow() : 0;
    connection.send(new Connection.Exchange(next++, request, System.nanoTime()), message, row);
  }

  private long wake(Schedule running, long now) {
    long heartbeat = now + HEARTBEAT_NANOS;
    boolean somethingToSend = next < running.count() && !idle.isEmpty();
    return somethingToSend ? Math.min(heartbeat, running.dueNanos(next)) : heartbeat;
  }

  private boolean finished(Schedule running, long now) {
    boolean allSent = next == running.count();
    boolean allAnswered = idle.size() == live.size() && connecting == 0;
    long end = running.dueNanos(running.count()) + drain(plan).toNanos();
    return (allSent && allAnswered) || now > end || deserted();
  }

  /** Every connection is lost and none can be opened: there is no server any more. */
  private boolean deserted() {
    return live.isEmpty() && connecting == 0;
  }

  private void finish() {
    over = true;
    messages.forEach(Message::release);
    if (schedule != null && recording != null) {
      result.complete(
          new WatchedRun(outcome.of(schedule, recording, watch, deserted()), slowest.requests()));
    }
    if (idle.size() == live.size()) {
      kept.keep(plan, live);
    } else {
      Set.copyOf(live).forEach(Connection::close);
    }
  }

  @Override
  public void answered(
      Connection connection, Connection.Exchange exchange, Response answer, long nowNanos) {
    if (over || recording == null || schedule == null) {
      return;
    }
    if (answer.right()) {
      recording.completed(exchange, nowNanos);
      slowest.completed(schedule.dueNanos(exchange.index()), exchange.sentNanos(), nowNanos);
      outcome.noteCompletion(nowNanos);
    } else {
      recording.failed(exchange, Recording.Failure.STATUS);
      if (!outcome.hasFault()) {
        outcome.noteFault(
            messages.get(exchange.request()).shown() + " was answered with " + answer.told(),
            Outcome.WRONG);
      }
    }
    freed(connection, schedule, nowNanos);
  }

  @Override
  public void closed(Connection connection, Connection.@Nullable Exchange underWay, String why) {
    live.remove(connection);
    idle.remove(connection);
    Schedule running = schedule;
    if (recording == null || running == null) {
      closedEarly.add(connection); // while others still open; begin opens another
      return;
    }
    if (over) {
      return;
    }
    if (underWay != null) {
      recording.failed(underWay, Recording.Failure.READ);
      if (!outcome.hasFault()) {
        outcome.noteFault(
            messages.get(underWay.request()).shown() + " was not answered: " + why, Outcome.BROKEN);
      }
    } else {
      outcome.noteClosed();
    }
    reopen(running);
  }

  private void reopen(Schedule running) {
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
          freed(reopened, running, System.nanoTime());
        },
        reason -> {
          connecting--;
          outcome.noteLost(reason);
        });
  }
}
