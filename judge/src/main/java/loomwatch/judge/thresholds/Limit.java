package loomwatch.judge.thresholds;

import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.yaml.BadFileException.Position;

/** One number of the thresholds, for one scenario and metric. */
public sealed interface Limit {

  /** Scenario, metric, reason and place. */
  Terms terms();

  /** What it limits, in words; no two limits of thresholds share them. */
  String target();

  /** Whether breaking it fails a build. */
  default boolean gates() {
    return terms().gates();
  }

  /**
   * What every limit says, whatever it limits.
   *
   * @param scenario one scenario's or benchmark's name; a list or {@code "*"} becomes one limit
   *     each
   * @param scope whether the thresholds name that scenario itself
   * @param metric what is limited
   * @param gates whether breaking it fails a build; otherwise it is shown
   * @param why the reason given there, never blank
   * @param position of the entry in the file
   */
  record Terms(
      String scenario, Scope scope, Metric metric, boolean gates, String why, Position position) {

    /** How the thresholds came to this scenario. */
    public enum Scope {
      /** By name: a run of that scenario must measure the metric. */
      NAMED,
      /** By {@code "*"}: judged wherever the metric was measured. */
      EVERY
    }
  }

  /**
   * An absolute limit on one mode's mean over launches, judged on head alone.
   *
   * @param terms what every limit says
   * @param mode whose numbers it limits
   * @param value the most allowed, in the metric's base unit; above 0
   */
  record Ceiling(Terms terms, Mode mode, double value) implements Limit {

    @Override
    public String target() {
      return "ceiling of " + terms.scenario() + " " + mode.label() + " " + terms.metric().label();
    }
  }

  /**
   * The change against a baseline that one mode's metric may make for the worse. Judged when two
   * variants are compared; a record of one variant has nothing to compare.
   *
   * @param terms what every limit says
   * @param mode whose numbers it limits
   * @param fraction the change allowed, as a part of the baseline: 0.03 for 3 %; above 0
   */
  record Tolerance(Terms terms, Mode mode, double fraction) implements Limit {

    @Override
    public String target() {
      return "tolerance of " + terms.scenario() + " " + mode.label() + " " + terms.metric().label();
    }
  }

  /**
   * A limit on virtual ÷ platform: the geometric mean of the ratio, paired within rounds.
   *
   * @param terms what every limit says
   * @param atMost the largest ratio allowed; above 0, and 1 means equal
   */
  record RatioLimit(Terms terms, double atMost) implements Limit {

    @Override
    public String target() {
      return "ratio of " + terms.scenario() + " " + terms.metric().label();
    }
  }
}
