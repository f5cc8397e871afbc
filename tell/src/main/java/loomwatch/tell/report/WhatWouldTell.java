package loomwatch.tell.report;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Change.ChangeAssessment;
import loomwatch.judge.verdict.Finding;
import loomwatch.judge.verdict.MetricVerdict.PolicyResult;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.report.ChangeView.Row;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.MetricWords;

/** What to do about a comparison that could not tell: in minutes of its host, or as a tolerance. */
final class WhatWouldTell {
  /** A comparison of hours is nobody's answer. */
  private static final Duration LONGEST = Duration.ofHours(2);

  /** Room for a chance that goes the other way. */
  private static final double ROOM = 1.1;

  private WhatWouldTell() {}

  /** Such as {@code To tell: about 26 blocks, …; or a tolerance of 7 %, …}; empty for neither. */
  static Optional<String> of(List<Row> open, Verdict verdict, MeasurementRecord record) {
    String ways =
        Stream.of(longer(open, verdict, record), wider(open))
            .flatMap(Optional::stream)
            .collect(joining("; or "));
    return ways.isEmpty() ? Optional.empty() : Optional.of("To tell: " + ways + ".");
  }

  /** How long it would take all that is open to be told, if change and spread stay. */
  private static Optional<String> longer(
      List<Row> open, Verdict verdict, MeasurementRecord record) {
    int most = 0;
    for (Row row : open) {
      int pairs = wouldTell(row);
      if (pairs == 0) {
        return Optional.empty();
      }
      most = Math.max(most, pairs);
    }
    Verdict.Compared compared = verdict.comparison();
    if (most == 0 || compared == null || compared.blocks() == 0) {
      return Optional.empty();
    }
    Duration all = taken(record).multipliedBy(most).dividedBy(compared.blocks());
    return all.compareTo(LONGEST) > 0
        ? Optional.empty()
        : Optional.of(
            "about %d blocks, ./loomwatch compare --budget %dm"
                .formatted(most, Math.max(1, Math.ceilDiv((long) (ROOM * all.toSeconds()), 60))));
  }

  private static int wouldTell(Row row) {
    return row.change().found().map(PolicyResult::finding).orElse(null)
            instanceof Finding.Inside inside
        ? inside.wouldTell()
        : 0;
  }

  /** From the first launch to the last one's start. */
  static Duration taken(MeasurementRecord record) {
    List<Instant> starts =
        record.launches().stream()
            .map(Launch::startedAt)
            .sorted(Comparator.naturalOrder())
            .toList();
    return starts.isEmpty()
        ? Duration.ZERO
        : Duration.between(record.createdAt(), starts.getLast());
  }

  /** The tolerance that this machine could hold in that time, of what is furthest from it. */
  private static Optional<String> wider(List<Row> open) {
    return open.stream()
        .filter(row -> smallest(row) > tolerance(row))
        .max(Comparator.comparingDouble(WhatWouldTell::smallest))
        .map(row ->
            "a tolerance of %s for %s, which this machine can hold"
                .formatted(
                    Effect.smallest(Math.ceil(smallest(row))), MetricWords.name(row.metric())));
  }

  private static double tolerance(Row row) {
    return row.change().judged().map(ChangeAssessment.Judged::tolerancePercent).orElse(0.0);
  }

  private static double smallest(Row row) {
    return row.change().bounded().stream()
        .flatMapToDouble(size -> size.mdePercent().stream())
        .max()
        .orElse(0);
  }
}
