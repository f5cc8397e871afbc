package loomwatch.judge.thresholds;

/**
 * A limit on virtual ÷ platform: the geometric mean of the ratio, paired within blocks.
 *
 * @param terms what every limit says
 * @param atMost the largest ratio allowed; above 0, and 1 means equal
 */
public record ContrastLimit(Terms terms, double atMost) implements Limit {

  @Override
  public String subject() {
    return "contrast of " + terms.scenario() + " " + terms.metric().label();
  }
}
