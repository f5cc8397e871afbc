package loomwatch.measure.blocks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the rate that a server keeps every other time: up after a rate that was kept, down after
 * one that was not, in steps that shrink where it turns and grow where it does not (PEST, Taylor
 * and Creelman 1967). No single answer ends it, so one that the host spoilt is made good by the
 * next.
 */
final class Staircase implements RateSearch {
  /** Steps as natural logarithms of rates. */
  private static final double FIRST_STEP = 0.08;

  private static final double LEAST_STEP = 0.02;
  private static final double MOST_STEP = 0.2;

  /** With larger ones it is not near yet, and what it found so far says nothing. */
  private static final double NEAR = FIRST_STEP;

  /** So often the same way, and the steps are too small; with fewer it may go in circles. */
  private static final int SAME_WAY = 4;

  /** Answers whose rates are averaged, once it is near. */
  static final int COUNTED = 16;

  /** Then it ends with what it has; of fewer than half of those nothing is told. */
  private static final int MOST_ANSWERS = 60;

  private final List<Tried> counted = new ArrayList<>();
  private double level;
  private double step = FIRST_STEP;
  private double way;
  private int sameWay;
  private boolean turned;
  private int silent;
  private int answers;

  private record Tried(double level, Held held) {}

  /**
   * One that begins at a rate.
   *
   * @param first above 0; near what the server bears
   */
  Staircase(double first) {
    level = Math.log(first);
  }

  @Override
  public double rate() {
    return Math.exp(level);
  }

  @Override
  public boolean ended() {
    return counted.size() == COUNTED || answers == MOST_ANSWERS || isStuck();
  }

  @Override
  public void answer(Answer answer) {
    answers++;
    Held held = answer.held();
    silent = answer.isSilence() ? silent + 1 : 0;
    double towards = held == Held.KEPT ? 1 : -1;
    if (towards == way) {
      if (++sameWay >= SAME_WAY) {
        step = Math.min(2 * step, MOST_STEP);
      }
    } else {
      if (way != 0) {
        step = Math.max(step / 2, LEAST_STEP);
        turned = true;
      }
      sameWay = 1;
    }
    if (step > NEAR) {
      counted.clear();
      turned = false;
    } else if (turned) {
      counted.add(new Tried(level, held));
    }
    way = towards;
    level += towards * step;
  }

  @Override
  public boolean isStuck() {
    return silent == MOST_SILENT;
  }

  @Override
  public Optional<Found> found() {
    if (counted.size() < COUNTED / 2) {
      return Optional.empty();
    }
    long lost = count(Held.LOST);
    long beyond = count(Held.BEYOND_GENERATOR);
    double mean = counted.stream().mapToDouble(Tried::level).average().orElseThrow();
    return Optional.of(new Found(Math.exp(mean), beyond > lost));
  }

  private long count(Held how) {
    return counted.stream().filter(tried -> tried.held() == how).count();
  }
}
