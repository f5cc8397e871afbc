package loomwatch.judge.study;

import loomwatch.results.study.Claim;
import org.jspecify.annotations.Nullable;

/**
 * What became of a claim.
 *
 * @param value the contrast; null where no block told
 * @param why it cannot be told, or null
 */
public record ClaimFinding(
    Claim claim, ClaimOutcome holding, @Nullable Value value, @Nullable Unknown why) {
  /** Why nobody can tell. */
  public enum Unknown {
    /** Launches count, but none has the quantity: more blocks would not tell either. */
    NOT_MEASURED,
    /** Fewer than two blocks have a launch that counts in every cell of it. */
    TOO_FEW_BLOCKS,
    /** Launches failed in half of the blocks or more, so what is left is chosen by its value. */
    MOST_LOST,
    /** The interval straddles a bound. */
    STRADDLES,
    /** A value is only known to be at least so much, and what it may be besides decides. */
    BOUND,
    /** What is taken off leaves nothing, or less. */
    NOTHING_LEFT
  }
}
