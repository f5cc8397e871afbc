package loomwatch.judge.cause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import loomwatch.judge.statistics.GrowthMaxT;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.stacks.LaunchStacks;
import loomwatch.results.stacks.Resource;

/**
 * Finds causes in what launches of base and head were seen to spend.
 *
 * <p>A difference between two profiles is noise until shown otherwise. Every frame of every
 * scenario, mode and resource is tested together ({@link GrowthMaxT}), and no cause is named but
 * where what it should explain got worse: as judged, or else in the profiles themselves.
 */
public final class CauseFinder {
  /** Four launches of each arm can be relabelled in 70 ways, one lost leaves 35. */
  static final double LEVEL = 0.03;

  /** Of a place's total: a frame with less than that in every launch is not looked at. */
  private static final double LEAST_SHARE = 0.002;

  /** s₀ of every frame, of the total: of what samples tell, thousands of them in a launch. */
  private static final double FLOOR_OF_SAMPLES = 0.002;

  /** And of what events tell, of which a launch has few, some long. */
  private static final double FLOOR_OF_EVENTS = 0.01;

  private final List<LaunchStacks> launches;
  private final Verdict verdict;
  private final Suspects suspects;
  private final long seed;

  /**
   * A finder.
   *
   * @param launches of base and head, with profilers
   * @param verdict of the comparison that was judged
   * @param suspects what differs
   * @param seed of the relabellings
   */
  public CauseFinder(List<LaunchStacks> launches, Verdict verdict, Suspects suspects, long seed) {
    this.launches = List.copyOf(launches);
    this.verdict = verdict;
    this.suspects = suspects;
    this.seed = seed;
  }

  /** Finds them; the best of each metric first, those the change touches before others. */
  public CausesFound find() {
    List<Spending> spendings =
        places().stream().map(place -> Spending.of(place, launches)).toList();
    Map<Spending, Map<String, Double>> tested = tested(spendings);
    List<Cause> causes = new ArrayList<>();
    List<FrameChange> changes = new ArrayList<>();
    List<CausesFound.Total> totals = new ArrayList<>();
    for (Spending spending : spendings) {
      totals.add(CausesFound.Total.of(spending));
      Map<String, Double> p = tested.getOrDefault(spending, Map.of());
      changes.addAll(FrameChange.of(spending, p, suspects));
      Explained.of(spending, verdict)
          .ifPresent(
              explained -> causes.addAll(new Naming(spending, explained, suspects, p).causes()));
    }
    causes.sort(
        Comparator.comparingInt((Cause cause) -> cause.changed() ? 0 : 1)
            .thenComparingDouble(cause -> -cause.explainedPercent())
            .thenComparing(Cause::resource)
            .thenComparing(Cause::mode));
    return new CausesFound(causes, totals, changes);
  }

  private List<Spending.Place> places() {
    Set<Spending.Place> places =
        new TreeSet<>(
            Comparator.comparing(Spending.Place::scenario)
                .thenComparing(Spending.Place::mode)
                .thenComparing(Spending.Place::resource));
    for (LaunchStacks launch : launches) {
      for (Resource resource : Resource.values()) {
        if (!launch.of(resource).isEmpty()) {
          places.add(new Spending.Place(launch.scenario(), launch.mode(), resource));
        }
      }
    }
    return List.copyOf(places);
  }

  /** The adjusted p of every frame that is worth looking at, all places together. */
  private Map<Spending, Map<String, Double>> tested(List<Spending> spendings) {
    List<GrowthMaxT.Quantity> quantities = new ArrayList<>();
    List<Map.Entry<Spending, String>> whose = new ArrayList<>();
    Map<List<Object>, Integer> sets = new HashMap<>();
    for (Spending spending : spendings) {
      Optional<Double> size = size(spending);
      if (size.isEmpty()) {
        continue;
      }
      int set =
          sets.computeIfAbsent(
              List.of(spending.place().scenario(), spending.place().mode()), key -> sets.size());
      Map<String, double[]> inclusive =
          spending.inclusive(spending.rows().stream().map(row -> Names.of(row.stack())).toList());
      new TreeMap<>(inclusive)
          .forEach((name, values) -> {
            if (Arrays.stream(values).max().orElse(0) >= LEAST_SHARE * size.get()) {
              quantities.add(
                  new GrowthMaxT.Quantity(
                      set,
                      spending.base(values),
                      spending.head(values),
                      floorShare(spending.place().resource()) * size.get()));
              whose.add(Map.entry(spending, name));
            }
          });
    }
    double[] adjusted = GrowthMaxT.adjusted(quantities, new Random(seed));
    Map<Spending, Map<String, Double>> p = new HashMap<>();
    for (int i = 0; i < adjusted.length; i++) {
      p.computeIfAbsent(whose.get(i).getKey(), spending -> new HashMap<>())
          .put(whose.get(i).getValue(), adjusted[i]);
    }
    return p;
  }

  private static double floorShare(Resource resource) {
    return switch (resource) {
      case CPU, ALLOCATION -> FLOOR_OF_SAMPLES;
      case BLOCKING, PINNING, PAUSES, TAIL -> FLOOR_OF_EVENTS;
    };
  }

  /** The larger of both arms' totals; empty where nothing can be compared. */
  private static Optional<Double> size(Spending spending) {
    double[] total = spending.total();
    double size = Math.max(spending.meanOfBase(total), spending.meanOfHead(total));
    return spending.comparable() && size > 0 && spending.place().resource().hasStacks()
        ? Optional.of(size)
        : Optional.empty();
  }
}
