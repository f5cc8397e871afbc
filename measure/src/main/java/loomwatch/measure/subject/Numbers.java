package loomwatch.measure.subject;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import loomwatch.results.yaml.Dimension;
import loomwatch.results.yaml.Problems;
import loomwatch.results.yaml.Scalars;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads numbers within bounds; what lies outside becomes a problem. */
public final class Numbers {
  /** As many as an int holds whatever they are. */
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");

  private static final double LEAST_RATE = 0.001;
  private static final double MOST_RATE = 1_000_000;

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Problems problems;
  private final Scalars scalars;

  /** Those of one file. */
  public Numbers(Problems problems) {
    this.problems = problems;
    this.scalars = new Scalars(problems);
  }

  /** Both bounds are allowed. */
  public record Bounds(int least, int most) {}

  /** A whole number within them. */
  public OptionalInt whole(Node node, String name, Bounds bounds) {
    if (node instanceof ScalarNode scalar
        && scalar.getTag().equals(Tag.INT)
        && DIGITS.matcher(scalar.getValue()).matches()) {
      int value = Integer.parseInt(scalar.getValue());
      if (value >= bounds.least() && value <= bounds.most()) {
        return OptionalInt.of(value);
      }
    }
    problems.add(
        node,
        "%s must be a whole number from %d to %d, was %s"
            .formatted(name, bounds.least(), bounds.most(), Scalars.shown(node)),
        "Write digits alone.");
    return OptionalInt.empty();
  }

  /** Requests per second. */
  public OptionalDouble rate(Node node) {
    OptionalDouble rate = scalars.quantity(node, "rate", Dimension.COUNT);
    if (rate.isPresent() && (rate.getAsDouble() < LEAST_RATE || rate.getAsDouble() > MOST_RATE)) {
      problems.add(
          node,
          "rate must be from 0.001 to 1000000, was " + Scalars.shown(node),
          "Write how many requests are sent each second, over all connections.");
      return OptionalDouble.empty();
    }
    return rate;
  }

  /** How long a service may take to be ready; the longest when there is a problem. */
  public Duration within(Node node) {
    OptionalDouble seconds = scalars.quantity(node, "within", Dimension.TIME);
    if (seconds.isEmpty()) {
      return LONGEST;
    }
    // Beyond the bound before the conversion, which would overflow.
    Duration within =
        seconds.getAsDouble() > LONGEST.toSeconds() + 1
            ? LONGEST.plusSeconds(1)
            : Duration.ofNanos(Math.round(seconds.getAsDouble() * 1e9));
    if (within.compareTo(SHORTEST) < 0 || within.compareTo(LONGEST) > 0) {
      problems.add(
          node,
          "within must be from 1 ms to 600 s, was " + Scalars.shown(node),
          "Write how long the service may take to be ready, such as within: 60 s.");
      return LONGEST;
    }
    return within;
  }
}
