package loomwatch.results.stacks;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stacks in the text that flame graph tools share: a line each, the outermost method first, names
 * apart by semicolons, then a blank and a whole number. Here: nanoseconds, or bytes, for each
 * thousand requests; of what all requests of a launch left together, bytes or how many; of its
 * start, nanoseconds.
 */
public final class FoldedStacks {
  private static final double PER_REQUESTS = 1_000;
  private static final double NANOS = 1e9;

  private FoldedStacks() {}

  /**
   * The mean over those of these launches of which it is known, by name; lines that round to 0 are
   * left out.
   */
  public static String write(Collection<LaunchStacks> launches, Resource resource) {
    Map<String, Double> lines = new TreeMap<>();
    List<LaunchStacks> known =
        launches.stream().filter(launch -> launch.shares(resource) > 0).toList();
    for (LaunchStacks launch : known) {
      double scale = scale(resource) / launch.shares(resource) / known.size();
      launch
          .of(resource)
          .forEach((stack, amount) -> lines.merge(line(stack), amount * scale, Double::sum));
    }
    StringBuilder text = new StringBuilder();
    lines.forEach((line, amount) -> {
      long whole = Math.round(amount);
      if (whole > 0) {
        text.append(line).append(' ').append(whole).append('\n');
      }
    });
    return text.toString();
  }

  private static double scale(Resource resource) {
    return switch (resource) {
      case CPU, BLOCKING, PINNING, PAUSES, TAIL -> PER_REQUESTS * NANOS;
      case ALLOCATION -> PER_REQUESTS;
      case LIVE, COLLECTIONS, THREADS -> 1;
      case START -> NANOS;
    };
  }

  /** A name may hold neither a semicolon nor a line's end in this text; class files may. */
  private static String line(Stack stack) {
    return stack.frames().stream()
        .map(frame -> frame.name().replaceAll("[;\\s\\p{Cntrl}]", "_"))
        .collect(joining(";"));
  }
}
