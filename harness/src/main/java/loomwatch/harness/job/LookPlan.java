package loomwatch.harness.job;

import java.time.Duration;
import java.util.List;
import loomwatch.judge.verdict.Looks;
import loomwatch.measure.plan.Profile;
import loomwatch.results.MeasurementRecord.Comparison.Look;

/**
 * When a comparison is judged: as its profile says, or as often as a budget allows.
 *
 * @param looks the fewest blocks first
 */
public record LookPlan(List<Look> looks) {
  private static final int MOST = 60;

  /** What a round may take longer than expected; a look that was promised must be reached. */
  private static final double MARGIN = 1.25;

  /** As the profile says. */
  public static LookPlan of(Profile profile) {
    return new LookPlan(Looks.upTo(profile.comparing().mostBlocks()));
  }

  /**
   * As often as a budget allows.
   *
   * @param expected how long one block of each of the subjects should take
   * @throws UsageException when the budget is too small for a single look
   */
  public static LookPlan within(Duration budget, Duration expected) {
    Duration round = Duration.ofSeconds((long) Math.ceil(MARGIN * expected.toMillis() / 1e3));
    int fit = Math.clamp(budget.dividedBy(round), 0, MOST);
    if (fit < Looks.FEWEST) {
      throw new UsageException(
          "--budget %s is too small for one look: %d blocks of about %d s each need %s; give more, or fewer scenarios"
              .formatted(
                  shown(budget),
                  Looks.FEWEST,
                  round.toSeconds(),
                  shown(round.multipliedBy(Looks.FEWEST).plusSeconds(30))));
    }
    return new LookPlan(Looks.upTo(fit));
  }

  /** As it is given to the option. */
  private static String shown(Duration time) {
    return time.toSeconds() % 60 == 0 ? time.toMinutes() + "m" : time.toSeconds() + "s";
  }

  /** Blocks at the last look. */
  public int last() {
    return looks.getLast().blocks();
  }
}
