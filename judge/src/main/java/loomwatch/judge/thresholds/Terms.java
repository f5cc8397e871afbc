package loomwatch.judge.thresholds;

import loomwatch.results.Metric;
import loomwatch.results.yaml.BadFileException.Position;

/**
 * What every limit says, whatever it limits.
 *
 * @param scenario one scenario's or benchmark's name; a list or {@code "*"} becomes one limit each
 * @param scope whether the policy names that scenario itself
 * @param metric what is limited
 * @param gates whether breaking it fails a build; otherwise it is shown
 * @param why the policy's own words, never blank
 * @param position of the entry in the file
 */
public record Terms(
    String scenario, Scope scope, Metric metric, boolean gates, String why, Position position) {

  /** How the policy came to this scenario. */
  public enum Scope {
    /** By name: a run of that scenario must measure the metric. */
    NAMED,
    /** By {@code "*"}: judged wherever the metric was measured. */
    EVERY
  }
}
