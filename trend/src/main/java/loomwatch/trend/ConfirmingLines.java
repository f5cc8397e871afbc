package loomwatch.trend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Found;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Size.Ratio;
import loomwatch.judge.verdict.Size.SeveralPairs;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.SeriesName;

/**
 * What a comparison says of each series that may be suspected. Where the policy has a tolerance, it
 * decides. Where it has none, the change's own interval does, against the least change that is an
 * alarm: most of what can be suspected has no tolerance, and would be suspected for good.
 *
 * <p>A limit on head alone says nothing here: it may be broken, or kept, with base as with head.
 */
public final class ConfirmingLines {
  /** The least change that is an alarm, in percent. */
  private static final double LEAST = Points.percent(TrendRules.STANDARD.cusum().smallest());

  private ConfirmingLines() {}

  /** In the order of the verdict; none of a run of head alone. */
  public static List<Confirmation.Line> of(Verdict verdict) {
    List<Confirmation.Line> lines = new ArrayList<>();
    for (MetricVerdict line : verdict.metrics()) {
      line.change()
          .flatMap(change -> of(line, change))
          .map(said -> isBelieved(said, verdict) ? said : untold(said))
          .ifPresent(lines::add);
    }
    return lines;
  }

  /**
   * Nothing is where the whole is invalid: the host moved, or head lost launches by its own fault.
   * On a host that raises too many false alarms what is called regressed informs, and leaves the
   * whole inconclusive.
   */
  private static boolean isBelieved(Confirmation.Line line, Verdict verdict) {
    return switch (verdict.verdict()) {
      case INVALID -> false;
      case INCONCLUSIVE ->
          !line.outcome().equals(Outcome.REGRESSED.label())
              || verdict.metrics().stream()
                  .noneMatch(each -> each.gate() && each.verdict() == Outcome.REGRESSED);
      default -> true;
    };
  }

  private static Confirmation.Line untold(Confirmation.Line line) {
    return new Confirmation.Line(
        line.scenario(),
        line.mode(),
        line.metric(),
        Outcome.INCONCLUSIVE.label(),
        line.effectPercent());
  }

  private static Optional<Confirmation.Line> of(MetricVerdict line, Change change) {
    SeriesName series = new SeriesName(line.scenario(), line.mode().label(), line.metric().label());
    Optional<Found> found = change.found();
    if (found.isEmpty() && !Gating.decides(series)) {
      return Optional.empty();
    }
    Outcome outcome = found.map(ConfirmingLines::bySize).orElseGet(() -> byInterval(change));
    return Optional.of(
        new Confirmation.Line(
            series.scenario(),
            series.mode(),
            series.metric(),
            outcome.label(),
            change.ratio().map(Ratio::percent).orElse(null)));
  }

  /** That head's launches fail says nothing of how its survivors' level moved. */
  private static Outcome bySize(Found found) {
    return found.failing() ? Outcome.INCONCLUSIVE : found.verdict();
  }

  private static Outcome byInterval(Change change) {
    return change.bounded().map(ConfirmingLines::byInterval).orElse(Outcome.INCONCLUSIVE);
  }

  private static Outcome byInterval(SeveralPairs size) {
    if (size.interval().low() > 0 && size.percent() >= LEAST) {
      return Outcome.REGRESSED;
    }
    return size.interval().high() < LEAST ? Outcome.PASS : Outcome.INCONCLUSIVE;
  }
}
