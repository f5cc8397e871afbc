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
 * <p>What base never does or does exactly, and each launch of head does clearly more often, is a
 * growth as well, though it may vary: a random cache, or a lock. A third round is to confirm that.
 *
 * @param rounds whose launches of both variants were counted; at least 1
 * @param baseLevel what base's launches do per request, on average; so is {@code headLevel}
 * @param exact what each request of the mix does exactly, by name
 * @param appearing the same, with what only head does
 * @param varies whether some part that matters is not exact
 */
record ExactCounts(
    MetricKey key,
    int rounds,
    double baseLevel,
    double headLevel,
    List<RequestCounts> exact,
    List<RequestCounts> appearing,
    boolean varies) {
  private static final int ROUNDS_OF_APPEARING = 3;

  /** Standard deviations of a number of random events that are more than chance. */
  private static final double DEVIATIONS = 3.5;

  /** What head does at least as much more often per request, each time, is no accident. */
  private static final double LEAST_APPEARING = 0.1;

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
    if (!metric.hasParts()) {
      return Optional.empty();
    }
    VariantPairs pairs = VariantPairs.of(base, head, scenario, mode, metric);
    List<Map<String, Parts>> before = parts(pairs.base(), metric);
    List<Map<String, Parts>> after = parts(pairs.head(), metric);
    if (before.isEmpty() || before.size() != after.size()) {
      return Optional.empty();
    }
    List<RequestCounts> exact = new ArrayList<>();
    List<RequestCounts> appearing = new ArrayList<>();
    boolean ofChance = metric == Metric.CONTENDED_LOCKS;
    boolean varies = ofChance;
    for (String request : names(before, after, Map::keySet)) {
      OneRequest one = new OneRequest(!ofChance, of(request, before), of(request, after));
      String name = request.equals(ALIKE) ? null : request;
      exact.add(one.counts(name, false));
      appearing.add(one.counts(name, true));
      varies |= one.varies();
    }
    return Optional.of(
        new ExactCounts(
            MetricKey.of(scenario, mode, metric),
            before.size(),
            LaunchValues.mean(pairs.baseValues()),
            LaunchValues.mean(pairs.headValues()),
            exact,
            appearing,
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

  /**
   * One request of a mix in the launches of both variants.
   *
   * @param mayBeExact whether there is no chance in what it does
   */
  private record OneRequest(boolean mayBeExact, List<Parts> base, List<Parts> head) {
    RequestCounts counts(@Nullable String request, boolean withAppearing) {
      List<CountChange> changes = new ArrayList<>();
      double ofBase = 0;
      double ofHead = 0;
      boolean withNew = withAppearing && appearing() >= Math.max(LEAST_APPEARING, least(sent()));
      for (String what : names(base, head, parts -> parts.perRequest().keySet())) {
        double before = base.getFirst().of(what);
        double after = head.getFirst().of(what);
        if (isExact(what) && Math.max(before, after) > event()) {
          ofBase += whole(before);
          ofHead += whole(after);
          if (Math.abs(after - before) > event()) {
            changes.add(new CountChange(what, whole(before), whole(after)));
          }
        } else if (isGone(what)) {
          ofBase += most(base, what);
          changes.add(new CountChange(what, most(base, what), 0));
        } else if (withNew && appears(what)) {
          double mean = head.stream().mapToDouble(parts -> parts.of(what)).average().orElseThrow();
          ofBase += whole(before);
          ofHead += mean;
          changes.add(new CountChange(what, whole(before), mean));
        }
      }
      changes.sort(Comparator.comparingDouble(CountChange::more).reversed());
      return new RequestCounts(request, sent(), ofBase, ofHead, changes);
    }

    boolean varies() {
      return names(base, head, parts -> parts.perRequest().keySet()).stream()
          .anyMatch(what ->
              !isExact(what) && (isOfOne(what) ? larger(what) : spread(what)) >= least(sent()));
    }

    /** Reports whether one variant alone does it, perhaps in place of what the other does. */
    private boolean isOfOne(String what) {
      return most(base, what) == 0 || most(head, what) == 0;
    }

    private double larger(String what) {
      return Math.max(most(base, what), most(head, what));
    }

    private boolean isExact(String what) {
      return mayBeExact && spread(what) <= event();
    }

    private boolean appears(String what) {
      double most = most(base, what);
      boolean known = most == 0 || mayBeExact && most - fewest(base, what) <= event();
      return known && fewest(head, what) >= most + Math.max(LEAST_APPEARING, least(sent()));
    }

    /**
     * Returns how much more often at least head does what is new: a statement that varies may
     * merely have another text.
     */
    private double appearing() {
      double more = 0;
      for (String what : names(base, head, parts -> parts.perRequest().keySet())) {
        if (appears(what)) {
          more += fewest(head, what) - most(base, what);
        } else if (isGone(what)) {
          more -= most(base, what);
        }
      }
      return more;
    }

    /** Reports whether base did it, as chance would have it, and head does not. */
    private boolean isGone(String what) {
      return !isExact(what) && most(head, what) == 0;
    }

    private static double most(List<Parts> launches, String what) {
      return launches.stream().mapToDouble(parts -> parts.of(what)).max().orElse(0);
    }

    private static double fewest(List<Parts> launches, String what) {
      return launches.stream().mapToDouble(parts -> parts.of(what)).min().orElse(0);
    }

    private double spread(String what) {
      return Math.max(
          ExactCounts.spread(base.stream().mapToDouble(parts -> parts.of(what)).toArray()),
          ExactCounts.spread(head.stream().mapToDouble(parts -> parts.of(what)).toArray()));
    }

    private long sent() {
      return Stream.concat(base.stream(), head.stream()).mapToLong(Parts::sent).min().orElseThrow();
    }

    private double event() {
      return RequestCounts.event(sent());
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

  /** Returns how many events more there are in head. */
  private static double growth(List<RequestCounts> requests) {
    return requests.stream().mapToDouble(each -> each.more() * each.sent()).sum();
  }

  /** Returns 1 or −1 where so much more or less can be no accident, and is not allowed; else 0. */
  private int direction(List<RequestCounts> requests, double allowed) {
    double growth = growth(requests);
    double most = allowed * exact.stream().mapToDouble(each -> each.base() * each.sent()).sum();
    boolean matters =
        requests.stream()
            .anyMatch(each ->
                Math.signum(each.more()) == Math.signum(growth)
                    && Math.abs(each.more()) >= least(each.sent()));
    return matters && Math.abs(growth) > most ? (int) Math.signum(growth) : 0;
  }

  /**
   * Returns what several launches agree on: in the first round those of both modes, as one launch
   * is exact by itself. What changes against the direction is never left out.
   *
   * @param direction 1 for growth, −1 for decline
   */
  private List<RequestCounts> confirmed(Optional<ExactCounts> other, int direction) {
    List<RequestCounts> known = rounds >= ROUNDS_OF_APPEARING ? appearing : exact;
    List<RequestCounts> others = other.map(ExactCounts::exact).orElse(List.of());
    int launches = Math.max(2, rounds);
    return known.stream()
        .map(each -> {
          List<CountChange> agreed = rounds > 1 ? each.changes() : each.agreeing(others).changes();
          long requests = launches * each.sent();
          RequestCounts some =
              each.with(change ->
                  Math.signum(change.more()) != direction
                      || agreed.contains(change) && areBeyondChance(List.of(change), requests));
          return some.with(change -> areBeyondChance(some.changes(), requests));
        })
        .toList();
  }

  /** Few random events agree by accident; whole numbers per request do not. */
  private static boolean areBeyondChance(List<CountChange> changes, long requests) {
    double more = changes.stream().mapToDouble(CountChange::more).sum();
    double random =
        changes.stream()
            .filter(change -> !isWhole(change.base()) || !isWhole(change.head()))
            .mapToDouble(change -> change.base() + change.head())
            .sum();
    return Math.abs(more) * requests > DEVIATIONS * Math.sqrt(random * requests);
  }

  private static boolean isWhole(double perRequest) {
    return perRequest == Math.rint(perRequest);
  }

  /**
   * Returns the finding; empty where the counts vary and nothing exact grew, so that other rules
   * apply.
   *
   * @param other counts of the other mode
   * @param allowed growth that is allowed, as a share of base
   */
  Optional<Finding> judge(Optional<ExactCounts> other, double allowed) {
    if (direction(confirmed(other, 1), allowed) > 0) {
      return Optional.of(new Finding.MoreOften(key.metric(), changed(1)));
    }
    if (!varies && direction(confirmed(other, -1), allowed) < 0) {
      return Optional.of(new Finding.LessOften(key.metric(), changed(-1)));
    }
    // Locks are waited for now and then in most launches: they are no reason for more of them.
    boolean early = key.metric() != Metric.CONTENDED_LOCKS && rounds < ROUNDS_OF_APPEARING;
    int suspected = direction(appearing, allowed);
    if (early && (suspected > 0 || suspected < 0 && !varies)) {
      return Optional.of(new Finding.TooEarly());
    }
    return varies || suspected != 0
        ? Optional.empty()
        : Optional.of(new Finding.AsOften(key.metric(), exact));
  }

  /** Returns the requests that differ, those first that differ most in that direction. */
  private List<RequestCounts> changed(int direction) {
    return (rounds >= ROUNDS_OF_APPEARING ? appearing : exact)
        .stream()
            .filter(each -> !each.changes().isEmpty())
            .sorted(Comparator.comparingDouble(each -> -direction * each.more() * each.sent()))
            .toList();
  }
}
