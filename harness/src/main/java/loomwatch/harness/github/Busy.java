package loomwatch.harness.github;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.kohsuke.github.connector.GitHubConnectorResponse;

/**
 * Which answers mean "not now", and for how long, by GitHub's rules for primary and secondary rate
 * limits (docs.github.com, REST API, "Rate limits" and "Best practices").
 */
final class Busy {
  /** Of a secondary limit that does not say for how long. */
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  private Busy() {}

  /** How long to wait at least, when the answer says so; nothing when it is a real one. */
  static Optional<Duration> wait(GitHubConnectorResponse answer, Instant now) throws IOException {
    int status = answer.statusCode();
    if (status >= 500) {
      return Optional.of(retryAfter(answer, now).orElse(Duration.ZERO));
    }
    if (status != 429 && status != 403) {
      return Optional.empty();
    }
    Optional<Duration> said = retryAfter(answer, now).or(() -> reset(answer, now));
    boolean limited = status == 429 || isLimit(answer) || saysSecondary(answer);
    return said.isPresent() ? said : limited ? Optional.of(A_MINUTE) : Optional.empty();
  }

  /** By what the library goes by too: what is not found here it would wait for by itself. */
  private static boolean isLimit(GitHubConnectorResponse answer) {
    return answer.header("gh-limited-by") != null || isUsedUp(answer);
  }

  private static boolean isUsedUp(GitHubConnectorResponse answer) {
    return "0".equals(answer.header("X-RateLimit-Remaining"));
  }

  private static boolean saysSecondary(GitHubConnectorResponse answer) throws IOException {
    try (InputStream body = answer.bodyStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8)
          .toLowerCase(Locale.ROOT)
          .contains("secondary rate limit");
    }
  }

  /** {@code Retry-After}, in seconds or as a date (RFC 9110, 10.2.3). */
  private static Optional<Duration> retryAfter(GitHubConnectorResponse answer, Instant now) {
    return Optional.ofNullable(answer.header("Retry-After"))
        .flatMap(value -> {
          try {
            return Optional.of(
                value.matches("\\d{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(value))
                    : until(
                        ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant(),
                        now));
          } catch (DateTimeException e) {
            return Optional.of(A_MINUTE);
          }
        });
  }

  /** When the primary limit is used up: until it is filled again. */
  private static Optional<Duration> reset(GitHubConnectorResponse answer, Instant now) {
    return Optional.ofNullable(isUsedUp(answer) ? answer.header("X-RateLimit-Reset") : null)
        .filter(seconds -> seconds.matches("\\d{1,11}"))
        .map(seconds -> until(Instant.ofEpochSecond(Long.parseLong(seconds) + 1), now));
  }

  private static Duration until(Instant then, Instant now) {
    return then.isAfter(now) ? Duration.between(now, then) : Duration.ZERO;
  }
}
