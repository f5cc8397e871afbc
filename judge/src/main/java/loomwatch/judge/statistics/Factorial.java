package loomwatch.judge.statistics;

/**
 * A 2×2 factorial: what of a change is the toolchain's, what the code's, and what neither does
 * alone (Yates, The Design and Analysis of Factorial Experiments 1937).
 *
 * <p>With y the log of a metric, first index the toolchain, second the code, 0 = base and 1 = head:
 * each main effect is the mean of what the factor does without and with the other, so toolchain +
 * code = y₁₁ − y₀₀, the whole change. Each effect is one difference per block, to be tested like
 * any other.
 *
 * @param base y₀₀, a log, negated where smaller is worse
 * @param toolchainOnly y₁₀
 * @param codeOnly y₀₁
 * @param both y₁₁
 */
public record Factorial(double base, double toolchainOnly, double codeOnly, double both) {

  /** ½[(y₁₀ − y₀₀) + (y₁₁ − y₀₁)]. */
  public double toolchain() {
    return ((toolchainOnly - base) + (both - codeOnly)) / 2;
  }

  /** ½[(y₀₁ − y₀₀) + (y₁₁ − y₁₀)]. */
  public double code() {
    return ((codeOnly - base) + (both - toolchainOnly)) / 2;
  }

  /** (y₁₁ − y₀₁) − (y₁₀ − y₀₀): 0 when each does the same with or without the other. */
  public double interaction() {
    return (both - codeOnly) - (toolchainOnly - base);
  }
}
