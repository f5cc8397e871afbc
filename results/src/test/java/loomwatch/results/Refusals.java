package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import loomwatch.results.files.RecordException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions on what is refused, with the whole message. */
public final class Refusals {
  public static final String RESTORE = "; restore the file, or measure again";

  private Refusals() {}

  /** Requires a {@link RecordException}; the message is a format if there are arguments. */
  public static void assertRefused(ThrowingCallable call, String message, Object... arguments) {
    assertThatThrownBy(call)
        .isInstanceOf(RecordException.class)
        .hasMessage(arguments.length == 0 ? message : message.formatted(arguments));
  }

  /** Requires that an argument is refused. */
  static void assertIllegal(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
