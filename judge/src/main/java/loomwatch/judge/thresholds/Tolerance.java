package loomwatch.judge.thresholds;

import loomwatch.results.Launch.Mode;

/**
 * The change against a baseline that one mode's metric may make for the worse. Judged when two arms
 * are compared; a record of one arm has nothing to compare.
 *
 * @param terms what every limit says
 * @param mode whose numbers it limits
 * @param fraction the change allowed, as a part of the baseline: 0.03 for 3 %; above 0
 */
public record Tolerance(Terms terms, Mode mode, double fraction) implements Limit {

  @Override
  public String subject() {
    return "tolerance of " + terms.scenario() + " " + mode.label() + " " + terms.metric().label();
  }
}
