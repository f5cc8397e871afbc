package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.PValues;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MethodTime;
import org.jspecify.annotations.Nullable;

/**
 * The change of the time that one method takes per request, with the methods it calls. A method
 * that takes 3 % of a request may grow by a third before a limit of 1 % on the request is reached.
 *
 * @param method as in {@link MethodTime#method}
 * @param callsPerRequest in head
 * @param base its nanoseconds per request in base
 * @param head that of base with the change
 * @param share of the request that it takes in base, above 0, at most 1; null where that is not
 *     known, as of calls on other threads or within each other
 * @param percent change from base to head, positive = worse
 * @param interval 90 % interval of {@code percent}
 * @param p adjusted probability of a change this large, either way, if no method changed by more
 *     than {@value #LEAST_PERCENT} %
 * @param found whether the change is more than that, not by chance, and at least {@value
 *     #LEAST_OF_REQUEST} of a request
 * @param gate whether it blocks: it grew by more of a request than the thresholds allow
 * @param pairs of launches of base and head, in any mode
 */
public record MethodChange(
    String scenario,
    String method,
    double callsPerRequest,
    double base,
    double head,
    @Nullable Double share,
    double percent,
    Interval interval,
    double p,
    boolean found,
    boolean gate,
    int pairs) {
  /** A mean over launches is off by up to that where the JIT inlines a build differently. */
  static final double LEAST_PERCENT = 2;

  /** What is less of a request is worth no word, as a share of 1. */
  static final double LEAST_OF_REQUEST = 0.0005;

  /** Probability of any finding at an analysis of a comparison in which no method changed. */
  private static final double LEVEL = 0.05;

  /**
   * Judges all methods of which there are two pairs or more, as one family.
   *
   * @param limit fraction of a request from which on growth blocks; empty if none does
   * @param alpha of the interim analysis that was reached; 0 before the first
   */
  static List<MethodChange> of(MeasurementRecord record, OptionalDouble limit, double alpha) {
    Map<String, Map<String, TimedMethod>> scenarios = new LinkedHashMap<>();
    for (Launch launch : record.launches()) {
      List<MethodTime> times = launch.methods();
      if (launch.valid() && times != null) {
        Map<String, TimedMethod> methods =
            scenarios.computeIfAbsent(launch.scenario(), any -> new TreeMap<>());
        times.forEach(time ->
            methods.computeIfAbsent(time.method(), any -> new TimedMethod()).add(launch, time));
      }
    }
    List<Tested> tested = new ArrayList<>();
    scenarios.forEach((scenario, methods) -> {
      TimedMethod request = methods.remove(MethodTime.REQUEST);
      methods.forEach((method, timed) ->
          timed
              .change()
              .ifPresent(
                  change -> tested.add(new Tested(scenario, method, timed, request, change))));
    });
    double[] adjusted = PValues.adjust(tested.stream().mapToDouble(Tested::p).toArray());
    return IntStream.range(0, adjusted.length)
        .mapToObj(i -> tested.get(i).judged(adjusted[i], limit, alpha))
        .sorted(
            Comparator.comparingDouble(MethodChange::p)
                .thenComparing(MethodChange::head, Comparator.reverseOrder()))
        .toList();
  }

  /** The times of one method by launch. */
  private static final class TimedMethod {
    private final Map<Integer, MethodTime> base = new TreeMap<>();
    private final Map<Integer, MethodTime> head = new TreeMap<>();

    void add(Launch launch, MethodTime time) {
      int pair = launch.round() * Mode.values().length + launch.mode().ordinal();
      if (launch.isOf(Side.BASE)) {
        base.put(pair, time);
      } else if (launch.isOf(Side.HEAD)) {
        head.put(pair, time);
      }
    }

    /**
     * Returns the mean log ratio of head to base; empty with fewer than two pairs. Launches differ
     * more than their windows do, as each JIT compiles in its own way.
     */
    Optional<MeanInterval> change() {
      DoubleStream.Builder differences = DoubleStream.builder();
      base.forEach((pair, before) -> {
        MethodTime after = head.get(pair);
        if (after != null) {
          differences.add(difference(before, after));
        }
      });
      return MeanInterval.of(differences.build().toArray()) instanceof Known<MeanInterval>(var mean)
          ? Optional.of(mean)
          : Optional.empty();
    }

    private static double difference(MethodTime base, MethodTime head) {
      int windows = Math.min(base.nanosPerRequest().size(), head.nanosPerRequest().size());
      return SampleStatistics.medianOf(
          IntStream.range(0, windows)
              .mapToDouble(
                  i -> Math.log(head.nanosPerRequest().get(i) / base.nanosPerRequest().get(i)))
              .toArray());
    }

    static double typical(Map<Integer, MethodTime> times) {
      return SampleStatistics.medianOf(
          times.values().stream()
              .flatMap(time -> time.nanosPerRequest().stream())
              .mapToDouble(nanos -> nanos)
              .toArray());
    }
  }

  private record Tested(
      String scenario,
      String method,
      TimedMethod timed,
      @Nullable TimedMethod request,
      MeanInterval change) {

    double p() {
      double least = Math.log1p(LEAST_PERCENT / 100);
      double larger = moved(-least).pOfMore() + moved(least).pOfMore();
      double smaller = moved(least).pOfLess() + moved(-least).pOfLess();
      return Math.min(1, Math.min(larger, smaller));
    }

    private MeanInterval moved(double by) {
      return MeanInterval.of(
          change.mean() + by, change.standardDeviation(), change.samples(), change.degrees());
    }

    MethodChange judged(double adjusted, OptionalDouble limit, double alpha) {
      double before = TimedMethod.typical(timed.base);
      Double share = share(before);
      double growth = Math.expm1(change.mean());
      boolean relevant = share == null || share * Math.abs(growth) >= LEAST_OF_REQUEST;
      boolean gate =
          share != null
              && limit.isPresent()
              && adjusted <= Math.min(LEVEL, alpha)
              && share * growth >= limit.getAsDouble();
      return new MethodChange(
          scenario,
          method,
          timed.head.values().stream()
              .mapToDouble(MethodTime::callsPerRequest)
              .average()
              .orElseThrow(),
          before,
          before * Math.exp(change.mean()),
          share,
          percent(change.mean()),
          new Interval(percent(change.low()), percent(change.high())),
          adjusted,
          adjusted <= LEVEL && relevant,
          gate,
          change.samples());
    }

    private @Nullable Double share(double nanos) {
      if (request == null || request.base.isEmpty()) {
        return null;
      }
      double share = nanos / TimedMethod.typical(request.base);
      return share <= 1 ? share : null;
    }

    private static double percent(double log) {
      return 100 * Math.expm1(log);
    }
  }
}
