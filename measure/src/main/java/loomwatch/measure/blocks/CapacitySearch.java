package loomwatch.measure.blocks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.RunningNeeds;
import loomwatch.measure.observe.Target;
import loomwatch.measure.plan.Block;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;

/**
 * Finds the highest rate at which the objective holds, of the launches of a block that serve in the
 * same mode: in turn at nearly the same rates, so that the host's drift touches them alike. It
 * comes after all else that is asked of a launch, which stands although the server ends under a
 * rate.
 */
final class CapacitySearch {
  /** Each rate is held so long: short enough to pass between two stalls of a noisy host. */
  private static final Duration HELD = Duration.ofMillis(300);

  /** What a rate that was too much left behind is served meanwhile. */
  private static final Duration RECOVERY = Duration.ofMillis(150);

  /** By which rates grow until one is too much for base. */
  private static final double CLIMB = 1.5;

  /** What is too much is lost each time, and what is not by chance. */
  private static final int ATTEMPTS = 5;

  private final Equipment equipment;
  private final Progress progress;
  private final Scenario scenario;
  private final RunningNeeds needs;

  CapacitySearch(Equipment equipment, Progress progress, Block block, RunningNeeds needs) {
    this.equipment = equipment;
    this.progress = progress;
    this.needs = needs;
    this.scenario = block.scenario();
  }

  /** Of one mode after the other; each launch gets its sample, where that could be found out. */
  void run(List<RunningLaunch> launches) throws IOException, InterruptedException {
    for (Mode mode : Mode.values()) {
      List<RunningLaunch> alike =
          launches.stream().filter(one -> one.place().mode() == mode && !one.failed()).toList();
      if (!alike.isEmpty() && !scenario.saturated().contains(mode)) {
        search(alike);
      }
    }
  }

  private void search(List<RunningLaunch> alike) throws IOException, InterruptedException {
    RunningLaunch base =
        alike.stream()
            .filter(one -> one.place().isBaseOf(alike.getFirst().place()))
            .findFirst()
            .orElse(alike.getFirst());
    Optional<Bearing> bearing = Bearing.of(scenario, base.counting(), HELD);
    if (bearing.isEmpty()) {
      return;
    }
    OptionalDouble near = climb(base, bearing.get());
    if (near.isEmpty()) {
      return;
    }
    Map<RunningLaunch, Staircase> stairs = new LinkedHashMap<>();
    alike.forEach(one -> stairs.put(one, new Staircase(near.getAsDouble())));
    List<RunningLaunch> order = new ArrayList<>(alike);
    while (stairs.values().stream().anyMatch(each -> !each.ended())) {
      for (RunningLaunch launch : order) {
        Staircase stair = Objects.requireNonNull(stairs.get(launch));
        boolean goesOn =
            stair.ended()
                || tried(launch, target -> stair.answer(hold(target, stair.rate(), bearing.get())));
        if (!goesOn) {
          return;
        }
      }
      Collections.reverse(order);
    }
    stairs.forEach(
        (launch, stair) -> stair.found().ifPresent(found -> launch.add(List.of(sample(found)))));
  }

  /** Between the highest rate that is kept on the way up and the next; empty where it ended. */
  private OptionalDouble climb(RunningLaunch launch, Bearing bearing)
      throws IOException, InterruptedException {
    double[] rate = {scenario.requestsPerSecond()};
    boolean goesOn =
        tried(
            launch,
            target -> {
              while (isKeptOnce(target, rate[0], bearing)) {
                rate[0] *= CLIMB;
              }
            });
    return goesOn ? OptionalDouble.of(rate[0] / Math.sqrt(CLIMB)) : OptionalDouble.empty();
  }

  /** Whether it could be done; else the server, or what it needs, ended under it. */
  private boolean tried(RunningLaunch launch, RunningLaunch.Step work)
      throws IOException, InterruptedException {
    boolean[] done = {false};
    launch.attempt(
        Stopwatch.Phase.OTHER,
        target -> {
          try {
            work.on(target);
            done[0] = true;
          } catch (LaunchFailure ended) {
            progress.note(
                "  %s: %s; its capacity stays unknown"
                    .formatted(launch.name(), ended.getMessage()));
          }
        });
    return done[0];
  }

  private boolean isKeptOnce(Target target, double rate, Bearing bearing)
      throws LaunchFailure, InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (hold(target, rate, bearing) == Staircase.Held.KEPT) {
        return true;
      }
    }
    return false;
  }

  private static Sample sample(Staircase.Found found) {
    return new Sample(
        Metric.CAPACITY,
        found.rate(),
        found.atLeast()
            ? List.of("at least that: the load generator could make no more requests")
            : List.of());
  }

  private Staircase.Held hold(Target target, double rate, Bearing bearing)
      throws LaunchFailure, InterruptedException {
    progress.doing("%s threads, %,.0f requests/s", target.server().mode().label(), rate);
    Duration held = HELD.plus(equipment.engine().unmeasured(scenario.connections()));
    for (int take = 0; take <= Equipment.RETAKES; take++) {
      LoadResult load =
          equipment.engine().run(Loading.held(target.server(), scenario.at(rate), held));
      String when = "at " + Math.round(rate) + " requests/s";
      target.server().requireAlive(when);
      needs.requireAlive(when);
      if (!load.spoiltByGenerator()) {
        if (bearing.isShownBy(load)) {
          return Staircase.Held.KEPT;
        }
        Thread.sleep(RECOVERY);
        return Staircase.Held.LOST;
      }
      Thread.sleep(RECOVERY);
    }
    return Staircase.Held.BEYOND_GENERATOR;
  }
}
