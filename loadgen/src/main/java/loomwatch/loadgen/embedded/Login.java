package loomwatch.loadgen.embedded;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import loomwatch.loadgen.LoadPlan;
import loomwatch.loadgen.Variables;
import loomwatch.results.Mix;
import loomwatch.results.Session;
import org.jspecify.annotations.Nullable;

/**
 * Gives each connection its user, and sends the requests of the mix's login, which are not
 * measured. All logins of a run follow one another, as services may refuse two of one account at a
 * time. Where the server ends a connection meanwhile, its user goes on over a new one. Confined to
 * the event loop.
 */
final class Login {
  private static final Duration WITHIN = Duration.ofSeconds(30);

  private final Mix mix;
  private final Variables variables;
  private final EventLoop loop;
  private final Connector connector;
  private final List<Message> steps;
  private final RequestDeck deck;
  private final User anybody;
  private final Deque<One> waiting = new ArrayDeque<>();
  private @Nullable One underWay;

  Login(LoadPlan plan, Variables variables, EventLoop loop, Connector connector) {
    this.mix = plan.mix();
    this.variables = variables;
    this.loop = loop;
    this.connector = connector;
    Session session = mix.session();
    this.steps = session == null ? List.of() : Message.of(plan, session.login(), variables);
    this.deck = new RequestDeck(mix, plan.seed());
    this.anybody = new User(mix, variables);
  }

  /** Returns how long all logins of a plan may take. */
  static Duration patience(LoadPlan plan) {
    return plan.mix().session() == null ? Duration.ZERO : WITHIN.plusSeconds(plan.connections());
  }

  /**
   * Logs in all connections that are not, before the run's clock starts. Calls exactly one of the
   * callbacks, once; {@code ready} receives all connections still open.
   */
  void openAll(Set<Connection> live, Consumer<Set<Connection>> ready, Consumer<String> failed) {
    new All(live, ready, failed).start();
  }

  /**
   * Logs in a connection. Calls exactly one of the callbacks, unless stopped; {@code ready}
   * receives the connection that its user has then. A failed connection is closed.
   *
   * @param before user of the connection that it replaces, who may be logged in still
   */
  void open(
      Connection connection, User before, Consumer<Connection> ready, Consumer<String> failed) {
    if (before.fits(mix)) {
      connection.use(before);
      ready.accept(connection);
    } else if (steps.isEmpty()) {
      connection.use(mix.session() == null ? anybody : new User(mix, variables));
      ready.accept(connection);
    } else {
      One login = new One(connection, ready, failed);
      connection.listen(login);
      waiting.add(login);
      next();
    }
  }

  /** Closes the connections whose login is under way or waits; no callback is called. */
  void stop() {
    waiting.forEach(each -> each.connection.close());
    waiting.clear();
    if (underWay != null) {
      Connection connection = underWay.connection;
      underWay.end();
      connection.close();
    }
  }

  private void next() {
    if (underWay == null && !waiting.isEmpty()) {
      underWay = waiting.remove();
      underWay.start();
    }
  }

  private final class All {
    private final Set<Connection> live;
    private final Consumer<Set<Connection>> ready;
    private final Consumer<String> failure;
    private int left;

    All(Set<Connection> live, Consumer<Set<Connection>> ready, Consumer<String> failure) {
      this.live = live;
      this.ready = ready;
      this.failure = failure;
    }

    void start() {
      List<Connection> unknown = live.stream().filter(each -> !each.user().fits(mix)).toList();
      left = unknown.size();
      if (left == 0) {
        ready.accept(live);
      }
      unknown.forEach(each -> open(each, User.NOBODY, known -> opened(each, known), this::failed));
    }

    private void opened(Connection before, Connection known) {
      live.remove(before);
      live.add(known);
      left--;
      if (left == 0) {
        live.removeIf(each -> !each.usable());
        ready.accept(live);
      }
    }

    private void failed(String reason) {
      stop();
      List.copyOf(live).forEach(Connection::close);
      failure.accept(reason);
    }
  }

  private final class One implements Connection.Events {
    private final Consumer<Connection> ready;
    private final Consumer<String> failure;
    private final User user = new User(mix, variables);
    private final int row = deck.nextRow();
    private Connection connection;
    private @Nullable Future<?> deadline;
    private int step;
    private boolean over;

    One(Connection connection, Consumer<Connection> ready, Consumer<String> failure) {
      this.connection = connection;
      this.ready = ready;
      this.failure = failure;
    }

    void start() {
      deadline =
          loop.schedule(
              () -> fail("was not answered within %d s".formatted(WITHIN.toSeconds())),
              WITHIN.toSeconds(),
              TimeUnit.SECONDS);
      goOn();
    }

    /** Sends the next step, or ends after the last one; on a connection that stays open. */
    private void goOn() {
      if (!connection.usable()) {
        connection.close();
        connector.open(
            this, this::reopened, reason -> fail("needs a connection, had none: " + reason));
      } else if (step == steps.size()) {
        connection.use(user);
        end();
        ready.accept(connection);
        next();
      } else {
        connection.use(user);
        connection.send(
            new Connection.Exchange(step, step, System.nanoTime()), steps.get(step), row);
      }
    }

    private void reopened(Connection again) {
      if (over) {
        again.close();
      } else {
        connection = again;
        goOn();
      }
    }

    @Override
    public void answered(
        Connection answered, Connection.Exchange exchange, Response response, long nowNanos) {
      if (over) {
        return;
      }
      Optional<String> wrong = steps.get(step).wrong(response, user.session());
      if (wrong.isPresent()) {
        fail("was answered with " + wrong.get());
      } else {
        step++;
        goOn();
      }
    }

    @Override
    public void closed(Connection gone, Connection.@Nullable Exchange sent, String why) {
      if (sent != null) {
        fail("was not answered: " + user.session().masked(why, false));
      }
    }

    private void fail(String what) {
      if (!over) {
        end();
        connection.close();
        int at = Math.min(step, steps.size() - 1);
        failure.accept(
            "step %d of the session, %s, %s".formatted(at + 1, steps.get(at).shown(), what));
        next();
      }
    }

    private void end() {
      over = true;
      underWay = null;
      if (deadline != null) {
        deadline.cancel(false);
      }
    }
  }
}
