package loomwatch.gate.statistics;

import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A 2×2 factorial in blocks: what of a change is the toolchain's, what the code's, and what neither
 * does alone (Yates, The Design and Analysis of Factorial Experiments 1937). Immutable.
 *
 * <p>With y the log of a metric in one block, first index the toolchain, second the code, 0 = base
 * and 1 = head: each main effect is the mean of what the factor does without and with the other, so
 * toolchain + code = y₁₁ − y₀₀, the whole change. Each effect is one difference per block, to be
 * tested like any other.
 */
public final class Factorial {
  private final double[] base;
  private final double[] toolchainOnly;
  private final double[] codeOnly;
  private final double[] both;

  /**
   * Four arms of the same blocks; logs, negated where smaller is worse.
   *
   * @param base y₀₀
   * @param toolchainOnly y₁₀
   * @param codeOnly y₀₁
   * @param both y₁₁
   * @throws IllegalArgumentException when a value is not finite, or a block has not all four
   */
  public Factorial(double[] base, double[] toolchainOnly, double[] codeOnly, double[] both) {
    this.base = Samples.finite("base", base).clone();
    this.toolchainOnly = partner("toolchainOnly", toolchainOnly);
    this.codeOnly = partner("codeOnly", codeOnly);
    this.both = partner("both", both);
  }

  /** ½[(y₁₀ − y₀₀) + (y₁₁ − y₀₁)] of each block. */
  public double[] toolchain() {
    return perBlock(i -> ((toolchainOnly[i] - base[i]) + (both[i] - codeOnly[i])) / 2);
  }

  /** ½[(y₀₁ − y₀₀) + (y₁₁ − y₁₀)] of each block. */
  public double[] code() {
    return perBlock(i -> ((codeOnly[i] - base[i]) + (both[i] - toolchainOnly[i])) / 2);
  }

  /**
   * (y₁₁ − y₀₁) − (y₁₀ − y₀₀) of each block: 0 when each does the same with or without the other.
   */
  public double[] interaction() {
    return perBlock(i -> (both[i] - codeOnly[i]) - (toolchainOnly[i] - base[i]));
  }

  private double[] perBlock(IntToDoubleFunction effect) {
    return IntStream.range(0, base.length).mapToDouble(effect).toArray();
  }

  private double[] partner(String name, double[] values) {
    if (values.length != base.length) {
      throw new IllegalArgumentException(
          name + " must have as many values as base (" + base.length + "), had " + values.length);
    }
    return Samples.finite(name, values).clone();
  }
}
