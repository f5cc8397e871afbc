package loomwatch.trend;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import loomwatch.judge.verdict.Outcome;
import loomwatch.trend.Levels.Level;
import loomwatch.trend.Levels.Noise;
import org.jspecify.annotations.Nullable;

/**
 * Assesses one series: its levels, and each one's loss against the best accepted level.
 *
 * <p>A comparison of two commits shifts the later levels, so that the loss between the commits is
 * what was measured on one machine at the same time. The remaining difference in history is
 * attributed to the machine.
 */
final class SeriesAssessment {
  /** Minimum standard deviation from day to day, as a log ratio. */
  static final double NOISE_FLOOR = 0.005;

  /** Minimum change detected. */
  static final double LEAST = Math.log(1.01);

  /** Minimum number of points of a level that serves as a reference. */
  private static final int REFERENCE = 8;

  /** Number of newest points that define where a level is now. */
  private static final int NEWEST = 120;

  /** Number of points around a commit that define where its level is there. */
  private static final int AROUND = 16;

  /** Number of points by which the position of a change may move as more points arrive. */
  static final int MOVES = 3;

  /** Minimum loss, in standard errors, that counts as open. */
  private static final double SURE = 2;

  /** Minimum share of a change that comes at one commit, for a step. */
  private static final double STEP = 0.6;

  /** Minimum size of that share in standard errors. */
  private static final double STEP_SURE = 4;

  /** Uncertainty of the position of a step of one standard deviation, in points. */
  private static final double PLACE = 6;

  private static final int MOST_AROUND = 6;

  private final SeriesPoints points;
  private final List<Level> levels;
  private final Collection<Integer> accepted;
  private final List<Spanning> proofs;

  /** Change attributed to the machine by level, and its standard error. */
  private final double[] machine;

  private final double[] machineError;

  /** Location of the newest points by level, and its standard error. */
  private final double[] seen;

  private final double[] seenError;
  private final List<Shift> shifts;

  private SeriesAssessment(
      SeriesPoints points,
      List<Level> levels,
      Collection<Integer> accepted,
      List<Spanning> proofs) {
    this.points = points;
    this.levels = levels;
    this.accepted = accepted;
    this.proofs = proofs;
    machine = new double[levels.size()];
    seen = new double[levels.size()];
    seenError = new double[levels.size()];
    for (int i = 0; i < levels.size(); i++) {
      Level of = levels.get(i);
      seen[i] = mean(Math.max(of.from(), of.to() - NEWEST), of.to(), of.noise());
      seenError[i] =
          of.noise() == null ? 0 : of.noise().error(Math.min(NEWEST, of.to() - of.from()));
    }
    machineError = new double[levels.size()];
    points
        .moved()
        .forEach(point ->
            add(
                levelOf(point),
                around(point, levelOf(point)) - around(point - 1, levelOf(point) - 1),
                0));
    proofs.forEach(this::hold);
    shifts = shownShifts();
  }

  /** A comparison of two points, head after base. */
  record Spanning(CommitComparison proof, int base, int head) {}

  /** Assesses a series, with the points from which on a level is accepted. */
  static SeriesAssessment of(
      SeriesPoints points, Levels.Rule rule, Collection<Integer> accepted, List<Spanning> proofs) {
    TreeSet<Integer> breaks = new TreeSet<>(points.moved());
    List<Level> plain = Levels.of(points.badness(), breaks, rule, points::stepsExactly);
    accepted.stream()
        .filter(at -> plain.stream().noneMatch(level -> isAbout(at, level)))
        .forEach(breaks::add);
    List<Level> levels =
        breaks.size() == points.moved().size()
            ? plain
            : Levels.of(points.badness(), breaks, rule, points::stepsExactly);
    return new SeriesAssessment(points, levels, accepted, proofs);
  }

  /** Returns whether a point lies between shortly before the change and its detection. */
  private static boolean isAbout(int point, Level level) {
    return level.from() > 0 && point >= level.from() - MOVES && point <= level.seenAt();
  }

  private void hold(Spanning spanning) {
    int before = levelOf(spanning.base);
    int after = levelOf(spanning.head);
    Optional<CommitComparison.Effect> effect = spanning.proof.of(points.name());
    if (effect.isEmpty() || effect.get().fromNothing() || before == after) {
      return;
    }
    Level base = levels.get(before);
    boolean known = spanning.base < base.from() + base.known();
    double there = known ? base.at() : around(spanning.base, before);
    int count = Math.min(known ? base.known() : AROUND, base.to() - base.from());
    double thereError = base.noise() == null ? 0 : base.noise().error(count);
    double ours = there - machine[before];
    double expected = points.scale().difference(ours, effect.get().size());
    double error = Math.abs(points.scale().difference(ours, effect.get().error()));
    double added = own(after) - ours - expected;
    double unsure = Math.hypot(error, Math.hypot(thereError, seenError[after]));
    // Where history and the comparison agree, both together are more precise than one.
    if (effect.get().outcome() == Outcome.PASS || Math.abs(added) >= SURE * unsure) {
      add(after, added, error);
    }
  }

  /**
   * Adds to a level and all after it. A deterioration by the machine ends where the series is back,
   * because a few bad points or a busy machine are over then.
   */
  private void add(int level, double added, double error) {
    for (int i = level; i < machine.length && !(added > 0 && isBack(i, level)); i++) {
      machine[i] += added;
      machineError[i] = error;
    }
  }

  private boolean isBack(int level, int after) {
    for (int before = after - 1; before >= 0 && level > after; before--) {
      double sure = SURE * Math.hypot(seenError[level], seenError[before]);
      if (Math.abs(seen[level] - seen[before]) < Math.max(LEAST / 2, sure)) {
        return true;
      }
    }
    return false;
  }

  SeriesPoints points() {
    return points;
  }

  List<Level> levels() {
    return levels;
  }

  int levelOf(int point) {
    int level = levels.size() - 1;
    while (levels.get(level).from() > point) {
      level--;
    }
    return level;
  }

  private double around(int point, int level) {
    Level of = levels.get(level);
    int from = Math.max(of.from(), point + 1 - AROUND);
    int to = Math.min(of.to(), Math.max(point + 1, from + AROUND / 2));
    return mean(from, to, of.noise());
  }

  private double mean(int from, int to, @Nullable Noise noise) {
    return Levels.mean(
        points.badness(), from, to, noise == null ? new Noise(NOISE_FLOOR, 0, 1) : noise);
  }

  /** Returns the location of a level's newest points, including the machine's effect. */
  double seen(int level) {
    return seen[level];
  }

  /** Returns the location without the machine's effect. */
  private double own(int level) {
    return seen(level) - machine[level];
  }

  private double firstOwn(int level) {
    return levels.get(level).at() - machine[level];
  }

  private double error(int level) {
    return Math.hypot(seenError[level], machineError[level]);
  }

  int newest() {
    return levels.size() - 1;
  }

  boolean learning() {
    return levels.size() <= 1 && points.size() < Levels.LEARNING;
  }

  /** Returns the best level since the last accepted one; only a better level replaces it. */
  int reference() {
    return reference(newest());
  }

  private int reference(int until) {
    int first = 0;
    for (int i = 1; i <= until; i++) {
      if (acceptedAt(i)) {
        first = i;
      }
    }
    int best = first;
    for (int i = first + 1; i <= until; i++) {
      Level of = levels.get(i);
      if (of.to() - of.from() >= REFERENCE && firstOwn(i) < firstOwn(best)) {
        best = i;
      }
    }
    return best;
  }

  private boolean acceptedAt(int level) {
    Level of = levels.get(level);
    return accepted.stream().anyMatch(at -> isAbout(at, of) || of.forced() && at == of.from());
  }

  /** Returns the loss of the newest level against the reference; 0 if it is not significant. */
  double loss() {
    int reference = reference();
    double loss = own(newest()) - firstOwn(reference);
    return reference != newest() && loss >= sure(newest(), reference) ? loss : 0;
  }

  private boolean isKeptSince(int level) {
    for (int i = level + 1; i < levels.size(); i++) {
      if (own(i) - own(level) >= sure(i, level)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the sum of changes accepted since a history entry, as a difference of badness. */
  double acceptedSince(int entry) {
    return shifts.stream()
        .filter(shift -> acceptedAt(shift.level) && points.entries()[shift.from()] > entry)
        .mapToDouble(Shift::change)
        .sum();
  }

  /** Returns the loss of the newest points against a level; 0 if it is not significant. */
  double lostSince(int level) {
    double lost = own(newest()) - own(level);
    return level != newest() && Math.abs(lost) >= sure(newest(), level) ? lost : 0;
  }

  double errorSince(int level) {
    return Math.hypot(error(newest()), error(level));
  }

  private double sure(int level, int other) {
    return Math.max(LEAST / 2, SURE * Math.hypot(error(level), error(other)));
  }

  /** Returns the level changes in order; of a recurring one only the first. */
  List<Shift> shifts() {
    return shifts;
  }

  private List<Shift> shownShifts() {
    List<Shift> shown = new ArrayList<>();
    for (int level = 1; level < levels.size(); level++) {
      boolean isShown =
          !levels.get(level).forced()
              || acceptedAt(level)
                  && Math.abs(own(level) - own(level - 1)) >= 2 * sure(level, level - 1);
      if (isShown && !returns(shown, level)) {
        shown.add(new Shift(this, level));
      }
    }
    return List.copyOf(shown);
  }

  /** Returns whether a level repeats an earlier loss, which belongs to that loss's alert. */
  private boolean returns(List<Shift> shifts, int level) {
    return shifts.stream()
        .anyMatch(shift ->
            shift.worse()
                && !shift.accepted()
                && shift.level + 1 < level
                && own(level) > own(level - 1)
                && isSame(shift.level, level)
                && isSame(shift.level - 1, level - 1));
  }

  private boolean isSame(int level, int other) {
    return Math.abs(own(level) - own(other)) < sure(level, other);
  }

  /**
   * A change between two levels.
   *
   * @param level index of the later level
   */
  record Shift(SeriesAssessment of, int level) {

    /** Returns the difference between the newest points of the two levels. */
    double change() {
      return of.own(level) - of.own(level - 1);
    }

    /** Returns the difference in history, without corrections by comparisons. */
    double seen() {
      return of.seen(level) - of.seen(level - 1);
    }

    double error() {
      return Math.hypot(of.error(level), of.error(level - 1));
    }

    boolean worse() {
      Level after = of.levels.get(level);
      return after.at() > of.levels.get(level - 1).at();
    }

    boolean accepted() {
      for (int i = level; i <= of.newest(); i++) {
        if (of.acceptedAt(i)) {
          return true;
        }
      }
      return false;
    }

    /** Returns whether the change is still present. */
    boolean open() {
      return closedAt() < 0 && isOff(of.newest());
    }

    /** Returns whether a level differs from that before the change, in the same direction. */
    private boolean isOff(int other) {
      double left = of.own(other) - of.own(level - 1);
      return (worse() ? left : -left) >= of.sure(other, level - 1);
    }

    /** Returns the point at which a lasting return of the level was detected; else −1. */
    int closedAt() {
      int closed = -1;
      for (int i = level + 1; i <= of.newest(); i++) {
        if (closed < 0 && !isOff(i)) {
          closed = of.levels.get(i).seenAt();
        } else if (closed >= 0 && isOff(i) && of.isSame(i, level)) {
          closed = -1;
        }
      }
      return closed;
    }

    int seenAt() {
      return of.levels.get(level).seenAt();
    }

    int from() {
      return of.levels.get(level).from();
    }

    /** Returns whether it is a step of an exact count, which needs no statistics. */
    boolean exact() {
      return of.points.stepsExactly(from());
    }

    /** Returns whether most of the change significantly came at one commit. */
    boolean isStep() {
      if (exact()) {
        return true;
      }
      Level before = of.levels.get(level - 1);
      Level after = of.levels.get(level);
      int low = Math.max(before.from(), before.to() - AROUND);
      int high = Math.min(after.to(), after.from() + AROUND);
      double jump =
          of.mean(after.from(), high, after.noise()) - of.mean(low, before.to(), before.noise());
      double all = of.seen(level) - before.at();
      return (jump > 0) == worse()
          && Math.abs(jump) >= STEP * Math.abs(all)
          && Math.abs(jump)
              >= STEP_SURE
                  * Math.hypot(error(before, before.to() - low), error(after, high - after.from()));
    }

    /** Returns the uncertainty of the position in points; small steps in noise have a large one. */
    int uncertainty() {
      if (exact()) {
        return 0;
      }
      Noise noise = of.levels.get(level).noise();
      double size = noise == null ? 1 : seen() / noise.deviation();
      return (int) Math.min(MOST_AROUND, Math.round(PLACE / (size * size)));
    }

    private static double error(Level level, int points) {
      return level.noise() == null ? 0 : level.noise().error(points);
    }

    /** Returns the last of the points that define the best level before the change. */
    int anchor() {
      int best = of.reference(level - 1);
      return Math.min(from() - 1, of.levels.get(best).from() + of.levels.get(best).known() - 1);
    }

    /** Returns the comparisons from before the change to within its level, in order. */
    List<Spanning> proofs() {
      Level after = of.levels.get(level);
      int before = of.levels.get(level - 1).from();
      int best = of.reference(level - 1);
      // The head may be slightly past the end, which later points may move.
      int end = Math.max(after.to(), after.seenAt() + 1) + MOVES;
      return of.proofs.stream()
          .filter(each -> each.base >= before || of.levelOf(each.base) == best)
          .filter(each -> each.base < after.from() && each.head >= after.from() && each.head < end)
          .toList();
    }

    /** Returns a later comparison that shows that nothing is left of the change. */
    Optional<CommitComparison> recovery() {
      Level before = of.levels.get(level - 1);
      return of.proofs.stream()
          .filter(each -> each.base >= before.from() && each.base < from())
          .filter(each -> each.head >= of.levels.get(level).to())
          .reduce((a, b) -> b)
          .filter(each -> of.isKeptSince(of.levelOf(each.head)))
          .map(Spanning::proof)
          .filter(proof ->
              proof
                  .of(of.points.name())
                  .filter(effect -> effect.outcome() != Outcome.REGRESSED)
                  .isPresent());
    }
  }
}
