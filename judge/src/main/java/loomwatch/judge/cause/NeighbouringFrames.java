package loomwatch.judge.cause;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.cause.Suspects.Touch;
import loomwatch.results.stacks.Frame;
import org.jspecify.annotations.Nullable;

/**
 * What is next to a frame on the stacks that grew.
 *
 * @param frame with the line that grew most; 0 where base and head may number lines otherwise
 * @param caller its name; null where the frame is outermost, or called through a method handle
 * @param inside the name of the innermost frame below it through which at least half of the growth
 *     goes; null where there is none
 */
record NeighbouringFrames(Frame frame, @Nullable String caller, @Nullable String inside) {
  /** Whose methods call whatever they are told to, and say nothing of who told them. */
  private static final String HANDLES = "java.lang.invoke.";

  /**
   * Of a line's growth, what another of its method shrank by where code moved from one to another.
   */
  private static final double MOVED = 0.25;

  /** Of these rows, which all hold a frame of that name. */
  static NeighbouringFrames of(
      ResourceCosts spending, BitSet rows, String name, Suspects suspects) {
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
    return new NeighbouringFrames(
        frame(lines, suspects)
            .orElseThrow(() -> new IllegalStateException(name + " is on no stack")),
        most(callers, Comparator.naturalOrder()).orElse(null),
        depths.entrySet().stream()
            .filter(entry -> below.getOrDefault(entry.getKey(), 0.0) >= half)
            .max(
                Map.Entry.<String, Integer>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .orElse(null));
  }

  /**
   * A line is only known by head's number: what merely moved is less at one and more at another. So
   * in a source that the change touches it is one of the change's own, or unknown; and elsewhere
   * unknown where one shrank, as in another version of a library.
   */
  private static Optional<Frame> frame(Map<Frame, Double> lines, Suspects suspects) {
    Map<Frame, Double> touched = new HashMap<>();
    lines.forEach((frame, growth) -> {
      if (growth > 0 && suspects.touch(frame.type(), frame.line()) == Touch.LINE) {
        touched.put(frame, growth);
      }
    });
    Comparator<Frame> ties = Comparator.comparing(Frame::toString);
    if (!touched.isEmpty()) {
      return most(touched, ties);
    }
    return most(lines, ties)
        .map(frame ->
            suspects.touchesSource(frame.type()) || someMoved(lines, frame)
                ? new Frame(frame.type(), frame.method(), 0)
                : frame);
  }

  private static boolean someMoved(Map<Frame, Double> lines, Frame grown) {
    double least = -MOVED * lines.getOrDefault(grown, 0.0);
    return lines.values().stream().anyMatch(growth -> growth < least);
  }

  private static <T> Optional<T> most(Map<T, Double> amounts, Comparator<T> ties) {
    return amounts.entrySet().stream()
        .max(Map.Entry.<T, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey(ties)))
        .map(Map.Entry::getKey);
  }
}
