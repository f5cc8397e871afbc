package loomwatch.harness.job;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.history.HistoryEntry;
import loomwatch.results.history.HistorySeries;

/**
 * What earlier commits are measured for: the scenarios and modes asked for, of which the run that
 * they are compared with has values. Others could not be kept.
 *
 * @param loads by scenario, as of today
 * @param modes labels
 * @param benchmarks whether there are any; all of them are one place, as old commits lack some
 * @param countsAlone whether exact counts are meant, which no load changes, or all but those
 */
public record BackfillAim(
    Map<String, String> loads, Set<String> modes, boolean benchmarks, boolean countsAlone) {
  private static final Place BENCHMARKS = new Place(JmhResults.ALL, "");

  /** What has one chart for each metric. */
  private record Place(String scenario, String mode) {}

  public static BackfillAim of(MeasuringRequest asked, boolean countsAlone) {
    return new BackfillAim(
        asked.scenarios().stream().collect(toMap(Scenario::name, Scenario::load)),
        asked.modes().stream().map(Mode::label).collect(toUnmodifiableSet()),
        asked.jmh() && !countsAlone,
        countsAlone);
  }

  /**
   * Requires that a comparison with that run could add a point.
   *
   * @throws UsageException if not
   */
  public void requireWithin(HistoryEntry run) {
    if (places(run).findAny().isEmpty()) {
      throw new UsageException(
          countsAlone
              ? "--counts needs a run that counted what is asked for, the newest has not; leave it out, or ./loomwatch run and ./loomwatch history add first"
              : "the newest run must have what is asked for at today's load, has nothing of it; ./loomwatch run and ./loomwatch history add first");
    }
  }

  /** Reports whether those of one commit have a value wherever the run has one. */
  public boolean isReachedBy(List<HistoryEntry> backfilled, HistoryEntry run) {
    Set<Place> reached = backfilled.stream().flatMap(this::places).collect(toUnmodifiableSet());
    return places(run).allMatch(reached::contains);
  }

  private Stream<Place> places(HistoryEntry entry) {
    return entry.series().stream()
        .filter(series -> modes.contains(series.mode()))
        .filter(series ->
            Metric.named(series.metric())
                .filter(metric -> metric.isExact() == countsAlone)
                .isPresent())
        .flatMap(series -> place(entry, series).stream());
  }

  private Optional<Place> place(HistoryEntry entry, HistorySeries series) {
    String scenario = series.scenario();
    Optional<String> load = entry.load(scenario);
    if (loads.containsKey(scenario)) {
      return Optional.of(new Place(scenario, series.mode()))
          .filter(place -> countsAlone || load.equals(Optional.of(loads.get(scenario))));
    }
    return Optional.of(BENCHMARKS).filter(place -> benchmarks && load.isEmpty());
  }
}
