package loomwatch.results.history;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.Metric.Direction;
import org.jspecify.annotations.Nullable;

/**
 * A unit without its prefix: 900 us/op are 9e-4 s/op, and 3 ops/ms are 3,000 ops/s. Tools change
 * prefixes between runs as values grow.
 *
 * @param symbol of the unit without a prefix; an unknown unit as it is
 * @param factor number of these per original unit
 */
record BenchmarkUnit(String symbol, double factor) {
  private static final Pattern PER = Pattern.compile("\\s*/\\s*|\\s+per\\s+");

  /** Seconds per unit of time. */
  private static final Map<String, Double> TIMES =
      units(
          "1e-9 ns nsec nanosecond nanoseconds",
          "1e-6 us µs μs usec microsecond microseconds",
          "1e-3 ms msec millisecond milliseconds",
          "1 s sec secs second seconds",
          "60 min minute minutes");

  /** Bytes per unit; K is taken as 1,024, as in JMH and Java. */
  private static final Map<String, Double> BYTES =
      units("1 b byte bytes", "1024 kb kib", "1048576 mb mib", "1073741824 gb gib");

  private static final Pattern BETWEEN = Pattern.compile("[\\s(),;\\[\\]]+");
  private static final Pattern PER_IN_WORDS = Pattern.compile("\\s*(?:/|\\bper\\b)\\s*");

  private static final Set<String> RATES =
      Set.of("hz", "fps", "qps", "rps", "tps", "iops", "bps", "kbps", "mbps", "gbps");
  private static final Set<String> COSTS =
      Stream.concat(BYTES.keySet().stream(), Stream.of("alloc", "allocs"))
          .collect(Collectors.toUnmodifiableSet());
  private static final Set<String> PIECES_OF_WORK =
      Set.of("op", "iter", "iteration", "req", "request", "call", "run", "query");

  /** Parses lines of a factor and the names of its units. */
  private static Map<String, Double> units(String... lines) {
    Map<String, Double> units = new HashMap<>();
    for (String line : lines) {
      List<String> words = List.of(line.split(" ", -1));
      words
          .subList(1, words.size())
          .forEach(name -> units.put(name, Double.valueOf(words.getFirst())));
    }
    return Map.copyOf(units);
  }

  static BenchmarkUnit of(String unit) {
    String[] parts = PER.split(unit.strip(), 2);
    @Nullable BenchmarkUnit counted = prefixed(parts[0]);
    if (parts.length == 1) {
      return counted == null ? new BenchmarkUnit(unit, 1) : counted;
    }
    @Nullable Double seconds = TIMES.get(parts[1].toLowerCase(Locale.ROOT));
    if (counted == null && seconds == null) {
      return new BenchmarkUnit(unit, 1);
    }
    BenchmarkUnit above = counted == null ? new BenchmarkUnit(parts[0], 1) : counted;
    return seconds == null
        ? new BenchmarkUnit(above.symbol + "/" + parts[1], above.factor)
        : new BenchmarkUnit(above.symbol + "/s", above.factor / seconds);
  }

  private static @Nullable BenchmarkUnit prefixed(String counted) {
    String lower = counted.toLowerCase(Locale.ROOT);
    if (TIMES.containsKey(lower)) {
      return new BenchmarkUnit("s", TIMES.get(lower));
    }
    return BYTES.containsKey(lower) ? new BenchmarkUnit("B", BYTES.get(lower)) : null;
  }

  /**
   * Returns the direction in which a benchmark improves, if its unit shows it: rates are better
   * when higher, times and bytes when lower. Units are free text: {@code ns/iter}, {@code avg tps},
   * {@code tick time (ms)}.
   */
  static Optional<Direction> direction(String unit) {
    String plain = PER_IN_WORDS.matcher(unit.toLowerCase(Locale.ROOT)).replaceAll("/");
    List<String> words = List.of(BETWEEN.split(plain));
    if (words.stream().anyMatch(BenchmarkUnit::isRate)) {
      return Optional.of(Direction.HIGHER_IS_BETTER);
    }
    return words.stream().anyMatch(BenchmarkUnit::isCost)
        ? Optional.of(Direction.LOWER_IS_BETTER)
        : Optional.empty();
  }

  /** Seconds per second are a share of time and no rate, so they show no direction. */
  private static boolean isRate(String word) {
    int per = word.lastIndexOf('/');
    return per < 0
        ? RATES.contains(word)
        : TIMES.containsKey(word.substring(per + 1)) && !TIMES.containsKey(word.substring(0, per));
  }

  private static boolean isCost(String word) {
    int per = word.lastIndexOf('/');
    String what = word.substring(0, Math.max(0, per));
    return per < 0
        ? TIMES.containsKey(word)
        : PIECES_OF_WORK.contains(word.substring(per + 1))
            && (TIMES.containsKey(what) || COSTS.contains(what));
  }
}
