package loomwatch.judge.verdict;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Finding.CountChange;
import loomwatch.results.Count;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;

/**
 * What requests of a scenario and mode did, counted one by one. A part, such as one statement, is
 * exact if it has one value in all launches of base, and one in all of head. The difference of
 * exact parts needs no test: there is no chance in it. What a scheduled job or a filling cache does
 * varies, and is left to the rules for other metrics.
 *
 * @param base counts of base's launches, paired with those of head by round
 * @param baseLevel what base's exact parts are in all, per request; so is {@code headLevel}
 * @param changes exact parts that differ, the largest growth first
 * @param varies whether some part that matters is not exact
 */
record ExactCounts(
    MetricKey key,
    List<Parts> base,
    List<Parts> head,
    double baseLevel,
    double headLevel,
    List<CountChange> changes,
    boolean varies) {
  /** Differences of fewer events than these may be of one connection, or of a lazy start. */
  private static final int FEWEST_EVENTS = 3;

  private static final double LEAST_SHARE = 0.01;

  /** Parts of one launch, by what was done: times per request. */
  record Parts(Map<String, Double> perRequest, long requests) {
    double of(String what) {
      return perRequest.getOrDefault(what, 0.0);
    }
  }

  /** Returns the counts; empty if the metric is none, or no round has those of both variants. */
  static Optional<ExactCounts> of(
      VariantLaunches base, VariantLaunches head, String scenario, Mode mode, Metric metric) {
    if (!metric.isExact()) {
      return Optional.empty();
    }
    VariantPairs pairs = VariantPairs.of(base, head, scenario, mode, metric);
    List<Parts> before = parts(pairs.base(), metric);
    List<Parts> after = parts(pairs.head(), metric);
    if (before.isEmpty() || before.size() != after.size()) {
      return Optional.empty();
    }
    TreeSet<String> all = new TreeSet<>();
    Stream.concat(before.stream(), after.stream())
        .forEach(parts -> all.addAll(parts.perRequest().keySet()));
    List<CountChange> changes = new ArrayList<>();
    boolean varies = false;
    double ofBase = 0;
    double ofHead = 0;
    double event = event(before, after);
    for (String what : all) {
      double[] of = before.stream().mapToDouble(parts -> parts.of(what)).toArray();
      double[] to = after.stream().mapToDouble(parts -> parts.of(what)).toArray();
      if (spread(of) > event || spread(to) > event) {
        varies |= Math.max(spread(of), spread(to)) >= least(before, after);
      } else if (Math.max(of[0], to[0]) > event) {
        ofBase += whole(of[0], event);
        ofHead += whole(to[0], event);
        if (Math.abs(to[0] - of[0]) > event) {
          changes.add(new CountChange(what, whole(of[0], event), whole(to[0], event)));
        }
      }
    }
    changes.sort(Comparator.comparingDouble(CountChange::more).reversed());
    return Optional.of(
        new ExactCounts(
            MetricKey.of(scenario, mode, metric), before, after, ofBase, ofHead, changes, varies));
  }

  private static List<Parts> parts(List<Launch> launches, Metric metric) {
    return launches.stream()
        .flatMap(launch -> Optional.ofNullable(launch.counts()).stream())
        .map(counts -> parts(metric, counts))
        .toList();
  }

  private static Parts parts(Metric metric, List<Count> counts) {
    return new Parts(
        counts.stream()
            .filter(count -> count.metric() == metric)
            .collect(
                groupingBy(
                    Count::of,
                    TreeMap::new,
                    summingDouble(count -> (double) count.times() / count.requests()))),
        counts.stream().mapToLong(Count::requests).findFirst().orElse(Long.MAX_VALUE));
  }

  /** Returns one event per request: an exact count may differ by that much. */
  private static double event(List<Parts> base, List<Parts> head) {
    return 1.0 / requests(base, head) + 1e-9;
  }

  private static double least(List<Parts> base, List<Parts> head) {
    return Math.max(LEAST_SHARE, (double) FEWEST_EVENTS / requests(base, head));
  }

  private static long requests(List<Parts> base, List<Parts> head) {
    return Stream.concat(base.stream(), head.stream())
        .mapToLong(Parts::requests)
        .min()
        .orElseThrow();
  }

  /** Returns the whole number that a count misses by one event, or else the count. */
  private static double whole(double perRequest, double event) {
    double nearest = Math.rint(perRequest);
    return Math.abs(perRequest - nearest) <= event ? nearest : perRequest;
  }

  private static double spread(double[] values) {
    return DoubleStream.of(values).max().orElse(0) - DoubleStream.of(values).min().orElse(0);
  }

  /** Returns the growth of its exact parts, per request. */
  double growth() {
    return changes.stream().mapToDouble(CountChange::more).sum();
  }

  /** Returns whether so many events can be no accident. */
  boolean matters(double growth) {
    return Math.abs(growth) >= least(base, head);
  }

  /** Returns whether a second launch agrees: of another round, or of the other mode. */
  boolean isConfirmed(Optional<ExactCounts> other) {
    return base.size() >= 2
        || other
            .filter(counts ->
                Math.signum(counts.growth()) == Math.signum(growth())
                    && counts.matters(counts.growth()))
            .isPresent();
  }

  /**
   * Returns the finding; empty where the counts vary and nothing exact grew, so that other rules
   * apply.
   *
   * @param other counts of the other mode
   * @param allowed growth that is allowed, as a share of base
   */
  Optional<Finding> judge(Optional<ExactCounts> other, double allowed) {
    double growth = growth();
    boolean grew = growth > allowed * baseLevel() && matters(growth);
    boolean fell = !varies && -growth > allowed * baseLevel() && matters(growth);
    if ((grew || fell) && !isConfirmed(other)) {
      return Optional.of(new Finding.TooEarly());
    }
    if (grew) {
      return Optional.of(new Finding.MoreOften(key.metric(), baseLevel(), headLevel(), changes));
    }
    if (fell) {
      return Optional.of(new Finding.LessOften(key.metric(), baseLevel(), headLevel(), changes));
    }
    return varies
        ? Optional.empty()
        : Optional.of(new Finding.AsOften(key.metric(), baseLevel(), headLevel()));
  }
}
