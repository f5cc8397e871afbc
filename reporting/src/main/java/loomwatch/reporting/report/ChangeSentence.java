package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size.Ratio;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Plural;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.reporting.text.Effect;
import loomwatch.reporting.text.Quantity;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Metric.Unit;
import org.jspecify.annotations.Nullable;

/** One change in a sentence, with the figures it rests on. */
final class ChangeSentence {
  private ChangeSentence() {}

  /** What was shown: {@code hello with platform threads takes 14.6 % more CPU per request (…)}. */
  static String shown(Row row) {
    return row.change().ratio().map(ratio -> shown(row, ratio)).orElseGet(() -> untold(row));
  }

  private static String shown(Row row, Ratio ratio) {
    return service(row)
        + " "
        + does(row.metric(), size(row, ratio), ratio.percent() >= 0)
        + " ("
        + String.join("; ", figures(row))
        + ")";
  }

  /** A share of next to nothing says nothing: {@code 36 B} does. */
  private static String size(Row row, Ratio ratio) {
    return isByTheDifference(row)
        ? Quantity.inWords(Math.abs(row.headValue(ratio) - ratio.base()), row.line().unit(), null)
        : Effect.size(row.line());
  }

  /**
   * What a change of that size means: {@code takes 14.6 % more CPU per request}.
   *
   * @param size without a sign
   * @param worse whether it got worse
   */
  private static String does(Metric metric, String size, boolean worse) {
    boolean grew = worse == (metric.direction() == Direction.LOWER_IS_BETTER);
    return metric.wording().change().of(size, grew);
  }

  private static boolean isByTheDifference(Row row) {
    return row.metric().beside() > 0 && row.metric().unit() == Unit.BYTES_PER_REQUEST;
  }

  /** What nothing can be said of. */
  static String untold(Row row) {
    return service(row) + ", " + row.name() + ": " + reason(row);
  }

  /**
   * Why nothing valid is known: of all metrics of a launch alike, but where one alone is missing.
   */
  static String broken(Row row) {
    return finding(row) instanceof Finding.NoPair ? untold(row) : service(row) + ": " + reason(row);
  }

  /** Whether a change for the worse could not be excluded, of some size. */
  static boolean mayBeWorse(Row row) {
    return row.change().bounded().filter(size -> size.interval().high() > 0).isPresent();
  }

  /** What could not be excluded, and what would tell. */
  static String open(Row row) {
    Change change = row.change();
    return service(row)
        + " "
        + does(row.metric(), "up to " + Effect.most(row.line()), true)
        + " (measured "
        + Effect.change(row.line())
        + ", tolerance "
        + Effect.tolerance(change)
        + ", "
        + Plural.count(change.pairs(), "pair")
        + "; "
        + remedy(row)
        + proviso(row)
        + ")";
  }

  private static List<String> figures(Row row) {
    Change change = row.change();
    List<String> figures = new ArrayList<>();
    String interval = Effect.interval(row.line());
    if (!interval.isEmpty() && !isByTheDifference(row)) {
      figures.add("90 % interval " + interval);
    }
    figures.add(row.baseToHead());
    String p = Effect.inWords(Effect.p(change));
    figures.add(Plural.count(change.pairs(), "pair") + (p.isEmpty() ? "" : ", " + p));
    return figures;
  }

  /** What more pairs would do; of a finding that is only told, all there is. */
  static String remedy(Row row) {
    return finding(row) instanceof Finding.Undecided open ? open.remedy() : reason(row);
  }

  /** What the number of pairs that would tell takes for granted. */
  private static String proviso(Row row) {
    return finding(row) instanceof Finding.Inside inside && inside.enough() > 0
        ? ", if change and spread stay"
        : "";
  }

  private static @Nullable Finding finding(Row row) {
    return row.change().found().map(LimitResult::finding).orElse(null);
  }

  static String reason(Row row) {
    return row.change().found().map(LimitResult::reason).orElseGet(() -> row.line().reason());
  }

  /** {@code hello with platform threads}. */
  static String service(Row row) {
    return row.line().scenario() + " with " + row.mode().label() + " threads";
  }
}
