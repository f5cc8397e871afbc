package loomwatch.results;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the two arms of a record came to be compared: all that judging needs beyond the launches.
 * Arms between the two follow from their SPECs and have none of their own.
 *
 * @param specs by arm, as asked for
 * @param sameSubject whether both arms are one subject on purpose, to see the noise
 * @param looks when the launches may be judged, the fewest blocks first
 * @param budgetSeconds the time the looks were planned for, or null without a budget
 * @param leftOut what was not measured and why, as that the change cannot have moved it; a sentence
 *     each
 */
public record Comparison(
    Map<String, String> specs,
    boolean sameSubject,
    List<Look> looks,
    @Nullable Double budgetSeconds,
    List<String> leftOut) {

  /**
   * One look at the launches so far (group-sequential, as in Pocock 1977).
   *
   * @param blocks of each scenario at that look; at least 1
   * @param alpha the chance of a false alarm spent at it; above 0, below 1
   */
  public record Look(int blocks, double alpha) {
    public Look {
      Require.atLeast("blocks", 1, blocks);
      Require.positive("alpha", alpha);
      Require.check(alpha < 1, "alpha", "below 1", alpha);
    }
  }

  public Comparison {
    Require.check(
        specs.keySet().equals(Launch.ARMS_COMPARED), "specs", "those of base and head", specs);
    specs = Collections.unmodifiableMap(new TreeMap<>(specs));
    looks = List.copyOf(looks);
    leftOut = List.copyOf(leftOut);
    Require.check(!looks.isEmpty(), "looks", "at least one", looks);
    for (int i = 1; i < looks.size(); i++) {
      Require.check(
          looks.get(i - 1).blocks() < looks.get(i).blocks(), "looks", "ascending in blocks", looks);
    }
    if (budgetSeconds != null) {
      Require.positive("budgetSeconds", budgetSeconds);
    }
  }

  /**
   * The look at which so many blocks are judged, whose α they may spend: none before the first;
   * between two looks the later one, as the earlier one's α is spent; after the last, the last.
   */
  public Optional<Look> lookAt(int blocks) {
    if (blocks < looks.getFirst().blocks()) {
      return Optional.empty();
    }
    return Optional.of(
        looks.stream().filter(look -> look.blocks() >= blocks).findFirst().orElse(looks.getLast()));
  }

  /** How that arm was asked for; empty where it was not. */
  public String spec(Arm arm) {
    return specs.getOrDefault(arm.label(), "");
  }
}
