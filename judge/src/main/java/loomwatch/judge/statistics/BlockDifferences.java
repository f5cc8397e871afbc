package loomwatch.judge.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The paired differences of one metric, each with the block it was measured in: positive = worse.
 * Immutable.
 *
 * <p>A metric may be missing from blocks, as when a launch was invalid for it. That must not have
 * depended on the sign of its difference: launches are discarded by rules declared beforehand,
 * never by value.
 */
public final class BlockDifferences {
  /** Of so many pairs one may stand out. */
  private static final int ONE_IN = 5;

  /** How much larger than those that do not. */
  private static final double STANDING_OUT = 10;

  private final int[] blocks;
  private final double[] differences;

  private BlockDifferences(int[] blocks, double[] differences) {
    this.blocks = blocks;
    this.differences = differences;
  }

  /**
   * A metric measured in every block, 0 to n − 1.
   *
   * @throws IllegalArgumentException when a difference is not finite
   */
  public static BlockDifferences complete(double... differences) {
    return of(IntStream.range(0, differences.length).toArray(), differences);
  }

  /**
   * A metric measured in these blocks.
   *
   * @param blocks any numbers, each once; two metrics share a block when they share its number
   * @param differences {@code differences[i]} was measured in {@code blocks[i]}
   * @throws IllegalArgumentException when a difference is not finite or has no block, or a block
   *     has two
   */
  public static BlockDifferences of(int[] blocks, double[] differences) {
    if (blocks.length != differences.length) {
      throw new IllegalArgumentException(
          "blocks must be as many as differences ("
              + differences.length
              + "), were "
              + blocks.length);
    }
    Samples.finite("difference", differences);
    int[] sorted = blocks.clone();
    Arrays.sort(sorted);
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new IllegalArgumentException(
            "blocks must be distinct, block " + sorted[i] + " was given twice");
      }
    }
    return new BlockDifferences(blocks.clone(), differences.clone());
  }

  /** The mirror image: a test that finds these worse finds the improvement of the others. */
  public BlockDifferences negated() {
    return new BlockDifferences(blocks, Arrays.stream(differences).map(d -> -d).toArray());
  }

  /**
   * The same, but that those which stand out weigh less: of five pairs one, of ten two, may be ten
   * times as large as the largest of the others, and counts as that. It is what becomes of a launch
   * whose JIT took another path than all others, which else would hide what they agree on.
   *
   * <p>What is drawn in depends on sizes alone, so a test by sign flips stays exact.
   */
  public BlockDifferences drawnIn() {
    double most = most();
    return new BlockDifferences(
        blocks, Arrays.stream(differences).map(d -> Math.clamp(d, -most, most)).toArray());
  }

  /** The blocks whose difference is {@linkplain #drawnIn() drawn in}. */
  public List<Integer> standingOut() {
    double most = most();
    return IntStream.range(0, blocks.length)
        .filter(i -> Math.abs(differences[i]) > most)
        .mapToObj(i -> blocks[i])
        .toList();
  }

  /** How many of those are at least that much. */
  public int standingOut(double least) {
    double most = most();
    return (int) Arrays.stream(differences).filter(d -> Math.abs(d) > most && d >= least).count();
  }

  /** Where the others are 0 throughout, nothing says what is large. */
  private double most() {
    double[] sizes = Arrays.stream(differences).map(Math::abs).sorted().toArray();
    int others = sizes.length - sizes.length / ONE_IN;
    return others == 0 || sizes[others - 1] == 0
        ? Double.MAX_VALUE
        : STANDING_OUT * sizes[others - 1];
  }

  /** How many; at least 0. */
  public int pairs() {
    return differences.length;
  }

  /** The differences alone, in the order given. */
  public double[] values() {
    return differences.clone();
  }

  IntStream blocks() {
    return Arrays.stream(blocks);
  }
}
