package loomwatch.judge.verdict;

import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;

/**
 * What a change is of.
 *
 * @param scenario the scenario's or benchmark's name
 * @param mode whose numbers
 * @param metric what was measured
 */
public record ChangeKey(String scenario, JudgedMode mode, Metric metric) {

  /** Of one mode alone. */
  public static ChangeKey of(String scenario, Mode mode, Metric metric) {
    return new ChangeKey(scenario, JudgedMode.of(mode), metric);
  }
}
