package loomwatch.harness.job;

import java.time.Duration;
import java.util.List;
import loomwatch.judge.statistics.Looks;
import loomwatch.judge.statistics.SignFlip;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Comparison.Look;

/**
 * When a comparison is judged: as its profile says, or as often as a budget allows.
 *
 * @param looks the fewest blocks first
 */
public record LookPlan(List<Look> looks) {
  /** Below twice as many, a second look would follow too soon to be worth its share of α. */
  private static final int FEWEST_FOR_TWO = 10;

  private static final int FEWEST_AT_FIRST = 5;

  private static final int MOST = 60;

  /** What a round may take longer than expected; a look that was promised must be reached. */
  private static final double MARGIN = 1.25;

  /** As the profile says. */
  public static LookPlan of(Profile profile) {
    return of(profile.comparing().firstLook(), profile.comparing().lastLook());
  }

  /**
   * As often as a budget allows.
   *
   * @param expected how long one block of each of the subjects should take
   * @throws UsageException when the budget is too small for a single look
   */
  public static LookPlan within(Duration budget, Duration expected, Plan.Subjects subjects) {
    Duration round = Duration.ofSeconds((long) Math.ceil(MARGIN * expected.toMillis() / 1e3));
    int fit = Math.clamp(budget.dividedBy(round), 0, MOST);
    int fewest = SignFlip.pairsNeeded(Looks.LEVEL);
    if (fit < fewest) {
      throw new UsageException(
          "--budget %s is too small for one look: %d blocks of about %d s each need %s; give more, or fewer scenarios%s"
              .formatted(
                  shown(budget),
                  fewest,
                  round.toSeconds(),
                  shown(round.multipliedBy(fewest).plusSeconds(30)),
                  attributes(subjects) ? ", or --attribution off" : ""));
    }
    return fit < FEWEST_FOR_TWO ? of(fit, fit) : of(Math.max(FEWEST_AT_FIRST, fit / 2), fit);
  }

  private static LookPlan of(int first, int last) {
    Looks looks =
        first == last
            ? new Looks(List.of(new Looks.Look(last, Looks.LEVEL)))
            : Looks.two(first, last);
    return new LookPlan(
        looks.looks().stream().map(look -> new Look(look.blocks(), look.level())).toList());
  }

  private static boolean attributes(Plan.Subjects subjects) {
    return Math.max(subjects.arms().size(), subjects.jmhArms().size()) > 2;
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
