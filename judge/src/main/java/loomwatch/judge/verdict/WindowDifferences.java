package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import loomwatch.judge.statistics.PairedDifferences.Difference;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Slice;

/**
 * What launches of one block differ by. The load goes round them in short slices, a turn at a time,
 * so what slows the host for a second slows the slices of a turn alike, and cancels when they are
 * compared with each other: the difference is the median over turns (decision 19).
 */
final class WindowDifferences {
  private final Map<Together, Integer> launches = new HashMap<>();

  /** The launches that the load went round. */
  private record Together(String scenario, int block) {
    static Together of(Launch launch) {
      return new Together(launch.scenario(), launch.block());
    }
  }

  /** Of all blocks of a record. */
  WindowDifferences(MeasurementRecord record) {
    record.launches().forEach(launch -> launches.merge(Together.of(launch), 1, Integer::sum));
  }

  /**
   * ln(head ÷ base) of what is better when less, ln(base ÷ head) of the other: positive = worse.
   *
   * @param base of the same block as head; both have values above 0
   */
  Difference difference(Metric metric, Launch base, Launch head) {
    return effect(metric, List.of(base, head), logs -> logs[1] - logs[0]);
  }

  /**
   * The median over turns of an effect, positive = worse, where no slice of a turn was spoilt; of a
   * metric that has no values by slice, or is 0 in one, the effect in the launches' own values.
   *
   * @param of launches of one block that all have a value above 0
   * @param ofLogs turns into its negative when what is compared is swapped
   */
  Difference effect(Metric metric, List<Launch> of, ToDoubleFunction<double[]> ofLogs) {
    Map<Integer, List<Double>> byTurn = new TreeMap<>();
    for (Launch launch : of) {
      byTurn(metric, launch)
          .forEach(
              (turn, value) -> byTurn.computeIfAbsent(turn, each -> new ArrayList<>()).add(value));
    }
    List<List<Double>> turns =
        byTurn.values().stream().filter(values -> values.size() == of.size()).toList();
    if (turns.isEmpty() || turns.stream().flatMap(List::stream).anyMatch(value -> value <= 0)) {
      turns = List.of(of.stream().map(each -> LaunchValues.compared(metric, each)).toList());
    }
    int sign = metric.direction().sign();
    return Difference.ofTurns(
        of.getFirst().block(),
        turns.stream().mapToDouble(values -> sign * ofLogs.applyAsDouble(logs(values))).toArray());
  }

  private Map<Integer, Double> byTurn(Metric metric, Launch launch) {
    Map<Integer, Double> values = new TreeMap<>();
    if (metric.isMedianOverSlices()) {
      int round = launches.getOrDefault(Together.of(launch), 1);
      for (Slice slice : launch.slices()) {
        slice.samples().stream()
            .filter(sample -> !slice.load().spoiltByGenerator())
            .filter(sample -> sample.metric() == metric)
            .mapToDouble(Sample::value)
            .forEach(value ->
                values.put(slice.position() / round, LaunchValues.compared(metric, value)));
      }
    }
    return values;
  }

  private static double[] logs(List<Double> values) {
    return values.stream().mapToDouble(Math::log).toArray();
  }
}
