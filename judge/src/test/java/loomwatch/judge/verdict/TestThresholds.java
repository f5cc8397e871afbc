package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Ceiling;
import loomwatch.judge.thresholds.Limit.RatioLimit;
import loomwatch.judge.thresholds.Limit.Terms;
import loomwatch.judge.thresholds.Limit.Terms.Scope;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.Thresholds.Budget;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.yaml.BadFileException.Position;

/** Writes thresholds for these tests. */
final class TestThresholds {
  private final List<Limit> limits = new ArrayList<>();
  private OptionalDouble changedMethods = OptionalDouble.empty();

  static TestThresholds none() {
    return new TestThresholds();
  }

  TestThresholds ceiling(String scenario, Mode mode, Metric metric, double value, boolean gates) {
    limits.add(new Ceiling(terms(scenario, Scope.NAMED, metric, gates), mode, value));
    return this;
  }

  TestThresholds everyCeiling(String scenario, Mode mode, Metric metric, double value) {
    limits.add(new Ceiling(terms(scenario, Scope.EVERY, metric, true), mode, value));
    return this;
  }

  TestThresholds ratio(String scenario, Metric metric, double atMost) {
    limits.add(new RatioLimit(terms(scenario, Scope.NAMED, metric, true), atMost));
    return this;
  }

  TestThresholds tolerance(String scenario, Mode mode, Metric metric, double fraction) {
    return tolerance(scenario, mode, metric, fraction, true);
  }

  TestThresholds tolerance(
      String scenario, Mode mode, Metric metric, double fraction, boolean gates) {
    limits.add(new Tolerance(terms(scenario, Scope.NAMED, metric, gates), mode, fraction));
    return this;
  }

  TestThresholds everyTolerance(String scenario, Mode mode, Metric metric, double fraction) {
    limits.add(new Tolerance(terms(scenario, Scope.EVERY, metric, true), mode, fraction));
    return this;
  }

  TestThresholds changedMethods(double ofRequest) {
    changedMethods = OptionalDouble.of(ofRequest);
    return this;
  }

  Thresholds thresholds() {
    return new Thresholds(
        "thresholds.yaml",
        "sha256:0",
        limits,
        Thresholds.Inconclusive.NEUTRAL,
        Budget.NONE,
        changedMethods);
  }

  private static Terms terms(String scenario, Scope scope, Metric metric, boolean gates) {
    return new Terms(
        scenario, scope, metric, gates, "for a reason", new Position("thresholds.yaml", 1, 1));
  }
}
