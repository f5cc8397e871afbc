package loomwatch.harness.job;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import loomwatch.judge.verdict.Looks;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Comparison.Look;

/**
 * When a comparison is judged: as its profile says, or as often as a budget allows.
 *
 * @param looks the fewest blocks first
 */
public record LookPlan(List<Look> looks) {
  /** Of fewer, nothing noisy can be told from chance. */
  private static final int FEWEST = 3;

  /** Where the looks between the first and the last are, as parts of the last. */
  private static final List<Double> BETWEEN = List.of(5 / 11.0, 8 / 11.0);

  private static final int MOST = 60;

  /** What a round may take longer than expected; a look that was promised must be reached. */
  private static final double MARGIN = 1.25;

  /** As the profile says. */
  public static LookPlan of(Profile profile) {
    return upTo(profile.comparing().mostBlocks());
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
    if (fit < FEWEST) {
      throw new UsageException(
          "--budget %s is too small for one look: %d blocks of about %d s each need %s; give more, or fewer scenarios%s"
              .formatted(
                  shown(budget),
                  FEWEST,
                  round.toSeconds(),
                  shown(round.multipliedBy(FEWEST).plusSeconds(30)),
                  attributes(subjects) ? ", or --attribution off" : ""));
    }
    return upTo(fit);
  }

  /** After 3 blocks, after all, and twice between where that is later. */
  private static LookPlan upTo(int most) {
    IntStream between = BETWEEN.stream().mapToInt(part -> (int) Math.round(part * most));
    return new LookPlan(
        Looks.after(
            IntStream.concat(IntStream.of(FEWEST, most), between)
                .filter(blocks -> blocks >= FEWEST)
                .sorted()
                .distinct()
                .toArray()));
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
