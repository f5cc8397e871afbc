package loomwatch.judge.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A robust two-sided CUSUM (Page, Biometrika 1954) that learns what is normal and stops learning as
 * soon as something may have changed.
 *
 * <p>Reference: μ₀ the median and σ₀ = 1.4826·MAD of the last points in control. For each new point
 * z = clip((x − μ₀)/σ₀), S⁺ = max(0, S⁺ + z − k), S⁻ = max(0, S⁻ − z − k). A change is called when
 * a sum is above h and the median of the last points of its climb lies far enough from μ₀ to
 * matter. While a sum is above 0, points wait outside the reference, so that a slow climb cannot
 * become the norm; they join it when both sums are 0 again.
 *
 * <p>After a change the reference is learnt anew from the points since. When the level soon comes
 * back, as after a false alarm or a quick fix, the reference before counts again.
 *
 * <p>Points are on a scale where differences are what matters (logarithms), and larger is worse.
 * Not thread-safe.
 */
public final class Cusum {
  private final CusumRule rule;
  private final List<Double> points = new ArrayList<>();
  private final Climb up = new Climb(1);
  private final Climb down = new Climb(-1);

  private Reference reference;
  private @Nullable Left left;
  private int inControl;

  /** Begins with nothing learnt. */
  public Cusum(CusumRule rule) {
    this.rule = rule;
    this.reference = new Reference(rule);
  }

  /**
   * A change of level.
   *
   * @param from the first point after it, as likely as can be told: an index from 0
   * @param at the point at which it was called; at least {@code from}
   * @param before μ₀, the level it left
   * @param noise σ₀, above 0
   * @param after the median of the last points of the climb
   * @param learnt how many points {@code before} rests on
   */
  public record Alarm(int from, int at, double before, double noise, double after, int learnt) {

    /** Whether the level rose: got worse. */
    public boolean worse() {
      return after > before;
    }

    /** The same where so many points came before the first one the CUSUM saw. */
    public Alarm movedBy(int points) {
      return new Alarm(from + points, at + points, before, noise, after, learnt);
    }
  }

  /**
   * What is normal now.
   *
   * @param level μ₀
   * @param noise σ₀, above 0
   * @param points how many it rests on
   */
  public record Norm(double level, double noise, int points) {}

  /** The reference before the last change, for when the level comes back soon. */
  private record Left(Reference reference, Alarm alarm) {}

  /** Takes the next point; says if that shows a change. */
  public Optional<Alarm> add(double x) {
    int index = points.size();
    points.add(x);
    if (left != null && isBack(left, index)) {
      goBack(left, index);
      return Optional.empty();
    }
    if (!reference.ready()) {
      reference.learn(x);
      inControl = index + 1;
      return Optional.empty();
    }
    double z = Math.clamp((x - reference.level()) / reference.noise(), -rule.clip(), rule.clip());
    up.add(z, index);
    down.add(z, index);
    if (up.sum == 0 && down.sum == 0) {
      for (; inControl <= index; inControl++) {
        reference.learn(points.get(inControl));
      }
      return Optional.empty();
    }
    Optional<Alarm> alarm = alarm(up, index).or(() -> alarm(down, index));
    alarm.ifPresent(found -> restart(found, index));
    return alarm;
  }

  /** What the next point will be judged against, unless too little has been learnt. */
  public Optional<Norm> norm() {
    return reference.ready()
        ? Optional.of(new Norm(reference.level(), reference.noise(), reference.size()))
        : Optional.empty();
  }

  private Optional<Alarm> alarm(Climb climb, int index) {
    if (climb.sum <= rule.threshold() * reference.stretch()) {
      return Optional.empty();
    }
    double level = reference.level();
    int recent = Math.max(climb.from, index + 1 - rule.recent());
    double after = median(recent, index + 1);
    if (climb.sign * (after - level) < rule.smallest()) {
      return Optional.empty();
    }
    return Optional.of(
        new Alarm(place(climb, index), index, level, reference.noise(), after, reference.size()));
  }

  /**
   * Where the climb most likely began: the start that makes the points since it most unlike μ₀, max
   * over τ of n·(mean(x_τ…) − μ₀)², each point clipped as in the sum. It is the maximum likelihood
   * estimate for a step of unknown size from a known level (Hinkley, Biometrika 1970).
   */
  private int place(Climb climb, int index) {
    double level = reference.level();
    double sum = 0;
    double best = Double.NEGATIVE_INFINITY;
    int place = index;
    for (int from = index; from >= climb.from; from--) {
      double z = (points.get(from) - level) / reference.noise();
      sum += climb.sign * Math.clamp(z, -rule.clip(), rule.clip());
      double gain = sum <= 0 ? 0 : sum * sum / (index - from + 1);
      if (gain > best) {
        best = gain;
        place = from;
      }
    }
    return place;
  }

  private void restart(Alarm alarm, int index) {
    up.sum = 0;
    down.sum = 0;
    left = new Left(reference, alarm);
    reference = new Reference(rule);
    for (inControl = alarm.from; inControl <= index; inControl++) {
      reference.learn(points.get(inControl));
    }
  }

  private void goBack(Left before, int index) {
    up.sum = 0;
    down.sum = 0;
    reference = before.reference;
    for (inControl = index + 1 - rule.recent(); inControl <= index; inControl++) {
      reference.learn(points.get(inControl));
    }
    left = null;
  }

  /** Whether the newest points since the change are nearer to the old level than to any change. */
  private boolean isBack(Left before, int index) {
    int since = index - before.alarm.at;
    if (since < rule.recent() || since > 2 * rule.fewest()) {
      return false;
    }
    int sign = before.alarm.worse() ? 1 : -1;
    double now = median(index + 1 - rule.recent(), index + 1);
    return sign * (now - before.alarm.before) < rule.smallest() / 2;
  }

  private double median(int from, int to) {
    return Location.medianOf(
        points.subList(from, to).stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** One of the two sums. */
  private final class Climb {
    private final int sign;
    private double sum;
    private int from;

    Climb(int sign) {
      this.sign = sign;
    }

    void add(double z, int index) {
      if (sum == 0) {
        from = index;
      }
      // Not without end, so that one that never mattered can come down again.
      double most = 2 * rule.threshold() * reference.stretch();
      sum = Math.clamp(sum + sign * z - rule.slack(), 0, most);
    }
  }
}
