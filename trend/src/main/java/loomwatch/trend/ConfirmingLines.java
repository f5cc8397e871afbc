package loomwatch.trend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size.Ratio;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.HistorySeries.SeriesName;

/**
 * What a comparison says of each series, by the interval of its change: what is shown to be worse
 * is real, also where it is less than a tolerance. Ten such losses are one that no tolerance
 * allows.
 *
 * <p>A limit on head alone says nothing here: it may be broken, or kept, with base as with head.
 */
public final class ConfirmingLines {
  /** What is shown to be less is no loss, in percent. */
  private static final double LEAST = 1;

  /** Of what repeats to a hundredth of a percent, nobody wants to hear of everything. */
  private static final double LEAST_REPORTED = 0.5;

  private ConfirmingLines() {}

  /** In the order of the verdict, of what can be suspected; none of a run of head alone. */
  public static List<Confirmation.ComparedMetric> of(Verdict verdict) {
    List<Confirmation.ComparedMetric> lines = new ArrayList<>();
    for (MetricVerdict line : verdict.metrics()) {
      line.change().flatMap(change -> of(line, change, verdict)).ifPresent(lines::add);
    }
    return lines;
  }

  private static Optional<Confirmation.ComparedMetric> of(
      MetricVerdict line, Change change, Verdict verdict) {
    SeriesName series = new SeriesName(line.scenario(), line.mode().label(), line.metric().label());
    if (change.found().isEmpty() && !SeriesTable.Row.decides(series)) {
      return Optional.empty();
    }
    Optional<SeveralPairs> size = change.bounded();
    // That head's launches fail says nothing of how its survivors' level moved.
    boolean failing = change.found().filter(LimitResult::failing).isPresent();
    Outcome outcome = size.map(ConfirmingLines::outcome).orElse(Outcome.INCONCLUSIVE);
    return Optional.of(
        new Confirmation.ComparedMetric(
            series.scenario(),
            series.mode(),
            series.metric(),
            (failing || !isBelieved(outcome, verdict) ? Outcome.INCONCLUSIVE : outcome).label(),
            change.ratio().map(Ratio::percent).orElse(null),
            size.map(several -> several.interval().low()).orElse(null),
            size.map(several -> several.interval().high()).orElse(null)));
  }

  /**
   * Nothing is where the whole is invalid. On a host that raises too many false positives what is
   * called regressed informs, and leaves the whole inconclusive.
   */
  private static boolean isBelieved(Outcome outcome, Verdict verdict) {
    return switch (verdict.verdict()) {
      case INVALID -> false;
      case INCONCLUSIVE ->
          outcome != Outcome.REGRESSED
              || verdict.metrics().stream()
                  .noneMatch(each -> each.gate() && each.verdict() == Outcome.REGRESSED);
      default -> true;
    };
  }

  private static Outcome outcome(SeveralPairs size) {
    if (size.interval().low() > 0 && size.percent() >= LEAST_REPORTED) {
      return Outcome.REGRESSED;
    }
    return size.interval().high() < LEAST ? Outcome.PASS : Outcome.INCONCLUSIVE;
  }
}
