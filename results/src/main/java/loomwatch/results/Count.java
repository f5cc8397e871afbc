package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How often a launch did one thing for its requests, such as executing one statement.
 *
 * @param metric whose value it is a part of; one that {@linkplain Metric#hasParts has parts}
 * @param request which one of a mix did it; null where all are alike, or it is not known
 * @param of what was done: a statement without its values, an exception's class, a file, a lock, a
 *     response's bytes
 * @param times in all; at least 1
 * @param requests of that kind that were counted; at least 1
 */
public record Count(
    Metric metric,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String request,
    String of,
    long times,
    long requests) {
  /** Characters of what was done: a thousand, and one that tells that there are more. */
  public static final int LONGEST = 1_001;

  private static final int LONGEST_SHOWN = 100;

  private static final Pattern COLUMNS = Pattern.compile("(?i)^(select) .{20,}?( from )");

  public Count {
    Require.check(metric.hasParts(), "metric", "one that has parts", metric.label());
    if (request != null) {
      Require.text("request", request);
    }
    Require.text("of", of);
    Require.atLeast("times", 1, times);
    Require.check(
        of.length() <= LONGEST, "of", "up to %,d characters".formatted(LONGEST), of.length());
    Require.atLeast("requests", 1, requests);
  }

  /** Returns the same, done that often. */
  public Count times(long other) {
    return new Count(metric, request, of, other, requests);
  }

  /** Returns how often on average. */
  public double perRequest() {
    return (double) times / requests;
  }

  /** Returns what was counted for a sentence: without a statement's columns, and not too long. */
  public static String shown(String of) {
    String text = COLUMNS.matcher(of).replaceFirst("$1 …$2");
    return text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
  }

  /** Returns times per request with two decimals, or two digits below: {@code 12}, {@code 0.1}. */
  public static String shown(double perRequest) {
    BigDecimal exact = BigDecimal.valueOf(perRequest);
    BigDecimal rounded =
        Math.abs(perRequest) < 0.01
            ? exact.round(new MathContext(2))
            : exact.setScale(2, RoundingMode.HALF_EVEN);
    return rounded.stripTrailingZeros().toPlainString();
  }
}
