package loomwatch.judge.thresholds;

import loomwatch.results.Launch.Mode;

/**
 * An absolute limit on one mode's mean over launches, judged on head alone.
 *
 * @param terms what every limit says
 * @param mode whose numbers it limits
 * @param value the most allowed, in the metric's base unit; above 0
 */
public record Ceiling(Terms terms, Mode mode, double value) implements Limit {

  @Override
  public String subject() {
    return "ceiling of " + terms.scenario() + " " + mode.label() + " " + terms.metric().label();
  }
}
