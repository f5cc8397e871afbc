package loomwatch.judge.verdict;

import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.judge.verdict.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Size.Ratio;
import loomwatch.judge.verdict.Size.SeveralPairs;

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
public record Change(int pairs, Size size, ChangeAssessment standing, OptionalDouble floorPercent) {

  /** Its size, where it has a ratio. */
  public Optional<Ratio> ratio() {
    return size instanceof Ratio ratio ? Optional.of(ratio) : Optional.empty();
  }

  /** Its size, where it has an interval. */
  public Optional<SeveralPairs> bounded() {
    return size instanceof SeveralPairs several ? Optional.of(several) : Optional.empty();
  }

  /** What its tolerance comes to, where it has one. */
  public Optional<Judged> judged() {
    return standing instanceof Judged judged ? Optional.of(judged) : Optional.empty();
  }

  public Optional<PolicyResult> found() {
    return judged().map(Judged::found);
  }

  /** The same, beside what equal code differs by. */
  Change with(NoiseFloors.Floor floor) {
    return new Change(pairs, size, standing, OptionalDouble.of(floor.percent()));
  }
}
