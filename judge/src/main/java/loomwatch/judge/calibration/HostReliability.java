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
 * Whether verdicts on a host can be relied on: false positives no more than the tests' level
 * allows, and injected faults caught as often as the power the gate claims. Both are exact binomial
 * tails: one odd night is chance and changes nothing.
 */
public record HostReliability(Calibration calibration) {
  /** What is less likely than this is not chance. */
  public static final double IMPROBABLE = 0.01;

  /** The chance that a verdict is regressed by mistake, at most. */
  static final double LEVEL = Looks.LEVEL;

  /** How often a fault that is to be caught should be: the power that the MDE is stated for. */
  static final double POWER = MeanInterval.POWER;

  /**
   * Why what is called regressed here decides nothing, with the figures; empty where as many false
   * alarms may be chance, as where nothing was compared.
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

  /**
   * Each injected fault that was caught too rarely, beside all that are asked, with the figures.
   */
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

  /** All that is wrong, false positives first; nothing where the host can be relied on. */
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
