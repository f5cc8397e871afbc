package loomwatch.measure.blocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import loomwatch.loadgen.LoadEngine;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.plan.Block;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;

/**
 * Finds how much each launch of a block bears, of those that serve in the same mode in turn, so
 * that the host's drift touches them alike. A server that ends under a rate, or answers nothing any
 * more, is a launch that failed: of what is left of such an arm nobody may be told that it bears as
 * much as before.
 */
final class CapacitySearch {
  /** Part of the time that a rate was held for, in which what it left behind is served. */
  private static final int RECOVERY = 6;

  /** By which rates grow until one is too much for base. */
  private static final double CLIMB = 1.5;

  /** What is too much is lost each time, and what is not by chance. */
  private static final int ATTEMPTS = 5;

  /** Where what comes after goes on up by itself. */
  private static final int ATTEMPTS_AT_OVERLOAD = 2;

  private final Equipment equipment;
  private final Progress progress;
  private final Scenario scenario;
  private final BackingServices needs;

  CapacitySearch(Equipment equipment, Progress progress, Block block, BackingServices needs) {
    this.equipment = equipment;
    this.progress = progress;
    this.needs = needs;
    this.scenario = block.scenario();
  }

  /** Of one mode after the other; each launch gets its sample, where that could be found out. */
  void run(List<RunningLaunch> launches) throws LaunchFailure, IOException, InterruptedException {
    for (Mode mode : Mode.values()) {
      List<RunningLaunch> alike =
          launches.stream().filter(one -> one.place().mode() == mode && !one.failed()).toList();
      if (!alike.isEmpty() && !scenario.saturated().contains(mode)) {
        search(alike);
        // What they share is no arm's fault.
        needs.requireAlive("when their capacity was sought");
      }
    }
  }

  private void search(List<RunningLaunch> alike) throws IOException, InterruptedException {
    Map<RunningLaunch, Bearing> bearings = new LinkedHashMap<>();
    for (RunningLaunch launch : alike) {
      Optional<Bearing> bearing = Bearing.of(scenario, launch.counting());
      if (bearing.isEmpty()) {
        return;
      }
      bearings.put(launch, bearing.get());
    }
    RunningLaunch base =
        alike.stream()
            .filter(one -> one.place().isBaseOf(alike.getFirst().place()))
            .findFirst()
            .orElse(alike.getFirst());
    Optional<TooHigh> tooHigh = climb(base, Objects.requireNonNull(bearings.get(base)));
    if (tooHigh.isPresent()) {
      List<Asked> all = new ArrayList<>();
      bearings.forEach(
          (launch, bearing) -> all.add(new Asked(launch, bearing, from(tooHigh.get()))));
      inTurn(all);
      all.stream().filter(each -> !each.launch().failed()).forEach(this::tell);
    }
  }

  /** What is asked of one launch, and what shows that it bears a rate. */
  private record Asked(RunningLaunch launch, Bearing bearing, RateSearch search) {
    boolean goesOn() {
      return !search.ended() && !launch.failed();
    }
  }

  private void inTurn(List<Asked> all) throws IOException, InterruptedException {
    List<Asked> order = new ArrayList<>(all);
    while (all.stream().anyMatch(Asked::goesOn)) {
      for (Asked each : order) {
        if (each.goesOn()) {
          ask(each);
        }
      }
      Collections.reverse(order);
    }
  }

  private void ask(Asked asked) throws IOException, InterruptedException {
    RateSearch search = asked.search();
    Bearing lasting =
        switch (search) {
          case Overload overload ->
              asked.bearing().filling(scenario.connections(), overload.rate());
          case Staircase stairs -> asked.bearing();
        };
    asked
        .launch()
        .attempt(
            Stopwatch.Phase.OTHER,
            target -> {
              double rate = search.rate();
              search.answer(hold(target, rate, lasting));
              if (search.isStuck()) {
                throw target.server().hung(when(rate), RateSearch.MOST_SILENT + " times in a row");
              }
            });
  }

  private void tell(Asked asked) {
    RunningLaunch launch = asked.launch();
    asked
        .search()
        .found()
        .ifPresentOrElse(
            found -> launch.add(List.of(sample(found, asked.bearing()))),
            () -> progress.note("  %s: its capacity could not be found".formatted(launch.name())));
  }

  /** A rate that base does not bear, and what it showed at last. */
  private record TooHigh(double rate, RateSearch.Answer answer) {}

  /** Where all that is asked of a server is to keep up, what it does beyond tells most. */
  private RateSearch from(TooHigh known) {
    return scenario.objective() == null
        ? new Overload(known.rate(), known.answer().served())
        : new Staircase(known.rate() / Math.sqrt(CLIMB));
  }

  /** The first rate on the way up that is not kept; empty where that cannot be told. */
  private Optional<TooHigh> climb(RunningLaunch launch, Bearing bearing)
      throws IOException, InterruptedException {
    AtomicReference<TooHigh> found = new AtomicReference<>();
    launch.attempt(
        Stopwatch.Phase.OTHER,
        target -> {
          double rate = scenario.requestsPerSecond();
          RateSearch.Answer answer = holdOften(target, rate, bearing);
          while (answer.held() == RateSearch.Held.KEPT) {
            rate *= CLIMB;
            answer = holdOften(target, rate, bearing);
          }
          found.set(new TooHigh(rate, answer));
        });
    return Optional.ofNullable(found.get());
  }

  /** Until it is kept; else the last answer. */
  private RateSearch.Answer holdOften(Target target, double rate, Bearing bearing)
      throws LaunchFailure, InterruptedException {
    int attempts = scenario.objective() == null ? ATTEMPTS_AT_OVERLOAD : ATTEMPTS;
    RateSearch.Answer answer = hold(target, rate, bearing);
    for (int more = 1; more < attempts && answer.held() != RateSearch.Held.KEPT; more++) {
      answer = hold(target, rate, bearing);
    }
    return answer;
  }

  private Sample sample(RateSearch.Found found, Bearing bearing) {
    List<String> doubts = new ArrayList<>();
    if (found.atLeast()) {
      doubts.add("at least that: the load generator could make no more requests");
    }
    if (scenario.objective() == null
        && bearing.isOfConnections(scenario.connections(), found.rate())) {
      doubts.add(
          "at least that: %d connections can have no more requests answered at the usual latency"
              .formatted(scenario.connections()));
    }
    return new Sample(Metric.CAPACITY, found.rate(), doubts);
  }

  private RateSearch.Answer hold(Target target, double rate, Bearing bearing)
      throws LaunchFailure, InterruptedException {
    progress.doing("%s threads, %,.0f requests/s", target.server().mode().label(), rate);
    LoadEngine engine = equipment.forShortLoads(scenario);
    for (int take = 0; take <= Equipment.RETAKES; take++) {
      LoadResult load =
          engine.run(Loading.held(target.server(), scenario.at(rate), bearing.held()));
      target.server().requireAlive(when(rate));
      needs.requireAlive(when(rate));
      if (!load.spoiltByGenerator()) {
        if (bearing.isShownBy(load)) {
          return new RateSearch.Answer(RateSearch.Held.KEPT, 0);
        }
        Thread.sleep(bearing.held().dividedBy(RECOVERY));
        return new RateSearch.Answer(RateSearch.Held.LOST, bearing.servedOf(load));
      }
      Thread.sleep(bearing.held().dividedBy(RECOVERY));
    }
    return new RateSearch.Answer(RateSearch.Held.BEYOND_GENERATOR, 0);
  }

  private static String when(double rate) {
    return "when asked for %d requests/s to find its capacity".formatted(Math.round(rate));
  }
}
