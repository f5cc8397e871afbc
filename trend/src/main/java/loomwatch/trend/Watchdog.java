package loomwatch.trend;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.results.Metric;
import loomwatch.results.history.HistorySeries;
import loomwatch.results.history.HistorySeries.SeriesName;

/** Detects data that are no longer measured. */
record Watchdog(RunLog log) {
  /** Number of gaps from which the usual gap is computed. */
  private static final int GAPS = 20;

  /** Minimum number of points of a series that can be missing. */
  private static final int USUAL = 3;

  /** Metrics that launches lack by chance: capacity was not reached, or collections were few. */
  private static final Set<Metric> BY_CHANCE =
      Set.of(Metric.CAPACITY, Metric.COLLECTOR_CPU_PER_REQUEST, Metric.PROMOTED_PER_REQUEST);

  /** Time without a run that is an alarm, if it also exceeds {@link #USUAL_GAPS} usual gaps. */
  private static final Duration SILENCE = Duration.ofHours(48);

  private static final int USUAL_GAPS = 3;

  /** Returns the alarm that no runs arrive, if it is due. */
  Optional<MissingData> silence(Instant now) {
    List<Integer> runs = log.runs();
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    Duration silent = Duration.between(times(runs).getLast(), now);
    Duration most = most(runs);
    return silent.compareTo(most) <= 0
        ? Optional.empty()
        : Optional.of(
            new MissingData(
                null,
                null,
                null,
                log.at(runs.getLast()),
                "no run for %s; after %s that is an alarm".formatted(words(silent), words(most))));
  }

  /** Returns the alarm that the newest runs lack a usually measured series, if it is due. */
  Optional<MissingData> gone(SeriesTable.Row row, Accepted accepted) {
    if (row.name().mode().equals(HistorySeries.IMPORTED)
        || row.entries().size() < USUAL
        || comesAndGoes(row.name())) {
      return Optional.empty();
    }
    List<Integer> had = row.entries().stream().map(log::ordinal).toList();
    List<Integer> gaps = new ArrayList<>();
    for (int i = Math.max(1, had.size() - GAPS); i < had.size(); i++) {
      gaps.add(had.get(i) - had.get(i - 1));
    }
    gaps.sort(Integer::compare);
    int usual = gaps.get(gaps.size() / 2);
    int without = log.runs().size() - 1 - had.getLast();
    int last = row.entries().getLast();
    boolean late = usual == 1 ? without >= 1 : without > 2 * usual;
    if (!late || retired(row, accepted, last)) {
      return Optional.empty();
    }
    return Optional.of(
        new MissingData(
            row.name().scenario(),
            row.name().mode(),
            row.name().metric(),
            log.at(last),
            "not in the last %s; usually it is in every %s; if that is meant, accept it"
                    .formatted(count(without), usual == 1 ? "one" : usual + "th")
                + " in accepted.yaml"));
  }

  /** Returns whether the series may be absent: there is no ratio in a run where a mode has a 0. */
  private static boolean comesAndGoes(SeriesName series) {
    Optional<Metric> metric = Metric.named(series.metric());
    return metric.filter(BY_CHANCE::contains).isPresent()
        || (series.mode().equals(HistorySeries.RATIO)
            && metric.filter(Metric::mayBeZero).isPresent());
  }

  /** Returns whether the absence was accepted at the last run with the series or later. */
  private boolean retired(SeriesTable.Row row, Accepted accepted, int last) {
    return accepted.changes().stream()
        .filter(
            change -> change.covers(row.name().scenario(), row.name().mode(), row.name().metric()))
        .flatMap(change -> log.measured(change.commit()).stream())
        .anyMatch(index -> index >= last);
  }

  private Duration most(List<Integer> runs) {
    List<Instant> times = times(runs);
    List<Duration> gaps = new ArrayList<>();
    for (int i = Math.max(1, times.size() - GAPS); i < times.size(); i++) {
      gaps.add(Duration.between(times.get(i - 1), times.get(i)));
    }
    gaps.sort(Duration::compareTo);
    Duration usual = gaps.isEmpty() ? Duration.ZERO : gaps.get(gaps.size() / 2);
    Duration most = usual.multipliedBy(USUAL_GAPS);
    return most.compareTo(SILENCE) > 0 ? most : SILENCE;
  }

  /** Returns the sorted times of measurement, because an older commit may be measured later. */
  private List<Instant> times(List<Integer> runs) {
    return runs.stream().map(run -> log.entry(run).measuredAt()).sorted().toList();
  }

  private static String count(int runs) {
    return runs == 1 ? "run" : runs + " runs";
  }

  private static String words(Duration duration) {
    long hours = duration.toHours();
    return hours < 96 ? hours + " hours" : duration.toDays() + " days";
  }
}
