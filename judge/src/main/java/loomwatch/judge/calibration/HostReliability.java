package loomwatch.judge.calibration;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.judge.calibration.Calibration.InjectedFault;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.Proportion;
import loomwatch.judge.verdict.Looks;

/**
 * Checks whether verdicts on a host are reliable: false positives do not exceed the level of the
 * tests, and injected faults are caught as often as the power states. Both checks are exact
 * binomial tails, so one noisy night has no effect.
 */
public record HostReliability(Calibration calibration) {
  /** Probability below which an observation is not attributed to chance. */
  public static final double IMPROBABLE = 0.01;

  /** Maximum probability that a verdict is regressed by mistake. */
  static final double LEVEL = Looks.LEVEL;

  /** Expected detection rate of a fault: the power that the MDE is stated for. */
  static final double POWER = MeanInterval.POWER;

  /**
   * Returns why regressions on this host are informational, with the figures; empty where the false
   * positives may be due to chance or nothing was compared.
   */
  public Optional<String> falseAlarms() {
    Share share = calibration.unchanged().falseAlarms();
    double chance = proportion(share).chanceOfAsMany(LEVEL);
    return chance > IMPROBABLE
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%d false positives in %d comparisons of one service with itself on this host, of which"
                    + " the chance is %.2g at a level of %.0f %%",
                share.count(),
                share.of(),
                chance,
                100 * LEVEL));
  }

  /** Returns injected faults that were caught too rarely, by a Bonferroni-adjusted test. */
  public List<String> missed() {
    double improbable = IMPROBABLE / Math.max(1, calibration.faults().size());
    return calibration.faults().stream()
        .filter(fault -> chanceOf(fault) <= improbable)
        .map(fault ->
            String.format(
                Locale.ROOT,
                "%s was caught in %d of %d comparisons, of which the chance is %.2g if %.0f %% are",
                fault.fault(),
                fault.caught().count(),
                fault.caught().of(),
                chanceOf(fault),
                100 * POWER))
        .toList();
  }

  /** Returns all problems, false positives first; empty for a reliable host. */
  public List<String> faults() {
    return Stream.concat(falseAlarms().stream(), missed().stream()).toList();
  }

  private static double chanceOf(InjectedFault fault) {
    return proportion(fault.caught()).chanceOfAsFew(POWER);
  }

  private static Proportion proportion(Share share) {
    return Proportion.of(share.count(), share.of());
  }
}
