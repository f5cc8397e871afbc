package loomwatch.trend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.history.HistoryEntry.Provenance;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The points of one series that are comparable: those of one fingerprint and load, in the order of
 * commits. A point is a commit, even if it was measured several times.
 *
 * @param entries index in history of each point's first run, ascending
 * @param badness value of each point on the scale, the median of its runs
 * @param moved points at which the machine or runtime changed, because two parts of one commit's
 *     runs differ
 */
record SeriesPoints(
    SeriesName name,
    String fingerprint,
    String unit,
    Direction direction,
    WorseScale scale,
    int[] entries,
    double[] badness,
    List<Integer> moved) {

  /** Number of equal points that make a count exact, before a step and from it on. */
  private static final int BEFORE = 4;

  private static final int AFTER = 2;

  /** One event per request, if as few are counted as ever are: less is no difference. */
  private static final double EVENT = 0.05;

  /** Share of a count below which a change does not matter, unless it is one more per request. */
  private static final double SHARE = 0.01;

  /** Minimum number of runs of one commit on each side of a change of the machine. */
  private static final int FEWEST = 3;

  /** Probability that noise alone splits the runs of one commit. */
  private static final double CHANCE = 1e-5;

  /** One run: its index in history, commit, and median over launches. */
  record Run(int entry, String commit, double value) {}

  /** Groups runs, in the order of commits and then of measurement, into points. */
  static SeriesPoints of(
      SeriesName name, String fingerprint, String unit, Direction direction, List<Run> runs) {
    WorseScale scale =
        isCount(name)
            ? new WorseScale.Share(direction.sign(), 1)
            : WorseScale.suiting(runs.stream().mapToDouble(Run::value).toArray(), direction);
    List<Integer> entries = new ArrayList<>();
    List<Double> badness = new ArrayList<>();
    List<Integer> moved = new ArrayList<>();
    for (int i = 0; i < runs.size(); ) {
      int to = i + 1;
      while (to < runs.size() && isOne(runs.get(i), runs.get(to))) {
        to++;
      }
      double[] x = new double[to - i];
      for (int k = 0; k < x.length; k++) {
        x[k] = scale.of(runs.get(i + k).value);
      }
      int first = parted(x);
      entries.add(runs.get(i).entry);
      badness.add(median(x, 0, first));
      if (first < x.length) {
        moved.add(entries.size());
        entries.add(runs.get(i + first).entry);
        badness.add(median(x, first, x.length));
      }
      i = to;
    }
    return new SeriesPoints(
        name,
        fingerprint,
        unit,
        direction,
        scale,
        entries.stream().mapToInt(Integer::intValue).toArray(),
        badness.stream().mapToDouble(Double::doubleValue).toArray(),
        List.copyOf(moved));
  }

  /** Outside a repository, commits are unknown. */
  private static boolean isOne(Run run, Run next) {
    return run.commit.equals(next.commit) && !run.commit.equals(Provenance.UNKNOWN);
  }

  private static double median(double[] x, int from, int to) {
    return to - from == 1 ? x[from] : SampleStatistics.medianOf(Arrays.copyOfRange(x, from, to));
  }

  /** Returns where runs of one commit leave their first level; else their number. */
  private static int parted(double[] x) {
    double surest = 0;
    int place = -1;
    for (int at = FEWEST; at <= x.length - FEWEST; at++) {
      double t = t(x, at);
      if (t > surest) {
        surest = t;
        place = at;
      }
    }
    boolean sure =
        place >= 0
            && TDistribution.of(x.length - 2).survivalProbability(surest) * x.length < CHANCE;
    return sure ? place : x.length;
  }

  private static double t(double[] x, int at) {
    double before = Arrays.stream(x, 0, at).average().orElseThrow();
    double after = Arrays.stream(x, at, x.length).average().orElseThrow();
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      double off = x[i] - (i < at ? before : after);
      squares += off * off;
    }
    double deviation = Math.max(SeriesAssessment.NOISE_FLOOR, Math.sqrt(squares / (x.length - 2)));
    return Math.abs(after - before) / (deviation * Math.sqrt(1.0 / at + 1.0 / (x.length - at)));
  }

  private static boolean isCount(SeriesName name) {
    return !name.mode().equals(HistorySeries.RATIO)
        && Metric.named(name.metric()).filter(Metric::isExact).isPresent();
  }

  int size() {
    return entries.length;
  }

  /**
   * Returns whether an exact count changes at a point: it was the same in several points before,
   * and is another in the point and the next. There is no chance in it, as equal requests do equal
   * work.
   */
  boolean stepsExactly(int point) {
    return isCount(name)
        && point >= BEFORE
        && point + AFTER <= size()
        && isOneCount(point - BEFORE, point)
        && isOneCount(point, point + AFTER)
        && !isOneCount(point - 1, point + 1);
  }

  private boolean isOneCount(int from, int to) {
    double[] counts = Arrays.stream(badness, from, to).map(scale::value).sorted().toArray();
    double least = Math.min(1 - EVENT, Math.max(EVENT, SHARE * counts[0]));
    return counts[counts.length - 1] - counts[0] <= least;
  }

  /** Returns the point of a history entry, or the first point after it; the size without one. */
  int atOrAfter(int entry) {
    int found = Arrays.binarySearch(entries, entry);
    return found >= 0 ? found : -found - 1;
  }
}
