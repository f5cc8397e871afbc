package loomwatch.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import loomwatch.benchmarks.EDivisive.ChangePoint;
import loomwatch.trend.TrendJudge;

/** A rule that detects, commit by commit, whether a metric got worse; larger values are worse. */
record TrendRule(String name, Function<double[], List<Integer>> judging) {
  /** Number of blocking series of a service with one scenario, in both modes. */
  private static final int SERIES = 20;

  /** Loomwatch's suspicions, before any comparison. */
  static final TrendRule OURS =
      new TrendRule(
          "Loomwatch, before confirmation", values -> TrendJudge.suspicions(values, SERIES));

  /** Bencher 0.6.12: an alert above {@link PredictionLimit#OF_BENCHER} of the earlier values. */
  static final TrendRule BENCHER =
      new TrendRule(
          "Bencher 0.6.12, t test .99 over 64 (default)",
          values ->
              IntStream.range(0, values.length)
                  .filter(i ->
                      values[i]
                          > PredictionLimit.OF_BENCHER
                              .after(Arrays.copyOf(values, i))
                              .orElse(Double.POSITIVE_INFINITY))
                  .boxed()
                  .toList());

  /**
   * Apache Otava 0.8: a change point for the worse in the history up to each commit, with its
   * defaults (window 50, p ≤ .001, any size; {@code AnalysisOptions}). A point within 5 commits of
   * an earlier one is the same. Only the newest 125 to 150 points are used, because points more
   * than two windows back do not affect the result.
   */
  static final TrendRule OTAVA =
      new TrendRule("Otava, window 50, p .001 (default)", TrendRule::alarmsOfOtava);

  private static final EDivisive DETECTOR = new EDivisive(EDivisive.Settings.OF_OTAVA);
  private static final int NEAR = 5;
  private static final int LOOKED_AT = 150;
  private static final int STEP = 25;

  /**
   * github-action-benchmark 1.22: an alert when the value exceeds {@code alert-threshold} times
   * that of the previous run; by default 200 % ({@code findAlerts} in its {@code write.ts}, {@code
   * action.yml}).
   */
  static TrendRule githubActionBenchmark(int percent) {
    return new TrendRule(
        "github-action-benchmark, " + percent + " %" + (percent == 200 ? " (default)" : ""),
        values ->
            IntStream.range(1, values.length)
                .filter(i -> values[i] / values[i - 1] > percent / 100.0)
                .boxed()
                .toList());
  }

  /** Returns the points at which the rule alarms as history grows, as ascending indices. */
  List<Integer> alarms(double[] values) {
    return judging.apply(values);
  }

  /** Returns the number of commits until detection, including the first bad one, if detected. */
  OptionalInt delay(double[] values, int changedAt) {
    return alarms(values).stream()
        .filter(at -> at >= changedAt)
        .mapToInt(at -> at - changedAt + 1)
        .findFirst();
  }

  private static List<Integer> alarmsOfOtava(double[] values) {
    TreeSet<Integer> known = new TreeSet<>();
    List<Integer> alarms = new ArrayList<>();
    for (int length = 2; length <= values.length; length++) {
      int from = Math.ceilDiv(Math.max(0, length - LOOKED_AT), STEP) * STEP;
      for (ChangePoint change : DETECTOR.changePoints(Arrays.copyOfRange(values, from, length))) {
        int at = from + change.index();
        boolean fresh = known.subSet(at - NEAR, at + NEAR + 1).isEmpty();
        if (change.after() > change.before() && fresh) {
          alarms.add(length - 1);
        }
        known.add(at);
      }
    }
    return alarms;
  }
}
