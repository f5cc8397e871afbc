package loomwatch.harness.github;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After}, in seconds or as a date (RFC 9110, 10.2.3). */
public final class RetryAfter {
  /** Wait where a server does not say for how long. */
  static final Duration A_MINUTE = Duration.ofMinutes(1);

  private RetryAfter() {}

  /** Returns the wait that the header asks for; a minute if it is unreadable. */
  public static Optional<Duration> read(@Nullable String header, Instant now) {
    return Optional.ofNullable(header)
        .map(value -> {
          try {
            return value.matches("\\d{1,9}")
                ? Duration.ofSeconds(Long.parseLong(value))
                : until(
                    ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant(),
                    now);
          } catch (DateTimeException e) {
            return A_MINUTE;
          }
        });
  }

  static Duration until(Instant then, Instant now) {
    return then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO;
  }
}
