package loomwatch.reporting.site;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.history.HistoryEntries;
import org.jspecify.annotations.Nullable;

/** The points of one run: the verdict's figures, with the launches they rest on. */
final class Points {
  private record Place(String scenario, Mode mode, Metric metric) {}

  private final Map<Place, Map<Integer, Double>> byRound = new HashMap<>();

  private Points(MeasurementRecord record) {
    for (Launch launch : record.launches()) {
      if (launch.valid() && launch.variant().equals("head")) {
        for (Sample sample : launch.samples()) {
          Place place = new Place(launch.scenario(), launch.mode(), sample.metric());
          byRound
              .computeIfAbsent(place, each -> new TreeMap<>())
              .put(launch.round(), sample.value());
        }
      }
    }
  }

  static Map<SeriesKey, Map<String, Point>> of(MeasurementRecord record, Verdict verdict) {
    Points launches = new Points(record);
    Map<SeriesKey, Map<String, Point>> points = new TreeMap<>();
    for (MetricVerdict line : verdict.metrics()) {
      Double value = line.value();
      if (value != null) {
        points
            .computeIfAbsent(
                new SeriesKey(line.scenario(), line.metric().label()), key -> new TreeMap<>())
            .put(line.mode().label(), new Point(value, line.interval(), launches.values(line)));
      }
    }
    return points;
  }

  private List<Double> values(MetricVerdict line) {
    return line.mode() == JudgedMode.RATIO
        ? HistoryEntries.ratios(rounds(line, Mode.PLATFORM), rounds(line, Mode.VIRTUAL))
        : List.copyOf(rounds(line, Mode.of(line.mode().label())).values());
  }

  private Map<Integer, Double> rounds(MetricVerdict line, Mode mode) {
    return byRound.getOrDefault(new Place(line.scenario(), mode, line.metric()), Map.of());
  }

  /**
   * One run's value of a series in one mode.
   *
   * @param value the mean over launches, of a ratio geometric
   * @param interval of the value; null with fewer than two launches
   * @param launches each valid launch's value, in the order started; of a ratio each round's ratio
   */
  record Point(double value, @Nullable Interval interval, List<Double> launches) {
    Point {
      launches = List.copyOf(launches);
    }
  }

  /**
   * What one chart is of, in all modes.
   *
   * @param scenario the scenario's or benchmark's name
   * @param metric the metric's label
   */
  record SeriesKey(String scenario, String metric) implements Comparable<SeriesKey> {
    private static final Comparator<SeriesKey> ORDER =
        Comparator.comparing(SeriesKey::scenario).thenComparing(SeriesKey::metric);

    @Override
    public int compareTo(SeriesKey other) {
      return ORDER.compare(this, other);
    }
  }
}
