package loomwatch.results;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A name in braces in a path, header or body, such as <code>{csv.id}</code>: it stands for a value
 * that is known only where the request is sent.
 */
public record RequestPlaceholder(Source source, String name) {
  public static final Pattern FORM = Pattern.compile("\\{(csv|env|session)\\.([A-Za-z0-9_-]+)}");

  /** The source of the value. */
  public enum Source {
    /** The request's row of the scenario's table. */
    CSV,
    /** The environment of the process that loads. */
    ENV,
    /** An earlier answer on the same connection. */
    SESSION
  }

  public static Stream<RequestPlaceholder> in(String text) {
    return FORM.matcher(text).results().map(RequestPlaceholder::of);
  }

  /** Returns the placeholder of a match of {@link #FORM}. */
  public static RequestPlaceholder of(MatchResult found) {
    return new RequestPlaceholder(
        switch (found.group(1)) {
          case "csv" -> Source.CSV;
          case "env" -> Source.ENV;
          default -> Source.SESSION;
        },
        found.group(2));
  }
}
