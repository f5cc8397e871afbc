package loomwatch.judge.cause;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.results.stacks.Frame;
import org.jspecify.annotations.Nullable;

/**
 * What is next to a frame on the stacks that grew.
 *
 * @param frame with the line that grew most
 * @param caller its name; null where the frame is outermost, or called through a method handle
 * @param inside the name of the innermost frame below it through which at least half of the growth
 *     goes; null where there is none
 */
record Surroundings(Frame frame, @Nullable String caller, @Nullable String inside) {
  /** Whose methods call whatever they are told to, and say nothing of who told them. */
  private static final String HANDLES = "java.lang.invoke.";

  /** Of these rows, which all hold a frame of that name. */
  static Surroundings of(Spending spending, BitSet rows, String name) {
    Map<Frame, Double> lines = new HashMap<>();
    Map<String, Double> callers = new HashMap<>();
    Map<String, Double> below = new HashMap<>();
    Map<String, Integer> depths = new HashMap<>();
    double all = 0;
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      List<Frame> frames = spending.rows().get(row).stack().frames();
      double growth = spending.growth(spending.rows().get(row).perRequest());
      int at = Names.innermost(frames, name);
      if (at < 0) {
        continue;
      }
      all += growth;
      lines.merge(frames.get(at), growth, Double::sum);
      if (at > 0 && !frames.get(at - 1).name().startsWith(HANDLES)) {
        callers.merge(frames.get(at - 1).name(), growth, Double::sum);
      }
      Set<String> once = new HashSet<>();
      for (int i = at + 1; i < frames.size(); i++) {
        String inner = frames.get(i).name();
        if (once.add(inner)) {
          below.merge(inner, growth, Double::sum);
          depths.merge(inner, i - at, Math::max);
        }
      }
    }
    double half = all / 2;
    Frame frame =
        most(lines, Comparator.comparing(Frame::toString))
            .orElseThrow(() -> new IllegalStateException(name + " is on no stack"));
    return new Surroundings(
        frame,
        most(callers, Comparator.naturalOrder()).orElse(null),
        depths.entrySet().stream()
            .filter(entry -> below.getOrDefault(entry.getKey(), 0.0) >= half)
            .max(
                Map.Entry.<String, Integer>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .orElse(null));
  }

  private static <T> Optional<T> most(Map<T, Double> amounts, Comparator<T> ties) {
    return amounts.entrySet().stream()
        .max(Map.Entry.<T, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey(ties)))
        .map(Map.Entry::getKey);
  }
}
