package loomwatch.judge.cause;

import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import loomwatch.judge.cause.CauseReport.CauseFindings;
import loomwatch.judge.cause.CauseReport.FrameChange;
import loomwatch.judge.cause.CauseSearch.FrameAttribution;
import loomwatch.judge.cause.CauseSearch.FramePValues;
import loomwatch.judge.statistics.GrowthMaxT;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.MetricVerdict.LimitResult;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Metric;
import loomwatch.results.Stack.Frame;

/**
 * Finds causes of regressions in the profiles of base's and head's launches.
 *
 * <p>All frames of all scenarios, modes and resources are tested together ({@link GrowthMaxT}),
 * with a separate family for those that the change touches. A cause is named only where the metric
 * it explains regressed, according to the verdict or the profiles.
 */
public final class CauseFinder {
  /** Level of the test: 4 and 4 launches can be relabelled in 70 ways, 4 and 3 in 35. */
  static final double LEVEL = 0.03;

  /** Minimum share of a resource's total, in any launch, for a frame to be tested. */
  private static final double LEAST_SHARE = 0.002;

  /** s₀ of a frame as a share of the total, for resources with thousands of samples. */
  private static final double FLOOR_OF_SAMPLES = 0.002;

  /** s₀ of a frame as a share of the total, for resources with few events per launch. */
  private static final double FLOOR_OF_EVENTS = 0.01;

  /** Maximum number of causes reported. */
  public static final int MOST_CAUSES = 50;

  private final List<LaunchStacks> launches;
  private final Verdict verdict;
  private final Suspects suspects;
  private final long seed;

  /** Creates a finder; {@code seed} seeds the random relabellings. */
  public CauseFinder(List<LaunchStacks> launches, Verdict verdict, Suspects suspects, long seed) {
    this.launches = List.copyOf(launches);
    this.verdict = verdict;
    this.suspects = suspects;
    this.seed = seed;
  }

  /** Returns up to {@link #MOST_CAUSES} causes: those the change touches first, then by share. */
  public CauseFindings find() {
    List<ResourceCosts> all =
        places().stream().map(place -> ResourceCosts.of(place, launches)).toList();
    List<Cause> causes = new ArrayList<>();
    List<FrameChange> changes = new ArrayList<>();
    List<CauseFindings.Total> totals = new ArrayList<>();
    for (Map.Entry<ResourceCosts, FramePValues> each : tested(all).entrySet()) {
      ResourceCosts costs = each.getKey();
      FramePValues pValues = each.getValue();
      totals.add(CauseFindings.Total.of(costs));
      changes.addAll(FrameChange.of(costs, pValues.whole(), suspects));
      GrowthToExplain.of(costs, verdict)
          .ifPresent(explained ->
              causes.addAll(new CauseSearch(costs, explained, suspects, pValues).causes()));
    }
    causes.sort(
        Comparator.comparingInt((Cause cause) -> cause.changed() ? 0 : 1)
            .thenComparingDouble(cause -> -share(cause))
            .thenComparing(Cause::resource)
            .thenComparing(Cause::mode));
    return new CauseFindings(causes.stream().limit(MOST_CAUSES).toList(), totals, changes);
  }

  private static double share(Cause cause) {
    return Objects.requireNonNullElse(cause.explainedPercent(), 0.0);
  }

  private List<ResourceCosts.Place> places() {
    Set<ResourceCosts.Place> places =
        new TreeSet<>(
            Comparator.comparing(ResourceCosts.Place::scenario)
                .thenComparing(ResourceCosts.Place::mode)
                .thenComparing(ResourceCosts.Place::resource));
    for (LaunchStacks launch : launches) {
      for (Resource resource : Resource.values()) {
        if (!launch.of(resource).isEmpty()) {
          places.add(new ResourceCosts.Place(launch.scenario(), launch.mode(), resource));
        }
      }
    }
    return List.copyOf(places);
  }

  /**
   * A frame to be tested.
   *
   * @param own whether this is the frame's self cost instead of its inclusive cost
   * @param touched whether the change touches the frame's source
   */
  private record Candidate(
      ResourceCosts costs,
      String name,
      boolean own,
      boolean touched,
      GrowthMaxT.Quantity quantity) {}

  /**
   * Tests the candidates of all resources together. Frames that the change touches are few and
   * likely, so they are tested separately from the thousands of others.
   */
  private Map<ResourceCosts, FramePValues> tested(List<ResourceCosts> all) {
    Map<Boolean, List<Candidate>> families =
        candidates(all).stream().collect(partitioningBy(Candidate::touched));
    Map<ResourceCosts, Map<String, Double>> whole = new HashMap<>();
    Map<ResourceCosts, Map<String, Double>> own = new HashMap<>();
    for (List<Candidate> family : families.values()) {
      double[] adjusted =
          GrowthMaxT.adjusted(family.stream().map(Candidate::quantity).toList(), new Random(seed));
      for (int i = 0; i < adjusted.length; i++) {
        Candidate candidate = family.get(i);
        (candidate.own() ? own : whole)
            .computeIfAbsent(candidate.costs(), none -> new HashMap<>())
            .put(candidate.name(), adjusted[i]);
      }
    }
    Map<ResourceCosts, FramePValues> tested = new LinkedHashMap<>();
    for (ResourceCosts costs : all) {
      tested.put(
          costs,
          new FramePValues(whole.getOrDefault(costs, Map.of()), own.getOrDefault(costs, Map.of())));
    }
    return tested;
  }

  private List<Candidate> candidates(List<ResourceCosts> all) {
    List<Candidate> candidates = new ArrayList<>();
    Map<List<Object>, Integer> sets = new HashMap<>();
    FrameAttribution charging = new FrameAttribution(suspects);
    for (ResourceCosts costs : all) {
      Optional<Double> size = size(costs);
      if (size.isEmpty()) {
        continue;
      }
      ResourceCosts.Place place = costs.place();
      int set = sets.computeIfAbsent(costs.launches(), key -> sets.size());
      List<List<String>> whole = costs.frameNames();
      List<List<String>> own =
          costs.rows().stream()
              .map(row -> charging.of(place.resource(), row.stack()))
              .map(
                  frames -> frames.isEmpty() ? List.<String>of() : List.of(frames.getLast().name()))
              .toList();
      Set<String> touched = touched(costs);
      double least = LEAST_SHARE * size.get();
      double floor = floorShare(place.resource()) * size.get();
      for (boolean itself : List.of(false, true)) {
        new TreeMap<>(costs.inclusive(itself ? own : whole))
            .forEach((name, values) -> {
              if (Arrays.stream(values).max().orElse(0) >= least) {
                GrowthMaxT.Quantity quantity =
                    new GrowthMaxT.Quantity(set, costs.base(values), costs.head(values), floor);
                candidates.add(
                    new Candidate(costs, name, itself, touched.contains(name), quantity));
              }
            });
      }
    }
    return candidates;
  }

  /** Returns the names of frames in a source, or in a class of a library, that changed. */
  private Set<String> touched(ResourceCosts costs) {
    return costs.rows().stream()
        .flatMap(row -> row.stack().frames().stream())
        .distinct()
        .filter(frame -> suspects.touch(frame.type(), frame.line()) != Suspects.Touch.NONE)
        .map(Frame::name)
        .collect(toSet());
  }

  private static double floorShare(Resource resource) {
    return switch (resource) {
      case CPU, ALLOCATION, LIVE -> FLOOR_OF_SAMPLES;
      case BLOCKING, PINNING, PAUSES, TAIL, COLLECTIONS, THREADS, START, COUNTS -> FLOOR_OF_EVENTS;
    };
  }

  /** Returns the larger variant's total; empty where nothing can be compared. */
  private static Optional<Double> size(ResourceCosts costs) {
    double[] total = costs.total();
    double size = Math.max(costs.meanOfBase(total), costs.meanOfHead(total));
    return costs.comparable() && size > 0 && costs.place().resource().hasCauses()
        ? Optional.of(size)
        : Optional.empty();
  }

  /**
   * The growth that causes of one resource have to explain.
   *
   * @param growth growth of the resource's total, in its unit; above 0
   * @param total total by launch, base's first; empty where the profiles do not show a growth and
   *     it is the verdict's
   * @param scale ratio of the verdict's growth to the profiled one; 1 where one of them is unknown
   */
  record GrowthToExplain(Metric metric, double growth, Optional<double[]> total, double scale) {

    /** Returns empty where nothing regressed, or where the thresholds say that it passed. */
    static Optional<GrowthToExplain> of(ResourceCosts costs, Verdict verdict) {
      if (!costs.comparable() || !costs.place().resource().hasCauses()) {
        return Optional.empty();
      }
      List<Metric> metrics = metrics(costs.place().resource());
      List<MetricVerdict> judged =
          verdict.metrics().stream()
              .filter(line ->
                  line.scenario().equals(costs.place().scenario())
                      && line.mode() == JudgedMode.of(costs.place().mode())
                      && metrics.contains(line.metric())
                      && line.change().isPresent())
              .toList();
      Optional<MetricVerdict> worse = judged.stream().filter(MetricVerdict::gotWorse).findFirst();
      boolean heldBySomeRule =
          judged.stream()
              .flatMap(line -> outcome(line).stream())
              .anyMatch(outcome -> outcome == Outcome.PASS || outcome == Outcome.IMPROVED);
      if (worse.isEmpty() && heldBySomeRule) {
        return Optional.empty();
      }
      Metric metric =
          worse
              .or(() -> judged.stream().findFirst())
              .map(MetricVerdict::metric)
              .orElse(metrics.getFirst());
      double[] total = costs.totalOfRequests();
      Optional<Double> measured =
          worse
              .filter(line -> isMeasuredIn(costs.place().resource(), line))
              .flatMap(MetricVerdict::change)
              .flatMap(GrowthToExplain::growth);
      if (costs.interval(total).low() > 0) {
        double seen = costs.growth(total);
        return Optional.of(
            new GrowthToExplain(
                metric,
                seen,
                Optional.of(total),
                measured.map(growth -> growth / seen).orElse(1.0)));
      }
      return measured.map(growth -> new GrowthToExplain(metric, growth, Optional.empty(), 1));
    }

    /** Returns whether profiles and verdict show the same quantity, of a request or operation. */
    private static boolean isMeasuredIn(Resource resource, MetricVerdict line) {
      return line.metric().unit().isPerOperation() || line.unit().equals(resource.unit().symbol());
    }

    private static Optional<Outcome> outcome(MetricVerdict line) {
      return line.change().flatMap(Change::found).map(LimitResult::verdict);
    }

    private static Optional<Double> growth(Change change) {
      double growth =
          switch (change.size()) {
            case Size.Ratio size -> size.base() * size.percent() / 100;
            case Size.NoRatio size -> size.head() - size.base();
            case Size.NoPair none -> 0;
          };
      return growth > 0 ? Optional.of(growth) : Optional.empty();
    }

    private static List<Metric> metrics(Resource resource) {
      return switch (resource) {
        case CPU ->
            List.of(
                Metric.CPU_PER_REQUEST, Metric.CPU_PER_REQUEST_TOTAL, Metric.TIME_PER_OPERATION);
        case ALLOCATION -> List.of(Metric.ALLOCATED_PER_REQUEST, Metric.ALLOCATED_PER_OPERATION);
        case BLOCKING, PINNING ->
            List.of(Metric.LATENCY_P50, Metric.LATENCY_P90, Metric.LATENCY_P99);
        case PAUSES, COUNTS -> List.of();
        case TAIL -> List.of(Metric.LATENCY_P99, Metric.LATENCY_TAIL, Metric.SLOW_SHARE);
        case LIVE -> List.of(Metric.LIVE_SET, Metric.RETAINED_PER_REQUEST);
        case COLLECTIONS -> List.of(Metric.COLLECTOR_CPU_PER_REQUEST);
        case THREADS -> List.of(Metric.PLATFORM_THREADS_AFTER_LOAD);
        case START -> List.of(Metric.TIME_TO_READY);
      };
    }
  }
}
