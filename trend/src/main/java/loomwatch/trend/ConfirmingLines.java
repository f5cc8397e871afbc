package loomwatch.trend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size.Levels;
import loomwatch.judge.verdict.Change.Size.Ratio;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.HistorySeries.SeriesName;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the result of a comparison for each series by the interval of its change. A significant
 * loss counts even below the tolerance, because ten such losses exceed any tolerance.
 *
 * <p>Limits on head alone do not count, because base may violate or meet them too.
 */
public final class ConfirmingLines {
  /** Upper bound, in percent, below which a change is no loss. */
  private static final double LEAST = 1;

  /** Minimum loss reported, in percent; metrics that repeat to 0.01 % would report too much. */
  private static final double LEAST_REPORTED = 0.5;

  private ConfirmingLines() {}

  /** Returns the changes in the order of the verdict; none for a run of head alone. */
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
    // If head's launches fail, the level of the remaining ones is not representative.
    boolean failing = change.found().filter(LimitResult::failing).isPresent();
    Outcome outcome =
        size.map(ConfirmingLines::outcome).or(() -> counted(change)).orElse(Outcome.INCONCLUSIVE);
    return Optional.of(
        new Confirmation.ComparedMetric(
            series.scenario(),
            series.mode(),
            series.metric(),
            (failing || !isBelieved(outcome, verdict) ? Outcome.INCONCLUSIVE : outcome).label(),
            percent(change),
            size.map(several -> several.interval().low()).orElse(null),
            size.map(several -> several.interval().high()).orElse(null)));
  }

  /** Returns the outcome of an exact count, which has no interval; else empty. */
  private static Optional<Outcome> counted(Change change) {
    return change
        .found()
        .map(LimitResult::finding)
        .filter(found ->
            found instanceof Finding.MoreOften
                || found instanceof Finding.LessOften
                || found instanceof Finding.AsOften)
        .map(Finding::outcome);
  }

  /** Returns the change relative to base; null if it is unknown, or there is none of it in base. */
  private static @Nullable Double percent(Change change) {
    if (change.size() instanceof Ratio ratio) {
      return ratio.percent();
    }
    return counted(change).isPresent() && change.size() instanceof Levels levels
        ? percent(levels)
        : null;
  }

  private static @Nullable Double percent(Levels counts) {
    if (counts.base() == counts.head()) {
      return 0.0;
    }
    return counts.base() == 0 ? null : 100 * (counts.head() / counts.base() - 1);
  }

  /**
   * Returns whether an outcome is reliable. None is in an invalid verdict, and regressions are not
   * on a host with too many false positives, where they are informational and the verdict is
   * inconclusive.
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
