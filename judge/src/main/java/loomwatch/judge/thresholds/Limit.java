package loomwatch.judge.thresholds;

/** One number of the policy, for one scenario and metric. */
public sealed interface Limit permits Ceiling, Tolerance, ContrastLimit {

  /** Scenario, metric, reason and place. */
  Terms terms();

  /** What it limits, in words; no two limits of a policy share them. */
  String subject();

  /** Whether breaking it fails a build. */
  default boolean gates() {
    return terms().gates();
  }
}
