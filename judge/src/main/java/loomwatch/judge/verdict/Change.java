package loomwatch.judge.verdict;

import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.Size.Pairs;
import loomwatch.judge.verdict.Size.Ratio;
import loomwatch.judge.verdict.Standing.Judged;

/**
 * Head relative to base, paired within blocks; for a contrast the change of virtual relative to the
 * change of platform.
 *
 * @param pairs how many blocks have both
 * @param size how large it is
 * @param standing what policy and tests say to it
 * @param floorPercent what 95 % of comparisons of one subject with itself differ by at most on this
 *     host, either way; empty where it was not calibrated
 */
public record Change(int pairs, Size size, Standing standing, OptionalDouble floorPercent) {

  /** Judged on the log scale, twice as much may be less than 100 % more by a rounding. */
  private static final double DOUBLE = 100 * (1 - 1e-9);

  /** Its size, where it has a ratio. */
  public Optional<Ratio> ratio() {
    return size instanceof Ratio ratio ? Optional.of(ratio) : Optional.empty();
  }

  /** Its size, where it has an interval. */
  public Optional<Pairs> bounded() {
    return size instanceof Pairs several ? Optional.of(several) : Optional.empty();
  }

  /** What its tolerance comes to, where it has one. */
  public Optional<Judged> judged() {
    return standing instanceof Judged judged ? Optional.of(judged) : Optional.empty();
  }

  public Optional<Found> found() {
    return judged().map(Judged::found);
  }

  /**
   * Whether head is at least twice base, by no chance, of what has a tolerance that only informs.
   */
  boolean doubledUnjudged(double alpha) {
    return judged()
            .filter(judged -> !judged.found().gate())
            .flatMap(Judged::tested)
            .filter(tested -> tested.worse() <= alpha)
            .isPresent()
        && ratio().filter(ratio -> ratio.percent() >= DOUBLE).isPresent();
  }

  /** The same, beside what equal code differs by. */
  Change with(NoiseFloors.Floor floor) {
    return new Change(pairs, size, standing, OptionalDouble.of(floor.percent()));
  }
}
