package loomwatch.results;

import java.util.List;

/**
 * What the calls of one method took while its launch answered one request after another. The time
 * includes that of the methods it calls.
 *
 * @param method as in {@code shop.Cart.total(Ljava/util/List;)I}, or {@link #REQUEST}
 * @param callsPerRequest on average; above 0
 * @param nanosPerRequest time of its typical call times its calls per request, one value for each
 *     window; those of the same index in base and head were measured next to each other
 */
public record MethodTime(String method, double callsPerRequest, List<Double> nanosPerRequest) {
  /** Stands for all of a request, as Tomcat answers it. */
  public static final String REQUEST = "request";

  /** Characters of a method. */
  public static final int LONGEST = 1_000;

  public MethodTime {
    Require.text("method", method);
    Require.check(
        method.length() <= LONGEST,
        "method",
        "up to %,d characters".formatted(LONGEST),
        method.length());
    Require.positive("callsPerRequest", callsPerRequest);
    Require.check(
        !nanosPerRequest.isEmpty(), "nanosPerRequest", "at least one value", nanosPerRequest);
    nanosPerRequest.forEach(nanos -> Require.positive("nanosPerRequest", nanos));
    nanosPerRequest = List.copyOf(nanosPerRequest);
  }

  /** Returns a method's class and name without package and parameters: {@code Cart.total}. */
  public static String shortName(String method) {
    int parameters = method.indexOf('(');
    String name = parameters < 0 ? method : method.substring(0, parameters);
    int dot = name.lastIndexOf('.', Math.max(0, name.lastIndexOf('.') - 1));
    return name.substring(dot + 1);
  }
}
