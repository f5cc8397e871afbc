package loomwatch.judge.thresholds;

import loomwatch.results.Metric;
import loomwatch.results.yaml.Position;

/**
 * What every limit says, whatever it limits.
 *
 * @param scenario one scenario's or benchmark's name; a list or {@code "*"} becomes one limit each
 * @param scope whether the policy names that scenario itself
 * @param metric what is limited
 * @param effect what breaking it does
 * @param why the policy's own words, never blank
 * @param position of the entry in the file
 */
public record Terms(
    String scenario, Scope scope, Metric metric, Effect effect, String why, Position position) {

  /** How the policy came to this scenario. */
  public enum Scope {
    /** By name: a run of that scenario must measure the metric. */
    NAMED,
    /** By {@code "*"}: judged wherever the metric was measured. */
    EVERY
  }

  /** What breaking a limit does. */
  public enum Effect {
    /** It decides the whole verdict, which stays open until this is shown to hold. */
    GATE,
    /** It makes the whole verdict one for the worse; a verdict never waits for it to hold. */
    GATE_WHEN_WORSE,
    /** It is shown. */
    INFORM
  }
}
