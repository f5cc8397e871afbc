package loomwatch.judge.statistics;

/**
 * The figures of a {@link Cusum}.
 *
 * @param slack k: how many σ₀ a point may lie off without moving the sum; above 0. A step of 2k is
 *     what the sum is quickest to find
 * @param threshold h: the sum above which a change is called; above 0
 * @param clip the most one point counts, in σ₀; above {@code slack}: an outlier alone calls nothing
 * @param fewest points before anything is judged; at least 2
 * @param most points the reference rests on, the newest; at least {@code fewest}
 * @param recent how many of the newest points say where the level stands; 1 to {@code fewest}
 * @param smallest the smallest change that matters, on the scale of the points; at least 0
 * @param noiseFloor the least σ₀ may be; above 0
 */
public record CusumRule(
    double slack,
    double threshold,
    double clip,
    int fewest,
    int most,
    int recent,
    double smallest,
    double noiseFloor) {

  /**
   * For logarithms of a metric: k = .75, h = 6, z clipped at 3, 20 to 60 points, changes of at
   * least 2 %, noise of at least .5 %. {@code ./loomwatch bench-trend} shows what comes of them.
   */
  public static final CusumRule OF_LOGARITHMS =
      new CusumRule(0.75, 6, 3, 20, 60, 10, Math.log(1.02), 0.005);

  public CusumRule {
    require(slack > 0, "slack", "above 0", slack);
    require(threshold > 0, "threshold", "above 0", threshold);
    require(clip > slack, "clip", "above slack", clip);
    require(fewest >= 2, "fewest", "at least 2", fewest);
    require(most >= fewest, "most", "at least fewest", most);
    require(recent >= 1 && recent <= fewest, "recent", "from 1 to fewest", recent);
    require(smallest >= 0, "smallest", "at least 0", smallest);
    require(noiseFloor > 0, "noiseFloor", "above 0", noiseFloor);
  }

  /** The same with another floor under the noise, such as what A/A runs show. */
  public CusumRule withNoiseFloor(double floor) {
    return new CusumRule(slack, threshold, clip, fewest, most, recent, smallest, floor);
  }

  private static void require(boolean holds, String name, String rule, Object was) {
    if (!holds) {
      throw new IllegalArgumentException("%s must be %s, was %s".formatted(name, rule, was));
    }
  }
}
