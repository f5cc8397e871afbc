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
 * measured. Confined to the event loop.
 */
final class Login {
  private static final Duration WITHIN = Duration.ofSeconds(30);

  private final Mix mix;
  private final Variables variables;
  private final EventLoop loop;
  private final List<Message> steps;
  private final RequestDeck deck;
  private final User anybody;

  Login(LoadPlan plan, Variables variables, EventLoop loop) {
    this.mix = plan.mix();
    this.variables = variables;
    this.loop = loop;
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
   * Logs in all connections that are not, before the run's clock starts. They follow one another,
   * as services may refuse two logins of one account at a time. Calls exactly one of the callbacks,
   * once; {@code ready} receives all connections still open.
   */
  void openAll(Set<Connection> live, Consumer<Set<Connection>> ready, Consumer<String> failed) {
    new All(live, ready, failed).start();
  }

  /** Logs in a connection; calls exactly one of the callbacks. A failed connection is closed. */
  void open(Connection connection, Consumer<Connection> ready, Consumer<String> failed) {
    open(connection, User.NOBODY, ready, failed);
  }

  /** Does the same for a connection that replaces one whose user may be logged in still. */
  void open(
      Connection connection, User before, Consumer<Connection> ready, Consumer<String> failed) {
    if (before.fits(mix)) {
      connection.use(before);
      ready.accept(connection);
    } else if (steps.isEmpty()) {
      connection.use(mix.session() == null ? anybody : new User(mix, variables));
      ready.accept(connection);
    } else {
      new One(connection, ready, failed).start();
    }
  }

  private final class All {
    private final Set<Connection> live;
    private final Consumer<Set<Connection>> ready;
    private final Consumer<String> failure;
    private final Deque<Connection> waiting = new ArrayDeque<>();
    private int left;
    private boolean failed;

    All(Set<Connection> live, Consumer<Set<Connection>> ready, Consumer<String> failure) {
      this.live = live;
      this.ready = ready;
      this.failure = failure;
    }

    void start() {
      if (mix.session() == null) {
        live.forEach(connection -> connection.use(anybody));
      } else if (steps.isEmpty()) {
        live.stream()
            .filter(each -> !each.user().fits(mix))
            .forEach(each -> each.use(new User(mix, variables)));
      } else {
        live.stream().filter(each -> !each.user().fits(mix)).forEach(waiting::add);
      }
      left = waiting.size();
      if (left == 0) {
        ready.accept(live);
      }
      next();
    }

    private void next() {
      Connection connection = waiting.poll();
      if (connection == null || failed) {
        return;
      }
      if (connection.usable()) {
        open(connection, this::opened, this::failed);
      } else {
        // It was kept and has ended; the run opens another.
        opened(connection);
      }
    }

    private void opened(Connection connection) {
      left--;
      if (failed) {
        connection.close();
      } else if (left == 0) {
        live.removeIf(each -> !each.usable());
        ready.accept(live);
      } else {
        next();
      }
    }

    private void failed(String reason) {
      if (!failed) {
        failed = true;
        List.copyOf(live).forEach(Connection::close);
        failure.accept(reason);
      }
    }
  }

  private final class One implements Connection.Events {
    private final Connection connection;
    private final Consumer<Connection> ready;
    private final Consumer<String> failure;
    private final User user = new User(mix, variables);
    private final int row = deck.nextRow();
    private @Nullable Future<?> deadline;
    private int step;
    private boolean over;

    One(Connection connection, Consumer<Connection> ready, Consumer<String> failure) {
      this.connection = connection;
      this.ready = ready;
      this.failure = failure;
    }

    void start() {
      connection.use(user);
      connection.listen(this);
      deadline =
          loop.schedule(
              () -> fail("was not answered within %d s".formatted(WITHIN.toSeconds())),
              WITHIN.toSeconds(),
              TimeUnit.SECONDS);
      sendNext();
    }

    private void sendNext() {
      if (step == steps.size()) {
        end();
        ready.accept(connection);
      } else {
        connection.send(
            new Connection.Exchange(step, step, System.nanoTime()), steps.get(step), row);
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
      } else if (!connection.usable()) {
        fail("was answered, and then the server closed the connection; a session needs it open");
      } else {
        step++;
        sendNext();
      }
    }

    @Override
    public void closed(Connection gone, Connection.@Nullable Exchange underWay, String why) {
      fail("was not answered: " + user.session().masked(why, false));
    }

    private void fail(String what) {
      if (!over) {
        end();
        connection.close();
        failure.accept(
            "step %d of the session, %s, %s".formatted(step + 1, steps.get(step).shown(), what));
      }
    }

    private void end() {
      over = true;
      if (deadline != null) {
        deadline.cancel(false);
      }
    }
  }
}
