package loomwatch.measure.blocks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.observe.Target;
import loomwatch.measure.plan.Block;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;

/**
 * Finds the highest rate at which the objective holds, of the launches of a block that serve in the
 * same mode: in turn at the same rates, so that the host's drift touches them alike. It comes after
 * all else that is asked of a launch.
 */
final class CapacitySearch {
  /** Each rate is held so long: short enough to pass between two stalls of a noisy host. */
  private static final Duration HELD = Duration.ofMillis(400);

  /** What a rate that was too much left behind is served meanwhile. */
  private static final Duration RECOVERY = Duration.ofMillis(200);

  /**
   * What is too much is lost each time, and what is not by chance. A rate that was lost is not gone
   * back to, so chance must not end the search.
   */
  private static final int ATTEMPTS = 5;

  private final Equipment equipment;
  private final Progress progress;
  private final Scenario scenario;

  /** How a rate ended. */
  private enum Held {
    KEPT,
    LOST,
    /** By the generator. */
    UNKNOWN
  }

  CapacitySearch(Equipment equipment, Progress progress, Block block) {
    this.equipment = equipment;
    this.progress = progress;
    this.scenario = block.scenario();
  }

  /** Of one mode after the other; each launch gets its sample, where that could be found out. */
  void run(List<RunningLaunch> launches) throws IOException, InterruptedException {
    for (Mode mode : Mode.values()) {
      List<RunningLaunch> alike =
          launches.stream().filter(one -> one.place().mode() == mode && !one.failed()).toList();
      if (!alike.isEmpty() && !scenario.saturated().contains(mode)) {
        search(alike, mode);
      }
    }
  }

  private void search(List<RunningLaunch> alike, Mode mode)
      throws IOException, InterruptedException {
    List<MeasuredSlice> base =
        alike.stream()
            .filter(one -> one.place().isBaseOf(alike.getFirst().place()))
            .findFirst()
            .orElse(alike.getFirst())
            .counting();
    Optional<Bearing> bearing = Bearing.of(scenario, base, HELD);
    Map<RunningLaunch, Bracket> brackets = new LinkedHashMap<>();
    alike.forEach(one -> brackets.put(one, new Bracket(scenario.requestsPerSecond())));
    List<RunningLaunch> order = new ArrayList<>(alike);
    Optional<Double> rate = Bracket.next(List.copyOf(brackets.values()));
    while (rate.isPresent() && bearing.isPresent()) {
      double now = rate.get();
      progress.doing("%s threads, %,.0f requests/s", mode.label(), now);
      for (RunningLaunch launch : order) {
        Bracket bracket = brackets.getOrDefault(launch, new Bracket(now));
        if (launch.failed()) {
          bracket.abandon();
        } else if (bracket.holds(now)) {
          launch.attempt(
              Stopwatch.Phase.OTHER,
              target -> note(bracket, now, hold(target, now, bearing.get())));
        }
      }
      Collections.reverse(order);
      rate = Bracket.next(List.copyOf(brackets.values()));
    }
    brackets.forEach((launch, bracket) ->
        bracket.found().ifPresent(found -> launch.add(List.of(sample(found)))));
  }

  private static Sample sample(Bracket.Found found) {
    return new Sample(
        Metric.CAPACITY,
        found.rate(),
        found.atLeast()
            ? List.of("at least that: the load generator could make no more requests")
            : List.of());
  }

  private static void note(Bracket bracket, double rate, Held held) {
    switch (held) {
      case KEPT -> bracket.kept(rate);
      case LOST -> bracket.lost(rate);
      case UNKNOWN -> bracket.beyondGenerator(rate);
    }
  }

  private Held hold(Target target, double rate, Bearing bearing)
      throws LaunchFailure, InterruptedException {
    int spoilt = 0;
    int lost = 0;
    while (true) {
      LoadResult load =
          equipment.engine().run(Loading.held(target.server(), scenario.at(rate), held()));
      target.server().requireAlive("at " + Math.round(rate) + " requests/s");
      if (load.spoiltByGenerator()) {
        if (++spoilt > Equipment.RETAKES) {
          return Held.UNKNOWN;
        }
      } else if (bearing.isShownBy(load)) {
        return Held.KEPT;
      } else if (++lost == ATTEMPTS) {
        Thread.sleep(RECOVERY);
        return Held.LOST;
      }
      Thread.sleep(RECOVERY);
    }
  }

  private Duration held() {
    return HELD.plus(equipment.engine().unmeasured(scenario.connections()));
  }
}
