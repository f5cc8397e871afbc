package loomwatch.loadgen.embedded;

import java.util.List;
import java.util.Objects;
import loomwatch.loadgen.UserSession;
import loomwatch.loadgen.Variables;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Session;
import org.jspecify.annotations.Nullable;

/**
 * What a connection keeps between its requests: the session of its user, and the place among the
 * steps. A mix without a session has one user for all connections.
 */
final class User {
  /** The user of connections that have none yet. */
  static final User NOBODY = new User(Mix.of("/", null), Variables.NONE);

  private final @Nullable Session of;
  private final List<MixedRequest> steps;
  private final UserSession session;
  private int next;
  private int row;

  User(Mix mix, Variables variables) {
    this.of = mix.session();
    this.steps = mix.requests();
    this.session = new UserSession(variables);
  }

  /** Reports whether this user, once logged in, can send the requests of that mix. */
  boolean fits(Mix mix) {
    return of != null && Objects.equals(of, mix.session()) && steps.equals(mix.requests());
  }

  UserSession session() {
    return session;
  }

  private boolean inOrder() {
    return of != null && of.inOrder();
  }

  /** Returns the index of the request to send next. */
  int nextRequest(RequestDeck deck) {
    if (!inOrder()) {
      return deck.nextRequest();
    }
    if (next == steps.size()) {
      next = 0;
    }
    if (next == 0) {
      row = deck.nextRow();
    }
    return next++;
  }

  /** Returns the row of that request; all steps of a pass have the same. */
  int row(RequestDeck deck) {
    return inOrder() ? row : deck.nextRow();
  }
}
