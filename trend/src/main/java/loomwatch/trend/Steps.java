package loomwatch.trend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import loomwatch.judge.statistics.Cusum;
import loomwatch.judge.statistics.EDivisive;
import loomwatch.judge.statistics.EDivisive.ChangePoint;
import loomwatch.judge.statistics.Location;
import loomwatch.judge.statistics.TwoSampleT;

/**
 * The changes of level of one series: called by the CUSUM as the points came, located by E-divisive
 * with all that is known by now.
 *
 * @param steps in order
 * @param levels what each point was judged against, on the scale of the rules; NaN while it rested
 *     on too few points to be compared with later
 * @param noises σ₀ each point was judged with; NaN while learning
 * @param norm what the next point will be judged against, if enough is learnt
 * @param hindsight the change points E-divisive sees, whether or not they were called
 */
record Steps(
    List<Step> steps,
    double[] levels,
    double[] noises,
    Optional<Cusum.Norm> norm,
    List<ChangePoint> hindsight) {

  /** How far before the CUSUM's own estimate of the place E-divisive may put it. */
  private static final int EARLIER = 5;

  /** Points on each side that say how sure a step is. */
  private static final int MOST_POINTS = 60;

  /** A level counts once it rests on so many points. */
  static final int SETTLED = 30;

  /** Of the smallest change that matters, how near the old level the points must be again. */
  private static final double BACK = 0.25;

  /**
   * Judges a series.
   *
   * @param accepted the points from which on the level is taken as it is
   */
  static Steps of(Points points, TrendRules rules, Collection<Integer> accepted) {
    double[] x = points.badness();
    Watched plain = Watched.of(x, rules, new TreeSet<>());
    TreeSet<Integer> restarts = new TreeSet<>();
    for (int index : accepted) {
      if (plain.alarms.stream().noneMatch(alarm -> staysSeen(index, alarm, rules))) {
        restarts.add(index);
      }
    }
    Watched watched = restarts.isEmpty() ? plain : Watched.of(x, rules, restarts);
    List<ChangePoint> hindsight = new EDivisive(rules.localise()).changePoints(points.values());
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < watched.alarms.size(); i++) {
      Cusum.Alarm alarm = watched.alarms.get(i);
      int begun = Optional.ofNullable(restarts.floor(alarm.from())).orElse(0);
      int from = Math.max(begun, i == 0 ? 0 : leftBy(x, watched.alarms.get(i - 1), alarm, rules));
      int to = i + 1 < watched.alarms.size() ? watched.alarms.get(i + 1).from() : x.length;
      int first = place(alarm, points, hindsight, from + 1);
      boolean taken = accepted.stream().anyMatch(index -> isAbout(index, alarm, rules));
      steps.add(step(points, x, alarm, new Around(from, first, to), rules, taken));
    }
    return new Steps(List.copyOf(steps), watched.levels, watched.noises, watched.norm, hindsight);
  }

  /** Where the level begins that an alarm left: where the one before it put it, or was over. */
  private static int leftBy(double[] x, Cusum.Alarm before, Cusum.Alarm alarm, TrendRules rules) {
    int back = closed(x, before, rules);
    // By then more than half of the newest points are at the old level again.
    return back < 0 || back >= alarm.from() ? before.from() : back - rules.driftPoints() / 2;
  }

  /** Where a step lies: after {@code from}, at {@code first}, the next at {@code to}. */
  private record Around(int from, int first, int to) {}

  private static Step step(
      Points points, double[] x, Cusum.Alarm alarm, Around at, TrendRules rules, boolean taken) {
    double[] before = Arrays.copyOfRange(x, Math.max(at.from, at.first - MOST_POINTS), at.first);
    double[] after = Arrays.copyOfRange(x, at.first, Math.min(at.to, at.first + MOST_POINTS));
    double level = Location.medianOf(before);
    double now = Location.medianOf(after);
    TwoSampleT test =
        TwoSampleT.of(
            clipped(before, level, alarm.noise(), rules),
            clipped(after, now, alarm.noise(), rules));
    return new Step(
        points,
        alarm,
        at.first,
        test,
        points.value(level),
        points.value(now),
        before.length,
        after.length,
        closed(x, alarm, rules),
        taken,
        (alarm.worse() ? 1 : -1) * test.difference() < rules.cusum().smallest());
  }

  /** From a little before the change to where it was seen. */
  private static boolean isAbout(int index, Cusum.Alarm alarm, TrendRules rules) {
    return index >= alarm.from() - rules.together() && index <= alarm.at();
  }

  /** Also one that a CUSUM begun anew there would learn as normal, judging none of it. */
  private static boolean staysSeen(int index, Cusum.Alarm alarm, TrendRules rules) {
    return isAbout(index, alarm, rules)
        || alarm.from() > index && alarm.from() < index + rules.cusum().fewest();
  }

  private static int place(
      Cusum.Alarm alarm, Points points, List<ChangePoint> hindsight, int earliest) {
    int place = alarm.from();
    int distance = Integer.MAX_VALUE;
    for (ChangePoint change : hindsight) {
      boolean worse = points.sign() * (change.after() - change.before()) > 0;
      int index = change.index();
      if (worse == alarm.worse()
          && index >= Math.max(earliest, alarm.from() - EARLIER)
          && index <= alarm.at()
          && Math.abs(index - alarm.from()) < distance) {
        place = index;
        distance = Math.abs(index - alarm.from());
      }
    }
    return Math.max(earliest, place);
  }

  /** So that an outlier does not make a change look unsure, or another size. */
  static double[] clipped(double[] x, double level, double noise, TrendRules rules) {
    double most = rules.cusum().clip() * noise;
    return Arrays.stream(x).map(each -> Math.clamp(each, level - most, level + most)).toArray();
  }

  /** The first point after the alarm at which the median of the newest is at the old level. */
  private static int closed(double[] x, Cusum.Alarm alarm, TrendRules rules) {
    int sign = alarm.worse() ? 1 : -1;
    int recent = rules.driftPoints();
    for (int i = alarm.at() + recent; i < x.length; i++) {
      double now = Location.medianOf(Arrays.copyOfRange(x, i + 1 - recent, i + 1));
      if (sign * (now - alarm.before()) < BACK * rules.cusum().smallest()) {
        return i;
      }
    }
    return -1;
  }

  /** The points as the CUSUM saw them. */
  private record Watched(
      List<Cusum.Alarm> alarms, double[] levels, double[] noises, Optional<Cusum.Norm> norm) {

    static Watched of(double[] x, TrendRules rules, TreeSet<Integer> restarts) {
      List<Cusum.Alarm> alarms = new ArrayList<>();
      double[] levels = new double[x.length];
      double[] noises = new double[x.length];
      Cusum cusum = new Cusum(rules.cusum());
      int begun = 0;
      for (int i = 0; i < x.length; i++) {
        if (restarts.contains(i)) {
          cusum = new Cusum(rules.cusum());
          begun = i;
        }
        Optional<Cusum.Norm> norm = cusum.norm();
        levels[i] =
            norm.filter(known -> known.points() >= SETTLED)
                .map(Cusum.Norm::level)
                .orElse(Double.NaN);
        noises[i] = norm.map(Cusum.Norm::noise).orElse(Double.NaN);
        int offset = begun;
        cusum.add(x[i]).ifPresent(alarm -> alarms.add(alarm.movedBy(offset)));
      }
      return new Watched(List.copyOf(alarms), levels, noises, cusum.norm());
    }
  }
}
