package loomwatch.judge.thresholds;

import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.yaml.BadFileException.Position;

/** A limit of the thresholds for one scenario and metric. */
public sealed interface Limit {

  Terms terms();

  /** Returns what is limited, in words that are unique among the thresholds. */
  String target();

  /** Returns whether the limit is blocking. */
  default boolean gates() {
    return terms().gates();
  }

  /**
   * The terms common to all limits.
   *
   * @param scenario name of one scenario or benchmark; a list or {@code "*"} becomes one limit each
   * @param gates whether the limit is blocking; otherwise it is informational
   * @param why reason in the file, never blank
   * @param position position of the entry in the file
   */
  record Terms(
      String scenario, Scope scope, Metric metric, boolean gates, String why, Position position) {

    /** Returns whether it is on that scenario; {@link JmhResults#ALL} is on a team's benchmarks. */
    public boolean covers(String name) {
      return scenario.equals(name) || scenario.equals(JmhResults.ALL) && JmhResults.isTeams(name);
    }

    /** How the thresholds refer to the scenario. */
    public enum Scope {
      /** By name: a run of the scenario must measure the metric. */
      NAMED,
      /** By {@code "*"}: the limit applies wherever the metric was measured. */
      EVERY
    }
  }

  /**
   * An absolute limit on one mode's mean over launches of head.
   *
   * @param value largest mean allowed, in the metric's base unit; above 0
   */
  record Ceiling(Terms terms, Mode mode, double value) implements Limit {

    @Override
    public String target() {
      return "ceiling of " + terms.scenario() + " " + mode.label() + " " + terms.metric().label();
    }
  }

  /**
   * A limit on the change for the worse of one mode's metric from base to head. It is judged in
   * comparisons only.
   *
   * @param fraction largest change, as a fraction of base, such as 0.03 for 3 %; above 0
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
   * @param atMost largest ratio, above 0, where 1 means equal
   */
  record RatioLimit(Terms terms, double atMost) implements Limit {

    @Override
    public String target() {
      return "ratio of " + terms.scenario() + " " + terms.metric().label();
    }
  }
}
