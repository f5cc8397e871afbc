package loomwatch.measure.rounds;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.RunningLaunch.Stopwatch;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;

/** Loads the launches of a group in short cycles, adding cycles while noise hides differences. */
final class InterleavedLoad {
  /** Upper limit, as a multiple of the planned cycles. */
  private static final int MOST_CYCLES = 3;

  /** No cycle is added once the load, waits included, took this many times the planned time. */
  private static final int LONGEST = 5;

  /** Longest wait of a group for a quiet host, as a multiple of its time under load. */
  private static final int WAITING = 2;

  /** Longest wait of a group for a quiet host, where a low rate makes windows long. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  private final Equipment equipment;
  private final Progress progress;
  private final Scenario scenario;
  private final Profile.Windows windows;

  InterleavedLoad(Equipment equipment, Profile profile, Progress progress, Scenario scenario) {
    this.equipment = equipment;
    this.progress = progress;
    this.scenario = scenario;
    this.windows = profile.windows(scenario, unmeasured());
  }

  private Duration unmeasured() {
    return equipment.generator().unmeasured(scenario.connections());
  }

  void run(List<RunningLaunch> launches) throws IOException, InterruptedException {
    Instant start = Instant.now();
    int fewest = windows.count();
    int most = most();
    Duration planned = windows.total().multipliedBy(launches.size());
    Instant latest = start.plus(planned.multipliedBy(LONGEST));
    equipment.host().begin();
    equipment.host().grant(patience(planned));
    List<Integer> order = LaunchGroup.windowOrder(launches.size(), most);
    int position = 0;
    for (int cycle = 0; cycle < most; cycle++) {
      int more = cycle - fewest;
      // Places are balanced only after as many cycles as launches.
      if (more >= 0
          && more % launches.size() == 0
          && (isEnough(launches) || Instant.now().isAfter(latest))) {
        return;
      }
      if (more >= 0) {
        // Added cycles wait for a quiet host like planned ones.
        equipment.host().grant(windows.length().multipliedBy((long) launches.size() * WAITING));
      }
      int all = launches.size() * (more < 0 ? fewest : most);
      for (int place = 0; place < launches.size(); place++) {
        progress.doing("measuring, window %d of %d", position + 1, all);
        RunningLaunch launch = launches.get(order.get(position));
        measure(launch, new ScenarioLoad.WindowPlace(position, cycle, start));
        position++;
      }
    }
  }

  /** Returns how long a group under so much load waits for a quiet host. */
  static Duration patience(Duration load) {
    Duration waiting = load.multipliedBy(WAITING);
    return waiting.compareTo(LONGEST_WAIT) < 0 ? waiting : LONGEST_WAIT;
  }

  /** Returns the planned cycles where each costs unmeasured time, or in a profiled pass. */
  private int most() {
    boolean fixed = equipment.recording() == Recording.STACKS || !unmeasured().isZero();
    return fixed ? windows.count() : MOST_CYCLES * windows.count();
  }

  private boolean isEnough(List<RunningLaunch> launches) {
    return CycleNoise.isEnough(
        launches.stream()
            .filter(launch -> !launch.failed())
            .filter(launch -> !scenario.saturated().contains(launch.place.mode()))
            .toList(),
        launches.size());
  }

  private void measure(RunningLaunch launch, ScenarioLoad.WindowPlace place)
      throws IOException, InterruptedException {
    launch.attempt(
        Stopwatch.Phase.MEASURE,
        target ->
            launch.add(ScenarioLoad.measure(target, scenario, windows.length(), equipment, place)));
  }

  /**
   * Decides from the variation between cycles whether the difference of two variants is known
   * precisely enough. Without a clear difference it uses the spread alone, which has no sign, so
   * that adding cycles favours no verdict.
   */
  static final class CycleNoise {
    /** Enough precision for a pair: a standard error of half the blocking tolerance of CPU. */
    private static final double SMALL = 0.02;

    /** A difference of this size, equal to that tolerance, is known well enough if significant. */
    private static final double PLAIN = 2 * SMALL;

    /** A difference that decides the verdict alone: twice a usual tolerance. */
    private static final double PLAINLY_WORSE = 0.1;

    /** Standard errors that one group in 10,000 of equal variants exceeds by chance. */
    private static final double NO_CHANCE = 4;

    /** The median's standard error × √n ÷ interquartile range, of a normal sample. */
    private static final double OF_QUARTILES = 1.2533 / 1.3490;

    /** Quartiles of fewer values are too imprecise. */
    private static final int FEWEST = 8;

    private static final Set<Metric> TO_BE_KNOWN =
        EnumSet.of(Metric.CPU_PER_REQUEST, Metric.LATENCY_P50);

    private static final Set<Metric> MAY_DECIDE =
        EnumSet.of(Metric.CPU_PER_REQUEST, Metric.LATENCY_P50, Metric.ALLOCATED_PER_REQUEST);

    private CycleNoise() {}

    /**
     * Reports whether more cycles would add little: each difference is known precisely or is clear,
     * or one is so large that it decides the verdict. True also if there is nothing to compare.
     *
     * @param round launches per cycle
     */
    static boolean isEnough(List<RunningLaunch> launches, int round) {
      boolean known = true;
      for (RunningLaunch head : launches) {
        for (RunningLaunch base : launches) {
          if (base != head && base.place.isBaseOf(head.place)) {
            for (Metric metric : MAY_DECIDE) {
              double[] differences = differences(metric, base, head, round);
              int cycles = Math.min(base.measured().size(), head.measured().size());
              double beyondDoubt = beyondDoubt(differences);
              if (beyondDoubt >= PLAINLY_WORSE) {
                return true;
              }
              known &=
                  !TO_BE_KNOWN.contains(metric)
                      || !tooManyDiscarded(differences, cycles)
                          && standardError(differences) <= SMALL
                      || Math.abs(beyondDoubt) >= PLAIN;
            }
          }
        }
      }
      return known;
    }

    private static boolean tooManyDiscarded(double[] differences, int cycles) {
      return differences.length > 0 && differences.length < FEWEST && cycles >= FEWEST;
    }

    /** Returns their median if it is significantly different from 0, else 0. */
    static double beyondDoubt(double[] differences) {
      if (differences.length < FEWEST) {
        return 0;
      }
      double median = Median.withDefaults().evaluate(differences);
      return Math.abs(median) >= NO_CHANCE * standardError(differences) ? median : 0;
    }

    /** Returns the standard error of their median; 0 for too few values. */
    static double standardError(double[] differences) {
      if (differences.length < FEWEST) {
        return 0;
      }
      double[] quartiles = Quantile.withDefaults().evaluate(differences, 0.25, 0.75);
      return OF_QUARTILES * (quartiles[1] - quartiles[0]) / Math.sqrt(differences.length);
    }

    private static double[] differences(
        Metric metric, RunningLaunch base, RunningLaunch head, int round) {
      Map<Integer, Double> ofBase = byCycle(metric, base, round);
      return byCycle(metric, head, round).entrySet().stream()
          .filter(entry -> ofBase.containsKey(entry.getKey()))
          .mapToDouble(entry ->
              Math.log(entry.getValue() / Objects.requireNonNull(ofBase.get(entry.getKey()))))
          .toArray();
    }

    private static Map<Integer, Double> byCycle(Metric metric, RunningLaunch launch, int round) {
      Map<Integer, Double> values = new TreeMap<>();
      for (MeasuredWindow window : launch.measured()) {
        window.samples().stream()
            .filter(sample -> sample.metric() == metric && sample.value() > 0)
            .forEach(sample -> values.put(window.position() / round, sample.value()));
      }
      return values;
    }
  }
}
