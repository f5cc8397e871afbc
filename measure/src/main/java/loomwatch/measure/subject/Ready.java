package loomwatch.measure.subject;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a service does once it is ready to be loaded. */
public sealed interface Ready {

  /** How long it may take where its file does not say. */
  Duration USUALLY_WITHIN = Duration.ofSeconds(60);

  /** What the server of Loomwatch says once it has deployed a web application. */
  Ready DEPLOYED = new Logs(Pattern.compile("^loomwatch-server ready "), USUALLY_WITHIN);

  /** What a URL takes to be asked, unless its file says more. */
  Ready LISTENING = new Listens(USUALLY_WITHIN);

  /** How long it may take from its start; above 0, at most 10 minutes. */
  Duration within();

  /** What shows from outside, and is looked for again and again. */
  sealed interface Shown extends Ready {}

  /**
   * It answers a GET.
   *
   * @param path with its query; starts with /
   * @param status of the answer, from 100 to 599
   */
  record Answers(String path, int status, Duration within) implements Shown {}

  /**
   * It writes a line to its standard output or standard error.
   *
   * @param line found somewhere in the line
   */
  record Logs(Pattern line, Duration within) implements Ready {

    /** A {@link Pattern} equals itself only; here those of the same text are equal. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Logs logs
          && line.pattern().equals(logs.line.pattern())
          && line.flags() == logs.line.flags()
          && within.equals(logs.within);
    }

    @Override
    public int hashCode() {
      return Objects.hash(line.pattern(), line.flags(), within);
    }
  }

  /** Its port takes connections. */
  record Listens(Duration within) implements Shown {}
}
