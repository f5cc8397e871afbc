package loomwatch.results.history;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.Direction;

/**
 * Which way a benchmark gets better, as far as its unit tells: more in the same time is better, and
 * so is less time, or fewer bytes, for the same. A unit is whatever somebody wrote: {@code
 * ns/iter}, {@code avg tps}, {@code tick time (ms)}.
 */
final class UnitDirection {
  private static final Pattern BETWEEN = Pattern.compile("[\\s(),;\\[\\]]+");
  private static final Pattern PER = Pattern.compile("\\s*(?:/|\\bper\\b)\\s*");

  private static final Set<String> TIMES = BaseUnit.TIMES.keySet();
  private static final Set<String> RATES =
      Set.of("hz", "fps", "qps", "rps", "tps", "iops", "bps", "kbps", "mbps", "gbps");
  private static final Set<String> COSTS =
      Stream.concat(BaseUnit.BYTES.keySet().stream(), Stream.of("alloc", "allocs"))
          .collect(Collectors.toUnmodifiableSet());
  private static final Set<String> PIECES_OF_WORK =
      Set.of("op", "iter", "iteration", "req", "request", "call", "run", "query");

  private UnitDirection() {}

  /** The direction, or nothing when the unit leaves it open. */
  static Optional<Direction> of(String unit) {
    String plain = PER.matcher(unit.toLowerCase(Locale.ROOT)).replaceAll("/");
    List<String> words = List.of(BETWEEN.split(plain));
    if (words.stream().anyMatch(UnitDirection::isRate)) {
      return Optional.of(Direction.HIGHER_IS_BETTER);
    }
    return words.stream().anyMatch(UnitDirection::isCost)
        ? Optional.of(Direction.LOWER_IS_BETTER)
        : Optional.empty();
  }

  /** Seconds in a second are no rate: a share of time says nothing of better. */
  private static boolean isRate(String word) {
    int per = word.lastIndexOf('/');
    return per < 0
        ? RATES.contains(word)
        : TIMES.contains(word.substring(per + 1)) && !TIMES.contains(word.substring(0, per));
  }

  private static boolean isCost(String word) {
    int per = word.lastIndexOf('/');
    String what = word.substring(0, Math.max(0, per));
    return per < 0
        ? TIMES.contains(word)
        : PIECES_OF_WORK.contains(word.substring(per + 1))
            && (TIMES.contains(what) || COSTS.contains(what));
  }
}
