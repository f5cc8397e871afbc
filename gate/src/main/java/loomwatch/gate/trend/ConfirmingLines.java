package loomwatch.gate.trend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.gate.verdict.Change;
import loomwatch.gate.verdict.Found;
import loomwatch.gate.verdict.Interval;
import loomwatch.gate.verdict.MetricVerdict;
import loomwatch.gate.verdict.Outcome;
import loomwatch.gate.verdict.Verdict;
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
      if (line.change() != null) {
        of(line, line.change(), verdict.verdict())
            .map(said -> isDemoted(verdict) ? demoted(said) : said)
            .ifPresent(lines::add);
      }
    }
    return lines;
  }

  /** On a host that raises too many false alarms what is called regressed informs. */
  private static boolean isDemoted(Verdict verdict) {
    return verdict.verdict() == Outcome.INCONCLUSIVE
        && verdict.metrics().stream()
            .anyMatch(line -> line.gate() && line.verdict() == Outcome.REGRESSED);
  }

  private static Confirmation.Line demoted(Confirmation.Line line) {
    return line.outcome().equals(Outcome.REGRESSED.label())
        ? new Confirmation.Line(
            line.scenario(),
            line.mode(),
            line.metric(),
            Outcome.INCONCLUSIVE.label(),
            line.effectPercent())
        : line;
  }

  private static Optional<Confirmation.Line> of(MetricVerdict line, Change change, Outcome whole) {
    SeriesName series = new SeriesName(line.scenario(), line.mode().label(), line.metric().label());
    Found found = change.found();
    if (found == null && !Gating.decides(series)) {
      return Optional.empty();
    }
    Outcome outcome = found == null ? byInterval(change, whole) : found.verdict();
    return Optional.of(
        new Confirmation.Line(
            series.scenario(),
            series.mode(),
            series.metric(),
            outcome.label(),
            change.effectPercent()));
  }

  /** The whole is invalid when the host moved, or head lost launches by its own fault. */
  private static Outcome byInterval(Change change, Outcome whole) {
    Double effect = change.effectPercent();
    Interval interval = change.effectInterval();
    if (whole == Outcome.INVALID || effect == null || interval == null) {
      return Outcome.INCONCLUSIVE;
    }
    if (interval.low() > 0 && effect >= LEAST) {
      return Outcome.REGRESSED;
    }
    return interval.high() < LEAST ? Outcome.PASS : Outcome.INCONCLUSIVE;
  }
}
