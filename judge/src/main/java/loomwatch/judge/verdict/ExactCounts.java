package loomwatch.judge.verdict;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingDouble;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Finding.CountChange;
import loomwatch.judge.verdict.Finding.RequestCounts;
import loomwatch.results.Count;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * What requests of a scenario and mode did, counted one by one. A part, such as one statement, is
 * exact if it has one value in all launches of base, and one in all of head. The difference of
 * exact parts needs no test: there is no chance in it. What a scheduled job or a filling cache does
 * varies, and is left to the rules for other metrics.
 *
 * @param rounds whose launches of both variants were counted; at least 1
 * @param baseLevel what base's launches do per request, on average; so is {@code headLevel}
 * @param requests what each request of the mix does, by name
 * @param varies whether some part that matters is not exact
 */
record ExactCounts(
    MetricKey key,
    int rounds,
    double baseLevel,
    double headLevel,
    List<RequestCounts> requests,
    boolean varies) {
  /** Differences of fewer events than these may be of one connection, or of a lazy start. */
  private static final int FEWEST_EVENTS = 3;

  private static final double LEAST_SHARE = 0.01;

  /** Stands for all requests where they are alike; no path is empty. */
  private static final String ALIKE = "";

  /** What one request of a mix did in one launch, by what was done: times per request. */
  private record Parts(Map<String, Double> perRequest, long sent) {
    private static final Parts NONE = new Parts(Map.of(), Long.MAX_VALUE);

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
    List<Map<String, Parts>> before = parts(pairs.base(), metric);
    List<Map<String, Parts>> after = parts(pairs.head(), metric);
    if (before.isEmpty() || before.size() != after.size()) {
      return Optional.empty();
    }
    List<RequestCounts> requests = new ArrayList<>();
    boolean varies = false;
    for (String request : names(before, after, Map::keySet)) {
      OneRequest one = new OneRequest(of(request, before), of(request, after));
      requests.add(one.counts(request.equals(ALIKE) ? null : request));
      varies |= one.varies();
    }
    return Optional.of(
        new ExactCounts(
            MetricKey.of(scenario, mode, metric),
            before.size(),
            LaunchValues.mean(pairs.baseValues()),
            LaunchValues.mean(pairs.headValues()),
            requests,
            varies));
  }

  /** Returns for each launch what its requests did, by their names in the mix. */
  private static List<Map<String, Parts>> parts(List<Launch> launches, Metric metric) {
    return launches.stream()
        .flatMap(launch -> Optional.ofNullable(launch.counts()).stream())
        .map(counts ->
            counts.stream()
                .filter(count -> count.metric() == metric)
                .collect(
                    groupingBy(
                        count -> Objects.requireNonNullElse(count.request(), ALIKE),
                        collectingAndThen(toList(), ExactCounts::parts))))
        .toList();
  }

  private static Parts parts(List<Count> counts) {
    return new Parts(
        counts.stream().collect(groupingBy(Count::of, summingDouble(Count::perRequest))),
        counts.getFirst().requests());
  }

  private static List<Parts> of(String request, List<Map<String, Parts>> launches) {
    return launches.stream().map(launch -> launch.getOrDefault(request, Parts.NONE)).toList();
  }

  private static <T> SortedSet<String> names(
      List<T> base, List<T> head, Function<T, Set<String>> names) {
    return Stream.concat(base.stream(), head.stream())
        .flatMap(each -> names.apply(each).stream())
        .collect(toCollection(TreeSet::new));
  }

  /** One request of a mix in the launches of both variants. */
  private record OneRequest(List<Parts> base, List<Parts> head) {
    RequestCounts counts(@Nullable String request) {
      List<CountChange> changes = new ArrayList<>();
      double ofBase = 0;
      double ofHead = 0;
      for (String what : names(base, head, parts -> parts.perRequest().keySet())) {
        double before = base.getFirst().of(what);
        double after = head.getFirst().of(what);
        if (isExact(what) && Math.max(before, after) > event()) {
          ofBase += whole(before);
          ofHead += whole(after);
          if (Math.abs(after - before) > event()) {
            changes.add(new CountChange(what, whole(before), whole(after)));
          }
        }
      }
      changes.sort(Comparator.comparingDouble(CountChange::more).reversed());
      return new RequestCounts(request, sent(), ofBase, ofHead, changes);
    }

    boolean varies() {
      return names(base, head, parts -> parts.perRequest().keySet()).stream()
          .anyMatch(what -> !isExact(what) && spread(what) >= least(sent()));
    }

    private boolean isExact(String what) {
      return spread(what) <= event();
    }

    private double spread(String what) {
      return Math.max(
          ExactCounts.spread(base.stream().mapToDouble(parts -> parts.of(what)).toArray()),
          ExactCounts.spread(head.stream().mapToDouble(parts -> parts.of(what)).toArray()));
    }

    private long sent() {
      return Stream.concat(base.stream(), head.stream()).mapToLong(Parts::sent).min().orElseThrow();
    }

    /** Returns one event per request: an exact count may differ by that much. */
    private double event() {
      return 1.0 / sent() + 1e-9;
    }

    /** Returns the whole number that a count misses by one event, or else the count. */
    private double whole(double perRequest) {
      double nearest = Math.rint(perRequest);
      return Math.abs(perRequest - nearest) <= event() ? nearest : perRequest;
    }
  }

  private static double spread(double[] values) {
    return DoubleStream.of(values).max().orElse(0) - DoubleStream.of(values).min().orElse(0);
  }

  private static double least(long sent) {
    return Math.max(LEAST_SHARE, (double) FEWEST_EVENTS / sent);
  }

  /** Returns how many events more there are in head, of exact parts. */
  private double growth() {
    return requests.stream().mapToDouble(each -> each.more() * each.sent()).sum();
  }

  /** Returns whether so much more, or less, of some request can be no accident. */
  private boolean matters() {
    return requests.stream()
        .anyMatch(each ->
            Math.signum(each.more()) == Math.signum(growth())
                && Math.abs(each.more()) >= least(each.sent()));
  }

  /** Returns whether a second launch agrees: of another round, or of the other mode. */
  private boolean isConfirmed(Optional<ExactCounts> other) {
    return rounds >= 2
        || other
            .filter(counts -> Math.signum(counts.growth()) == Math.signum(growth()))
            .filter(ExactCounts::matters)
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
    double most = allowed * requests.stream().mapToDouble(each -> each.base() * each.sent()).sum();
    boolean grew = growth() > most && matters();
    boolean fell = !varies && -growth() > most && matters();
    if ((grew || fell) && !isConfirmed(other)) {
      return Optional.of(new Finding.TooEarly());
    }
    if (grew) {
      return Optional.of(new Finding.MoreOften(key.metric(), changed(1)));
    }
    if (fell) {
      return Optional.of(new Finding.LessOften(key.metric(), changed(-1)));
    }
    return varies ? Optional.empty() : Optional.of(new Finding.AsOften(key.metric(), requests));
  }

  /** Returns the requests that differ, those first that differ most in that direction. */
  private List<RequestCounts> changed(int direction) {
    return requests.stream()
        .filter(each -> !each.changes().isEmpty())
        .sorted(Comparator.comparingDouble(each -> -direction * each.more() * each.sent()))
        .toList();
  }
}
