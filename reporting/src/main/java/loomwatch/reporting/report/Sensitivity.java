package loomwatch.reporting.report;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.Row;
import loomwatch.reporting.text.Effect;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;

/**
 * What a comparison could see, and what would let it see more: minutes of its host, or a tolerance.
 */
final class Sensitivity {
  /** A comparison of hours is nobody's answer. */
  private static final Duration LONGEST = Duration.ofHours(2);

  /** Room for a chance that goes the other way. */
  private static final double ROOM = 1.1;

  private Sensitivity() {}

  /** {@code ; smallest detectable effects: p50 0.8 %, CPU per request 1.2 %.}, or a full stop. */
  static String smallestSeen(List<Row> rows) {
    String effects =
        ChangeView.byMetric(rows).entrySet().stream()
            .map(entry -> smallestSeen(entry.getKey(), entry.getValue()))
            .filter(text -> !text.isEmpty())
            .sorted()
            .collect(joining(", "));
    return effects.isEmpty()
        ? "."
        : "; smallest detectable effects: " + effects + " (about 90 % power).";
  }

  /** Of its modes and scenarios the one that sees least. */
  private static String smallestSeen(Metric metric, List<Row> rows) {
    OptionalDouble most = rows.stream().flatMapToDouble(Sensitivity::detectable).max();
    return most.isPresent()
        ? metric.wording().name()
            + " "
            + Effect.smallest(HeadRelativeChange.worse(metric, most.getAsDouble()))
        : "";
  }

  private static DoubleStream detectable(Row row) {
    return row.change().bounded().stream().flatMapToDouble(size -> size.mdePercent().stream());
  }

  /** Such as {@code To tell: about 26 rounds, …; or a tolerance of 7 %, …}; empty for neither. */
  static Optional<String> whatWouldTell(List<Row> open, Verdict verdict, MeasurementRecord record) {
    String ways =
        Stream.of(longer(open, verdict, record), wider(open))
            .flatMap(Optional::stream)
            .collect(joining("; or "));
    return ways.isEmpty() ? Optional.empty() : Optional.of("To tell: " + ways + ".");
  }

  /** How long it would take all that is open to be told, if change and spread stay. */
  private static Optional<String> longer(
      List<Row> open, Verdict verdict, MeasurementRecord record) {
    boolean known = open.stream().allMatch(row -> enough(row) > 0);
    int most = open.stream().mapToInt(Sensitivity::enough).max().orElse(0);
    Verdict.Compared compared = verdict.comparison();
    if (!known || most == 0 || compared == null || compared.rounds() == 0) {
      return Optional.empty();
    }
    Duration all = taken(record).multipliedBy(most).dividedBy(compared.rounds());
    return all.compareTo(LONGEST) > 0
        ? Optional.empty()
        : Optional.of(
            "about %s rounds, ./loomwatch compare --budget %sm"
                .formatted(most, Math.max(1, Math.ceilDiv((long) (ROOM * all.toSeconds()), 60))));
  }

  /** Rounds, or 0 where none are known to. */
  private static int enough(Row row) {
    return row.change().found().map(LimitResult::finding).orElse(null)
            instanceof Finding.Inside inside
        ? inside.enough()
        : 0;
  }

  /** From the first launch to the last one's start. */
  static Duration taken(MeasurementRecord record) {
    return record.launches().stream()
        .map(Launch::startedAt)
        .max(Comparator.<Instant>naturalOrder())
        .map(last -> Duration.between(record.createdAt(), last))
        .orElse(Duration.ZERO);
  }

  /** The tolerance that this machine could hold in that time, of what is furthest from it. */
  private static Optional<String> wider(List<Row> open) {
    return open.stream()
        .filter(row -> smallest(row) > tolerance(row))
        .max(Comparator.comparingDouble(Sensitivity::smallest))
        .map(row ->
            "a tolerance of %s for %s, which this machine can hold"
                .formatted(Effect.smallest(Math.ceil(smallest(row))), row.name()));
  }

  private static double tolerance(Row row) {
    return row.change().judged().map(ChangeAssessment.Judged::tolerancePercent).orElse(0.0);
  }

  private static double smallest(Row row) {
    return detectable(row).max().orElse(0);
  }
}
