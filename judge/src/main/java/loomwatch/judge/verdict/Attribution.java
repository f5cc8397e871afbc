package loomwatch.judge.verdict;

/**
 * How much of a change is the toolchain's (Tomcat, JDK, JVM flags) and how much the code's, from
 * blocks that also hold base's code on head's toolchain and the reverse (a 2×2 factorial; {@link
 * loomwatch.judge.statistics.Factorial}). It explains a change and judges nothing.
 *
 * <p>On the log scale toolchain and code add up to the whole change in these blocks: (1 + toolchain
 * ÷ 100) × (1 + code ÷ 100) = 1 + change ÷ 100; only nearly where each is a median over turns of
 * slices (decision 19).
 *
 * @param blocks in which all four arms measured the metric; at least 2
 * @param toolchain what it does, the mean of with base's and with head's code
 * @param code what it does, the mean of on base's and on head's toolchain
 * @param interaction what both together do beyond the sum of each alone; where it is far from 0 the
 *     two means above describe neither code and neither toolchain
 */
public record Attribution(int blocks, Part toolchain, Part code, Part interaction) {

  /**
   * One part of it.
   *
   * @param effectPercent 100(eˣ − 1) of the mean log effect x; positive = worse
   * @param effectInterval its 90 % interval, in percent
   * @param pAdjusted chance of such an effect or a larger one, in the direction it has, in any of
   *     the metrics judged together, if there were none: of toolchain and code in either of the
   *     two, of the interaction in any interaction
   */
  public record Part(double effectPercent, Interval effectInterval, double pAdjusted) {}
}
