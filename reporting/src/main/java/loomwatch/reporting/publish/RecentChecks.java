package loomwatch.reporting.publish;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Outcome;

/**
 * How often the measurements of recent pull requests could not tell.
 *
 * @param judged pull requests with a verdict
 * @param inconclusive those of them that were inconclusive
 */
public record RecentChecks(int judged, int inconclusive) {
  public static final RecentChecks UNKNOWN = new RecentChecks(0, 0);

  /** Fewer say nothing about a habit. */
  private static final int FEWEST = 5;

  /** Returns the counts of checks with these titles, of which some are of no verdict. */
  public static RecentChecks of(Collection<String> titles) {
    List<Outcome> outcomes =
        titles.stream()
            .flatMap(title ->
                Stream.of(Outcome.values())
                    .filter(outcome -> title.startsWith(Review.word(outcome))))
            .toList();
    long unclear = outcomes.stream().filter(Outcome.INCONCLUSIVE::equals).count();
    return new RecentChecks(outcomes.size(), (int) unclear);
  }

  /** Returns what to do about a machine that often cannot tell; empty if it usually can. */
  Optional<String> advice() {
    return judged < FEWEST || inconclusive * 3 < judged
        ? Optional.empty()
        : Optional.of(
            ("%d of the last %d pull requests with a verdict were inconclusive: wider tolerances,"
                    + " a longer budget or a quieter machine (docs/machine.md) would tell more.")
                .formatted(inconclusive, judged));
  }
}
