package loomwatch.reporting.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Change.Size.Levels;
import loomwatch.judge.verdict.Change.Size.SeveralPairs;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Effect;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Ratio;
import loomwatch.reporting.text.Text;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Metric.Direction;
import loomwatch.results.Metric.Unit;
import loomwatch.results.Sample;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one scenario from base to head, as reports show them.
 *
 * @param judged changes with a tolerance, the blocking metrics first
 * @param others changes of a mode without a tolerance
 * @param ratios changes of virtual ÷ platform
 */
record ChangeView(String name, List<Row> judged, List<Row> others, List<Row> ratios) {
  ChangeView {
    judged = List.copyOf(judged);
    others = List.copyOf(others);
    ratios = List.copyOf(ratios);
  }

  /** Returns every scenario that has a change, in the verdict's order. */
  static List<ChangeView> of(Verdict verdict) {
    Map<String, List<Row>> byScenario = new LinkedHashMap<>();
    for (MetricVerdict line : verdict.metrics()) {
      line.change()
          .ifPresent(change ->
              byScenario
                  .computeIfAbsent(line.scenario(), key -> new ArrayList<>())
                  .add(new Row(line, change)));
    }
    return byScenario.entrySet().stream()
        .map(entry -> of(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static ChangeView of(String name, List<Row> rows) {
    List<Row> judged = new ArrayList<>();
    List<Row> others = new ArrayList<>();
    List<Row> ratios = new ArrayList<>();
    for (Row row : rows) {
      if (row.isCounted() && !row.moved()) {
        continue; // Another section has all counts.
      }
      List<Row> kind =
          row.mode() == JudgedMode.RATIO ? ratios : row.outcome() == null ? others : judged;
      kind.add(row);
    }
    List<Metric> gating = judged.stream().filter(Row::gates).map(Row::metric).toList();
    List<Row> ordered =
        Stream.of(true, false)
            .flatMap(gates -> judged.stream().filter(row -> gating.contains(row.metric()) == gates))
            .toList();
    return new ChangeView(name, ordered, others, ratios);
  }

  static Map<Metric, List<Row>> byMetric(List<Row> rows) {
    return rows.stream().collect(groupingBy(Row::metric, LinkedHashMap::new, toList()));
  }

  /** The change of one metric in one mode. */
  record Row(MetricVerdict line, Change change) {
    /** Lower bound of a relative change; an interval of few pairs may reach below it. */
    private static final double NEARLY_NOTHING = -0.999;

    Metric metric() {
      return line.metric();
    }

    /** Returns the metric's name in sentences: {@code CPU per request}. */
    String name() {
      return metric().wording().name();
    }

    JudgedMode mode() {
      return line.mode();
    }

    /** Returns the outcome of its tolerance alone; null without a tolerance. */
    @Nullable Outcome outcome() {
      return change.found().map(LimitResult::verdict).orElse(null);
    }

    /** Returns whether it is a count that needs no test. */
    boolean isCounted() {
      return switch (finding()) {
        case Finding.MoreOften more -> true;
        case Finding.LessOften less -> true;
        case Finding.AsOften same -> true;
        case null, default -> false;
      };
    }

    boolean moved() {
      return outcome() == Outcome.REGRESSED || outcome() == Outcome.IMPROVED;
    }

    boolean gates() {
      return change.found().filter(LimitResult::gate).isPresent();
    }

    /** Returns whether it regressed because launches failed, not because of its size. */
    boolean failing() {
      return change.found().filter(LimitResult::failing).isPresent();
    }

    Text mark() {
      return Mark.inked(outcome());
    }

    /** Returns base's value with the digits that the change's interval supports. */
    String base() {
      return value(Levels::base);
    }

    /** Returns head's value, computed from base and the paired change. */
    String head() {
      return value(this::headValue);
    }

    /** Returns, for example, {@code 183 → 210 µs}, with the unit once where both share it. */
    String baseToHead() {
      String base = base();
      String head = head();
      return base.equals(Effect.NOTHING) && head.equals(Effect.NOTHING)
          ? Effect.NOTHING
          : Quantity.both(base, " → ", head);
    }

    /** Returns base's value times the paired change, or head's own value without a ratio. */
    double headValue(Levels size) {
      if (!(size instanceof Size.Ratio ratio)) {
        return size.head();
      }
      double worse = 1 + ratio.percent() / 100;
      double times = line.direction() == Direction.LOWER_IS_BETTER ? worse : 1 / worse;
      double head = metric().compared(ratio.base()) * times - metric().beside();
      return Sample.isValue(head) ? head : size.head();
    }

    private String value(ToDoubleFunction<Levels> of) {
      if (!(change.size() instanceof Levels measured)) {
        return Effect.NOTHING;
      }
      double value = of.applyAsDouble(measured);
      Interval known =
          change
              .bounded()
              .map(SeveralPairs::interval)
              .map(percent -> Quantity.known(value, log(percent.high()) - log(percent.low())))
              .orElse(null);
      return mode() == JudgedMode.RATIO
          ? Ratio.number(value, known)
          : Quantity.of(value, line.unit(), known);
    }

    /** Returns, for example, {@code hello with platform threads takes 14.6 % more CPU (…)}. */
    String shown() {
      return change.ratio().map(this::shown).orElseGet(this::unknown);
    }

    private String shown(Size.Ratio ratio) {
      boolean byDifference = metric().beside() > 0 && metric().unit() == Unit.BYTES_PER_REQUEST;
      // A share of almost nothing is meaningless, so the difference is shown, such as 36 B.
      String size =
          byDifference
              ? Quantity.inWords(Math.abs(headValue(ratio) - ratio.base()), line.unit(), null)
              : Effect.size(line);
      List<String> figures = new ArrayList<>();
      if (!Effect.interval(line).isEmpty() && !byDifference) {
        figures.add("90 % interval " + Effect.interval(line));
      }
      figures.add(baseToHead());
      String p = Effect.inWords(Effect.p(change));
      figures.add(Plural.count(change.pairs(), "pair") + (p.isEmpty() ? "" : ", " + p));
      return "%s %s (%s)"
          .formatted(service(), does(size, ratio.percent() >= 0), String.join("; ", figures));
    }

    /** Returns what a change of that size means: {@code takes 14.6 % more CPU per request}. */
    private String does(String size, boolean worse) {
      boolean grew = worse == (metric().direction() == Direction.LOWER_IS_BETTER);
      return metric().wording().change().of(size, grew);
    }

    /** Returns that the change is unknown, and why. */
    String unknown() {
      return service() + ", " + name() + ": " + reason();
    }

    /** Returns why no valid value exists, which all metrics of a launch share as a rule. */
    String broken() {
      return finding() instanceof Finding.NoPair ? unknown() : service() + ": " + reason();
    }

    /** Returns whether the interval includes a change for the worse. */
    boolean mayBeWorse() {
      return change.bounded().filter(size -> size.interval().high() > 0).isPresent();
    }

    /** Returns how much worse it may be, and what would decide. */
    String undecided() {
      boolean conditional = finding() instanceof Finding.Inside inside && inside.enough() > 0;
      return "%s %s (measured %s, tolerance %s, %s; %s%s)"
          .formatted(
              service(),
              does("up to " + Effect.most(line), true),
              Effect.change(line),
              Effect.tolerance(change),
              Plural.count(change.pairs(), "pair"),
              remedy(),
              conditional ? ", if change and spread stay" : "");
    }

    /** Returns the remedy of an undecided finding, or the reason of another. */
    String remedy() {
      return finding() instanceof Finding.Undecided open ? open.remedy() : reason();
    }

    @Nullable Finding finding() {
      return change.found().map(LimitResult::finding).orElse(null);
    }

    private String reason() {
      return change.found().map(LimitResult::reason).orElseGet(line::reason);
    }

    /** Returns the mode's name; empty for benchmarks of a team's own. */
    String modeLabel() {
      return ModeLabel.of(line.scenario(), mode());
    }

    /** Returns, for example, {@code hello with platform threads}, or a benchmark's name. */
    String service() {
      return ModeLabel.after(line.scenario(), mode());
    }

    /** Returns the log ratio of a change in percent. */
    private static double log(double percent) {
      return Math.log1p(Math.max(NEARLY_NOTHING, percent / 100));
    }
  }

  /**
   * The changes that an overview shows: blocking ones, and informational ones that regressed or
   * improved.
   *
   * @param rows in the verdict's order, with passes only while there is room
   * @param left how many more of the same kind there are
   */
  record Decisive(List<Row> rows, int left) {
    private static final int MOST = 8;
    private static final int FEW = 4;

    Decisive {
      rows = List.copyOf(rows);
    }

    static Decisive of(List<ChangeView> views) {
      List<Row> all =
          views.stream()
              .flatMap(view -> view.judged().stream())
              .filter(row -> row.change().ratio().isPresent())
              .filter(row -> row.gates() || row.moved())
              .toList();
      List<Row> wanted =
          all.size() <= MOST
              ? all
              : all.stream().filter(row -> row.outcome() != Outcome.PASS).toList();
      List<Row> shown =
          wanted.size() <= MOST
              ? wanted
              : Stream.concat(wanted.stream().filter(Row::moved), wanted.stream())
                  .distinct()
                  .limit(MOST)
                  .toList();
      return new Decisive(shown, all.size() - shown.size());
    }

    /** Returns the few most important, the worst first, to follow an overview of all. */
    Decisive worst() {
      List<Row> worst =
          Stream.of(Outcome.REGRESSED, Outcome.INCONCLUSIVE, Outcome.IMPROVED)
              .flatMap(outcome -> rows.stream().filter(row -> row.outcome() == outcome))
              .limit(FEW)
              .toList();
      return new Decisive(worst, 0);
    }

    /** Returns whether all rows are of one scenario, whose name can then be omitted. */
    boolean oneScenario() {
      return rows.stream().map(row -> row.line().scenario()).distinct().count() <= 1;
    }
  }

  /** The name of a scenario's mode in reports; benchmarks of a team's own have none. */
  static final class ModeLabel {
    private ModeLabel() {}

    static String of(String scenario, JudgedMode mode) {
      return of(scenario, mode.label());
    }

    static String of(String scenario, String mode) {
      return JmhResults.isTeams(scenario) && mode.equals(Mode.PLATFORM.label()) ? "" : mode;
    }

    static String of(String scenario, Mode mode) {
      return of(scenario, JudgedMode.of(mode));
    }

    /** Returns, for example, {@code hello with platform threads}, or a benchmark's name. */
    static String after(String scenario, JudgedMode mode) {
      String label = of(scenario, mode);
      return label.isEmpty() ? scenario : scenario + " with " + label + " threads";
    }
  }
}
