package loomwatch.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeSet;
import loomwatch.benchmarks.EDivisive.ChangePoint;
import loomwatch.trend.TrendJudge;

/** A rule that tells, commit by commit, whether a metric got worse; larger values are worse. */
interface TrendRule {
  /** The name in the table. */
  String name();

  /** The points at which it alarms as history grows, as indices ascending. */
  List<Integer> alarms(double[] values);

  /** How many commits a change took to be seen, the first bad one included; or never. */
  default OptionalInt delay(double[] values, int changedAt) {
    return alarms(values).stream()
        .filter(at -> at >= changedAt)
        .mapToInt(at -> at - changedAt + 1)
        .findFirst();
  }

  /** What Loomwatch suspects, before anything is measured again. */
  record Ours() implements TrendRule {
    /** Of a service with one scenario: those that decide, in both modes. */
    private static final int SERIES = 20;

    @Override
    public String name() {
      return "Loomwatch, before confirmation";
    }

    @Override
    public List<Integer> alarms(double[] values) {
      return TrendJudge.suspicions(values, SERIES);
    }
  }

  /**
   * github-action-benchmark 1.22: an alert when the value is more than {@code alert-threshold}
   * times that of the run before; by default 200 % ({@code findAlerts} in its {@code write.ts},
   * {@code action.yml}).
   *
   * @param percent the threshold; 200 by default
   */
  record GithubActionBenchmark(int percent) implements TrendRule {
    @Override
    public String name() {
      return "github-action-benchmark, " + percent + " %" + (percent == 200 ? " (default)" : "");
    }

    @Override
    public List<Integer> alarms(double[] values) {
      List<Integer> alarms = new ArrayList<>();
      for (int i = 1; i < values.length; i++) {
        if (values[i] / values[i - 1] > percent / 100.0) {
          alarms.add(i);
        }
      }
      return alarms;
    }
  }

  /** Bencher 0.6.12: an alert above {@link PredictionLimit#OF_BENCHER} of the values before. */
  record Bencher() implements TrendRule {
    @Override
    public String name() {
      return "Bencher 0.6.12, t test .99 over 64 (default)";
    }

    @Override
    public List<Integer> alarms(double[] values) {
      List<Integer> alarms = new ArrayList<>();
      for (int i = 0; i < values.length; i++) {
        OptionalDouble limit = PredictionLimit.OF_BENCHER.after(Arrays.copyOf(values, i));
        if (limit.isPresent() && values[i] > limit.getAsDouble()) {
          alarms.add(i);
        }
      }
      return alarms;
    }
  }

  /**
   * Apache Otava 0.8: a change point for the worse in the history up to each commit, with its
   * defaults (window 50, p ≤ .001, any size; {@code AnalysisOptions}). One within 5 commits of an
   * earlier one is the same, moved. At each commit the newest 125 to 150 points are looked at:
   * further back than two windows the answer no longer changes.
   */
  record Otava() implements TrendRule {
    private static final EDivisive DETECTOR = new EDivisive(EDivisive.Settings.OF_OTAVA);
    private static final int NEAR = 5;
    private static final int LOOKED_AT = 150;
    private static final int STEP = 25;

    @Override
    public String name() {
      return "Otava, window 50, p .001 (default)";
    }

    @Override
    public List<Integer> alarms(double[] values) {
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
}
