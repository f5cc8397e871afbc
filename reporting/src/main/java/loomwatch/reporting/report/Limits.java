package loomwatch.reporting.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.ModeLabel;
import loomwatch.reporting.text.Digits;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Document.Side;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Text;
import loomwatch.results.Metric.Direction;

/**
 * The absolute limits of a verdict, judged without changes. Those that do not hold are listed with
 * their reasons, the others are in a table.
 *
 * @param all the worst first; among equals the blocking ones first
 */
record Limits(List<MetricVerdict> all) {
  private static final int MOST_IN_SHORT = 3;

  private static final List<Outcome> WORST_FIRST =
      List.of(
          Outcome.REGRESSED, Outcome.INVALID, Outcome.INCONCLUSIVE, Outcome.IMPROVED, Outcome.PASS);

  private static final Column<MetricVerdict> MARK =
      new Column<>("", Side.KEY, limit -> Mark.inked(limit.verdict()));
  private static final Column<MetricVerdict> MEASURED =
      Column.right("measured", ScenarioView::withInterval);
  private static final Column<MetricVerdict> ALLOWED = Column.left("allowed", Limits::bound);
  private static final Column<MetricVerdict> EFFECT = Column.left("effect", Limits::effect);

  private static final List<Column<MetricVerdict>> HELD =
      List.of(
          MARK,
          Column.key("scenario", MetricVerdict::scenario),
          Column.key("mode", limit -> ModeLabel.of(limit.scenario(), limit.mode())),
          Column.key("metric", limit -> limit.metric().label()),
          MEASURED,
          ALLOWED,
          EFFECT);

  Limits {
    all = List.copyOf(all);
  }

  /** Returns the lines with a limit, each with the outcome of that limit alone. */
  static Limits of(Verdict verdict) {
    return new Limits(
        verdict.metrics().stream()
            .filter(line -> line.verdict() != null)
            .filter(line -> line.change().isEmpty() || line.ofLimit().isPresent())
            .map(line -> line.ofLimit().map(line::alone).orElse(line))
            .sorted(
                Comparator.comparingInt(
                        (MetricVerdict limit) -> WORST_FIRST.indexOf(limit.verdict()))
                    .thenComparing(MetricVerdict::gate, Comparator.reverseOrder()))
            .toList());
  }

  /** Returns the measured limits that are not shown to hold. */
  List<MetricVerdict> open() {
    return all.stream()
        .filter(limit ->
            limit.verdict() == Outcome.REGRESSED || limit.verdict() == Outcome.INCONCLUSIVE)
        .toList();
  }

  boolean allHold() {
    return all.stream().allMatch(Limits::holds);
  }

  /** Returns the name of a judged number: {@code hello ratio latency-p99}. */
  static String name(MetricVerdict metric) {
    String mode = ModeLabel.of(metric.scenario(), metric.mode());
    return metric.scenario() + " " + (mode.isEmpty() ? "" : mode + " ") + metric.metric().label();
  }

  void write(Document document, String title) {
    Section section = document.section("limits").heading(title, "");
    if (all.isEmpty()) {
      section.text("None applies to what was measured.");
      return;
    }
    all.stream()
        .filter(limit -> !holds(limit) && !unmeasured(limit))
        .forEach(limit -> section.item(named(limit, name(limit)), reasons(limit)));
    // Many unmeasured limits share a reason, which is then written once.
    all.stream()
        .filter(Limits::unmeasured)
        .collect(groupingBy(MetricVerdict::reason, LinkedHashMap::new, toList()))
        .forEach((reason, limits) ->
            section.item(
                named(limits.getFirst(), limits.stream().map(Limits::name).collect(joining("; "))),
                List.of(Text.of(reason))));
    List<MetricVerdict> held = all.stream().filter(Limits::holds).toList();
    if (held.size() == all.size()) {
      section.text("%1$s of %1$s pass.".formatted(held.size()));
    }
    List<Column<MetricVerdict>> withWhy =
        Stream.concat(HELD.stream(), Stream.of(Column.left("why", Limits::why))).toList();
    if (!held.isEmpty()) {
      document
          .folded(Plural.count(held.size(), "limit") + " that hold")
          .firstFitting(Section.form().table(held, withWhy), Section.form().table(held, HELD));
    }
  }

  static void inShort(Section section, List<MetricVerdict> limits) {
    limits.stream()
        .limit(MOST_IN_SHORT)
        .forEach(limit ->
            section.item(
                Mark.inked(limit.verdict())
                    .and(
                        " %s %s, limit %s, %s"
                            .formatted(
                                name(limit),
                                ScenarioView.withInterval(limit),
                                bound(limit),
                                effect(limit)))));
  }

  private static boolean holds(MetricVerdict limit) {
    return limit.verdict() == Outcome.PASS || limit.verdict() == Outcome.IMPROVED;
  }

  /** Returns whether an informational limit has no valid measurement. */
  private static boolean unmeasured(MetricVerdict limit) {
    return limit.verdict() == Outcome.INVALID && !limit.gate();
  }

  private static Text named(MetricVerdict limit, String names) {
    return Mark.named(limit.verdict()).and(" " + names + " (" + effect(limit) + ")");
  }

  private static List<Text> reasons(MetricVerdict limit) {
    List<Text> reasons = new ArrayList<>(List.of(Text.of(limit.reason())));
    if (limit.why() != null && limit.verdict() != Outcome.INVALID) {
      reasons.add(Text.of("why: " + limit.why()));
    }
    return reasons;
  }

  private static String why(MetricVerdict limit) {
    return Objects.requireNonNullElse(limit.why(), "");
  }

  private static String effect(MetricVerdict limit) {
    return limit.gate() ? "blocking" : "informational";
  }

  /** Returns {@code ≤ 50 ms}, or {@code ≥ 2,000} where higher is better; empty without a limit. */
  private static String bound(MetricVerdict line) {
    if (line.limit().isEmpty()) {
      return "";
    }
    double limit = line.limit().getAsDouble();
    boolean ratio = line.mode() == JudgedMode.RATIO;
    boolean most = ratio || line.direction() == Direction.LOWER_IS_BETTER;
    return (most ? "≤ " : "≥ ")
        + (ratio
            ? Digits.number(limit, Digits.decimals(limit, 0.0))
            : Quantity.of(limit, line.unit(), new Interval(limit, limit)));
  }
}
