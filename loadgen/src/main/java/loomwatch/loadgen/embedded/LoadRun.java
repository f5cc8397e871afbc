package loomwatch.loadgen.embedded;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import loomwatch.loadgen.LoadGenerator.SlowRequest;
import loomwatch.loadgen.LoadGenerator.WatchedRun;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.Validity;
import loomwatch.loadgen.Variables;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plan. All connections are open before its clock starts; a lost one is reopened.
 * Subclasses decide when to send: {@link OpenLoopRun} by a schedule, and {@link ClosedLoopRun}
 * after a user's answer.
 *
 * <p>Everything runs on one event loop, without synchronisation. {@link LoopWatch} detects delays
 * of the loop, which would otherwise look like server latency. The result contains violated
 * validity rules, which do not depend on percentiles.
 */
abstract sealed class LoadRun implements Connection.Events permits OpenLoopRun, ClosedLoopRun {
  static final String GENERATOR = "embedded";

  /** Interval at which the loop runs at least, to detect stalls when nothing is due. */
  static final long HEARTBEAT_NANOS = 10_000_000;

  private static final Duration SHORTEST_DRAIN = Duration.ofSeconds(5);

  /** For one request after another, which may be a hundred slow ones. */
  private static final Duration LONGEST_AWAITED = Duration.ofMinutes(2);

  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);

  final LoadPlan plan;
  final EventLoop loop;
  final String version;
  final Set<Connection> live;
  final LoopWatch watch = new LoopWatch();
  int connecting;
  boolean over;
  long reopened;
  long bytes;
  @Nullable String firstFailure;
  private final Setup setup;
  private final boolean ofSession;
  private int lost;
  private String lostBecause = "";
  private @Nullable String loginFailure;

  /** The context of a run before the first connection is opened. */
  record Setup(
      LoadPlan plan,
      int slowest,
      EventLoop loop,
      EmbeddedGenerator.Polling polling,
      String version,
      Connector connector,
      ConnectionPool pool,
      Login login,
      List<Message> messages,
      RequestDeck deck,
      CompletableFuture<WatchedRun> result) {

    private void open() {
      connector.openAll(
          pool,
          live ->
              login.openAll(
                  live,
                  users -> run(users).begin(),
                  reason -> nothingMeasured(Invalid.Reason.ERRORS, reason)),
          reason -> nothingMeasured(Invalid.Reason.CONNECT_FAILED, reason));
    }

    private LoadRun run(Set<Connection> live) {
      return plan.think() == null
          ? new OpenLoopRun(this, live)
          : new ClosedLoopRun(this, live, plan.think());
    }

    private void nothingMeasured(Invalid.Reason cause, String detail) {
      messages.forEach(Message::release);
      Invalid invalid = new Invalid(cause, detail);
      result.complete(new WatchedRun(plan.nothingMeasured(GENERATOR, version, invalid), List.of()));
    }
  }

  LoadRun(Setup setup, Set<Connection> live) {
    this.setup = setup;
    this.plan = setup.plan();
    this.loop = setup.loop();
    this.version = setup.version();
    this.live = live;
    this.ofSession = plan.mix().session() != null;
  }

  static CompletableFuture<WatchedRun> start(
      GeneratorProtocol.Command command,
      Connector.Transport transport,
      EmbeddedGenerator.Polling polling,
      ConnectionPool pool) {
    LoadPlan plan = command.plan();
    EventLoop loop = transport.group().next();
    Variables variables = Variables.of(plan.mix());
    Connector connector = new Connector(transport, loop, plan);
    Setup setup =
        new Setup(
            plan,
            command.slowest(),
            loop,
            polling,
            transport.version(),
            connector,
            pool,
            new Login(plan, variables, loop, connector),
            Message.of(plan, plan.mix().requests(), variables),
            new RequestDeck(plan.mix(), plan.seed()),
            new CompletableFuture<>());
    loop.execute(setup::open);
    return setup.result();
  }

  /** Returns how long to wait for answers after the last request was due. */
  static Duration drain(LoadPlan plan) {
    if (plan.overload() == LoadPlan.Overload.AWAITED) {
      return LONGEST_AWAITED;
    }
    Duration twice = plan.duration().multipliedBy(2);
    if (twice.compareTo(SHORTEST_DRAIN) < 0) {
      return SHORTEST_DRAIN;
    }
    return twice.compareTo(LONGEST_DRAIN) > 0 ? LONGEST_DRAIN : twice;
  }

  private void begin() {
    for (Connection connection : live) {
      connection.listen(this);
    }
    for (int missing = plan.connections() - live.size(); missing > 0; missing--) {
      reopen(User.NOBODY);
    }
    sendFirst();
  }

  /** Sends the first requests, when all connections are open or being reopened. */
  abstract void sendFirst();

  abstract void free(Connection connection, long nowNanos);

  abstract void completed(Connection.Exchange exchange, long nowNanos);

  abstract void failed(Connection.Exchange exchange, RunRecorder.Failure failure);

  abstract LoadResult result();

  abstract List<SlowRequest> slowest();

  /** Returns whether all connections are lost and none can be reopened: the server is gone. */
  final boolean isDeserted() {
    return live.isEmpty() && connecting == 0;
  }

  final void send(Connection connection, long index) {
    User user = connection.user();
    int request = user.nextRequest(setup.deck());
    Message message = setup.messages().get(request);
    int row = message.takesRow() ? user.row(setup.deck()) : 0;
    connection.send(new Connection.Exchange(index, request, System.nanoTime()), message, row);
  }

  /** Returns the violated rules common to open and closed loops. */
  final List<Invalid> judge(long offered, long completed, LoadErrors errors, long unfinished) {
    List<Invalid> invalid = new ArrayList<>();
    if (loginFailure != null) {
      invalid.add(new Invalid(Invalid.Reason.ERRORS, loginFailure));
    } else if (isDeserted()) {
      invalid.add(
          new Invalid(
              Invalid.Reason.SERVER_DIED,
              "every connection was lost and none could be opened again: " + lostBecause));
    } else if (lost > 0) {
      invalid.add(
          new Invalid(
              Invalid.Reason.CONNECT_FAILED,
              "%d of %d connections ended and could not be opened again: %s"
                  .formatted(lost, plan.connections(), lostBecause)));
    }
    invalid.addAll(watch.judge(offered));
    String first = firstFailure == null ? "" : "; the first: " + firstFailure;
    invalid.addAll(Validity.judge(offered, completed, errors, unfinished, first));
    return invalid;
  }

  /** Ends the run; connections are kept for the next one if no request is outstanding. */
  final void finish(boolean allIdle) {
    over = true;
    setup.login().stop();
    setup.messages().forEach(Message::release);
    setup.result().complete(new WatchedRun(result(), slowest()));
    if (allIdle) {
      setup.pool().keep(plan, live);
    } else {
      Set.copyOf(live).forEach(Connection::close);
    }
  }

  @Override
  public final void answered(
      Connection connection, Connection.Exchange exchange, Response response, long nowNanos) {
    if (over) {
      return;
    }
    Message message = setup.messages().get(exchange.request());
    if (!ofSession && response.right()) {
      completed(exchange, nowNanos);
      bytes += response.received();
      free(connection, nowNanos);
      return;
    }
    Optional<String> wrong = message.wrong(response, connection.user().session());
    if (wrong.isEmpty()) {
      completed(exchange, nowNanos);
      bytes += response.received();
    } else {
      failed(exchange, RunRecorder.Failure.STATUS);
      if (firstFailure == null) {
        firstFailure = "%s was answered with %s".formatted(message.shown(), wrong.get());
      }
    }
    if (wrong.isEmpty() || !ofSession) {
      free(connection, nowNanos);
      return;
    }
    connection.use(User.NOBODY);
    if (connection.usable()) {
      live.remove(connection);
      connecting++;
      logIn(connection, User.NOBODY);
    } else {
      free(connection, nowNanos);
    }
  }

  @Override
  public void closed(Connection connection, Connection.@Nullable Exchange underWay, String why) {
    live.remove(connection);
    if (over) {
      return;
    }
    if (underWay == null) {
      reopened++;
      reopen(connection.user());
    } else {
      failed(underWay, RunRecorder.Failure.READ);
      if (firstFailure == null) {
        firstFailure =
            "%s was not answered: %s; see the service's log for why it gave the connection up"
                .formatted(
                    setup.messages().get(underWay.request()).shown(),
                    connection.user().session().masked(why, false));
      }
      reopen(User.NOBODY);
    }
  }

  /**
   * Opens a connection in place of one that ended.
   *
   * @param user of that connection, as far as it was known to the server
   */
  private void reopen(User user) {
    connecting++;
    setup
        .connector()
        .open(
            this,
            again -> logIn(again, user),
            reason -> {
              connecting--;
              lost++;
              lostBecause = reason;
            });
  }

  /** Makes a connection one of those that send, after the login of its user. */
  private void logIn(Connection connection, User before) {
    if (over) {
      connection.close();
      return;
    }
    setup
        .login()
        .open(
            connection,
            before,
            again -> {
              connecting--;
              again.listen(this);
              live.add(again);
              free(again, System.nanoTime());
            },
            reason -> {
              connecting--;
              lost++;
              lostBecause = reason;
              loginFailure = reason;
            });
  }
}
