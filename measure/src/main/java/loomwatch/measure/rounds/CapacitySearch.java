package loomwatch.measure.rounds;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.rounds.CapacitySearch.RateSearch.Answer;
import loomwatch.measure.rounds.CapacitySearch.RateSearch.Held;
import loomwatch.measure.rounds.LaunchSamples.SlowShare;
import loomwatch.measure.rounds.RunningLaunch.Stopwatch.Phase;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Objective;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Finds the capacity of each launch of a group, alternating between launches of a mode so that the
 * host's drift affects them alike. A server that ends or stops answering under a rate is a failed
 * launch, so that no capacity is reported for it.
 */
record CapacitySearch(
    Equipment equipment, Progress progress, Scenario scenario, BackingServices backing) {
  /** Divisor of the time a rate was held, which gives the pause to serve its backlog. */
  private static final int RECOVERY = 6;

  /** Factor by which rates grow until one is too much for base. */
  private static final double CLIMB = 1.5;

  /** A rate that is too high fails each time; one that is not fails only by chance. */
  private static final int ATTEMPTS = 5;

  private static final int ATTEMPTS_AT_OVERLOAD = 2;

  void run(List<RunningLaunch> launches) throws LaunchFailure, IOException, InterruptedException {
    for (Mode mode : Mode.values()) {
      List<RunningLaunch> alike =
          launches.stream().filter(one -> one.place.mode() == mode && !one.failed()).toList();
      if (!alike.isEmpty() && !scenario.saturated().contains(mode)) {
        search(alike);
        // A failure of what they share is no variant's fault.
        backing.requireAlive("when their capacity was sought");
      }
    }
  }

  private void search(List<RunningLaunch> alike) throws IOException, InterruptedException {
    Map<RunningLaunch, SustainedRate> sustained = new LinkedHashMap<>();
    for (RunningLaunch launch : alike) {
      Optional<SustainedRate> known = SustainedRate.of(scenario, launch.punctual());
      if (known.isEmpty()) {
        return;
      }
      sustained.put(launch, known.get());
    }
    RunningLaunch base =
        alike.stream()
            .filter(one -> one.place.isBaseOf(alike.getFirst().place))
            .findFirst()
            .orElse(alike.getFirst());
    Optional<TooHigh> tooHigh = climb(base, Objects.requireNonNull(sustained.get(base)));
    if (tooHigh.isPresent()) {
      List<SearchedLaunch> all = new ArrayList<>();
      sustained.forEach(
          (launch, known) -> all.add(new SearchedLaunch(launch, known, from(tooHigh.get()))));
      inTurn(all);
      all.stream().filter(each -> !each.launch().failed()).forEach(this::report);
    }
  }

  private record SearchedLaunch(RunningLaunch launch, SustainedRate sustained, RateSearch search) {
    boolean goesOn() {
      return !search.ended() && !launch.failed();
    }
  }

  private void inTurn(List<SearchedLaunch> all) throws IOException, InterruptedException {
    List<SearchedLaunch> order = new ArrayList<>(all);
    while (all.stream().anyMatch(SearchedLaunch::goesOn)) {
      for (SearchedLaunch each : order) {
        if (each.goesOn()) {
          holdNext(each);
        }
      }
      Collections.reverse(order);
    }
  }

  private void holdNext(SearchedLaunch searched) throws IOException, InterruptedException {
    RateSearch search = searched.search();
    double rate = search.rate();
    SustainedRate lasting =
        switch (search) {
          case Overload overload -> searched.sustained().filling(scenario.connections(), rate);
          case Staircase stairs -> searched.sustained();
        };
    searched
        .launch()
        .attempt(
            Phase.OTHER,
            target -> {
              search.answer(hold(target, rate, lasting));
              if (search.isStuck()) {
                throw target.server().hung(when(rate), RateSearch.MOST_SILENT + " times in a row");
              }
            });
  }

  private void report(SearchedLaunch searched) {
    RunningLaunch launch = searched.launch();
    searched
        .search()
        .found()
        .ifPresentOrElse(
            found -> launch.add(List.of(sample(found, searched.sustained()))),
            () -> progress.note("  %s: its capacity could not be found".formatted(launch.name())));
  }

  private record TooHigh(double rate, Answer answer) {}

  private RateSearch from(TooHigh known) {
    return scenario.objective() == null
        ? new Overload(known.rate(), known.answer().served())
        : new Staircase(known.rate() / Math.sqrt(CLIMB));
  }

  private Optional<TooHigh> climb(RunningLaunch launch, SustainedRate sustained)
      throws IOException, InterruptedException {
    AtomicReference<TooHigh> found = new AtomicReference<>();
    launch.attempt(
        Phase.OTHER,
        target -> {
          double rate = scenario.requestsPerSecond();
          Answer answer = holdOften(target, rate, sustained);
          while (answer.held() == Held.KEPT) {
            rate *= CLIMB;
            answer = holdOften(target, rate, sustained);
          }
          found.set(new TooHigh(rate, answer));
        });
    return Optional.ofNullable(found.get());
  }

  private Answer holdOften(Target target, double rate, SustainedRate sustained)
      throws LaunchFailure, InterruptedException {
    int attempts = scenario.objective() == null ? ATTEMPTS_AT_OVERLOAD : ATTEMPTS;
    Answer answer = hold(target, rate, sustained);
    for (int more = 1; more < attempts && answer.held() != Held.KEPT; more++) {
      answer = hold(target, rate, sustained);
    }
    return answer;
  }

  private Sample sample(RateSearch.Capacity found, SustainedRate sustained) {
    List<String> doubts = new ArrayList<>();
    if (found.atLeast()) {
      doubts.add("at least that: the load generator could make no more requests");
    }
    if (scenario.objective() == null
        && sustained.isOfConnections(scenario.connections(), found.rate())) {
      doubts.add(
          "at least that: %d connections can have no more requests answered at the usual latency"
              .formatted(scenario.connections()));
    }
    return new Sample(Metric.CAPACITY, found.rate(), doubts);
  }

  private Answer hold(Target target, double rate, SustainedRate sustained)
      throws LaunchFailure, InterruptedException {
    progress.doing("%s threads, %,.0f requests/s", target.server().mode().label(), rate);
    LoadGenerator generator =
        equipment.measuresFromTheStart(scenario) ? equipment.generator() : equipment.own();
    for (int take = 0; take <= ScenarioLoad.RETAKES; take++) {
      LoadResult load =
          generator.run(ScenarioLoad.held(target.server(), scenario.at(rate), sustained.held()));
      target.server().requireAlive(when(rate));
      backing.requireAlive(when(rate));
      boolean conclusive = !load.discardedByGenerator();
      if (conclusive && sustained.isShownBy(load)) {
        return new Answer(Held.KEPT, 0);
      }
      Thread.sleep(sustained.held().dividedBy(RECOVERY));
      if (conclusive) {
        return new Answer(Held.LOST, sustained.servedOf(load));
      }
    }
    return new Answer(Held.BEYOND_GENERATOR, 0);
  }

  private static String when(double rate) {
    return "when asked for %d requests/s to find its capacity".formatted(Math.round(rate));
  }

  /**
   * The conditions under which a server sustains a rate.
   *
   * @param slowFrom nanoseconds beyond which a request is slow
   * @param slowShare largest share of slow requests, from 0 to 1
   * @param usual median latency at the scenario's own rate, in nanoseconds
   * @param held how long each rate is applied
   */
  record SustainedRate(long slowFrom, double slowShare, long usual, Duration held) {
    /** Short enough to fit between two stalls of a noisy host. */
    private static final Duration HELD = Duration.ofMillis(300);

    /** The time a rate is held must have room for this many consecutive slow requests. */
    private static final long IN_A_ROW = 6;

    private static final double SLOW = 99;

    /** Share of the connections; below 1 because latency differs from window to window. */
    private static final double ALL_AS_USUAL = 0.9;

    /** Holding time in requests per connection; at 25 % overload two of them stay waiting. */
    private static final double FILLING = 8;

    /**
     * Largest growth of the wait, as a share of the holding time. At a rate 1 % too high the last
     * request waits 1 % of the holding time, and the median one half of that. Without this bound a
     * generous objective would be met although a queue was growing.
     */
    private static final double MOST_GROWTH = 0.02;

    private static final double MIDDLE = 50;

    /**
     * Derives the conditions from the scenario's objective; without one only a growing queue fails
     * a rate. Empty if latency at the scenario's own rate is unknown.
     */
    static Optional<SustainedRate> of(Scenario scenario, List<MeasuredWindow> launch) {
      OptionalLong usual = SlowShare.quiet(launch, MIDDLE);
      OptionalLong slow = SlowShare.quiet(launch, SLOW);
      if (usual.isEmpty() || slow.isEmpty()) {
        return Optional.empty();
      }
      Duration held = Duration.ofNanos(Math.max(HELD.toNanos(), IN_A_ROW * slow.getAsLong()));
      Objective objective = scenario.objective();
      return Optional.of(
          objective == null
              ? new SustainedRate(Long.MAX_VALUE, 0, usual.getAsLong(), held)
              : new SustainedRate(
                  objective.withinNanos(), objective.lateShare(), usual.getAsLong(), held));
    }

    SustainedRate filling(int connections, double rate) {
      long nanos = Math.max(held.toNanos(), Math.round(FILLING * connections / rate * 1e9));
      return new SustainedRate(slowFrom, slowShare, usual, Duration.ofNanos(nanos));
    }

    /** Reports whether the connections limit the rate: all are busy at the usual latency. */
    boolean isOfConnections(int connections, double served) {
      return served * usual / 1e9 >= ALL_AS_USUAL * connections;
    }

    boolean isShownBy(LoadResult load) {
      LatencyHistogram latency = load.latency();
      return load.invalid().isEmpty()
          && load.errors().total() == 0
          && latency != null
          && latency.count() > 0
          && latency.nanosAt(MIDDLE) <= usual + MOST_GROWTH / 2 * held.toNanos()
          && latency.countAbove(slowFrom) <= latency.count() * slowShare;
    }

    /**
     * Returns answers per second of a load that was too high, over the time since the first answer
     * can have come. Failed requests do not count.
     */
    double servedOf(LoadResult load) {
      double seconds = load.completed() / load.achievedPerSecond() - usual / 1e9;
      return load.completed() > 0 && seconds > 0 ? load.completed() / seconds : 0;
    }
  }

  abstract static sealed class RateSearch permits Overload, Staircase {
    static final int COUNTED = 16;

    /** Ends the search: a server that answers none of so many rates is stuck. */
    static final int MOST_SILENT = 6;

    private static final int MOST_ANSWERS = 60;

    private int silent;
    private int answers;

    enum Held {
      KEPT,
      LOST,
      /** The generator could not produce the rate, so capacity may be below or above it. */
      BEYOND_GENERATOR
    }

    /** The result of a rate; {@code served} is answers per second if it was too high, else 0. */
    record Answer(Held held, double served) {}

    /**
     * The capacity of a server.
     *
     * @param rate requests per second
     * @param atLeast whether it may sustain more than the generator can produce
     */
    record Capacity(double rate, boolean atLeast) {}

    abstract double rate();

    final void answer(Answer answer) {
      answers++;
      silent = answer.held() == Held.LOST && answer.served() == 0 ? silent + 1 : 0;
      learn(answer);
    }

    abstract void learn(Answer answer);

    final boolean ended() {
      return isEnough() || answers == MOST_ANSWERS || isStuck();
    }

    abstract boolean isEnough();

    /** Reports whether the search ended because nothing is answered any more. */
    final boolean isStuck() {
      return silent == MOST_SILENT;
    }

    abstract Optional<Capacity> found();
  }

  /**
   * Finds capacity by overload, for scenarios without an objective: all connections are busy, so
   * the rate of answers is the capacity, whatever was offered. Each rate that is too high gives an
   * estimate, where a {@link Staircase} learns one bit. The result is the median.
   */
  static final class Overload extends RateSearch {
    /** Applied after a rate that was kept, or nearly: more than a server gains by chance. */
    private static final double UP = 1.25;

    private static final double NEARLY = 0.9;

    private static final double DOWN = 1.1;

    /** Ends the search: after so many steps down the rate is below one that base sustained. */
    private static final int MOST_BEYOND = 6;

    private final List<Double> served = new ArrayList<>();
    private double rate;
    private double kept;
    private int beyond;

    Overload(double tooHigh, double served) {
      rate = Math.max(tooHigh, UP * served);
    }

    @Override
    double rate() {
      return rate;
    }

    @Override
    void learn(Answer answer) {
      switch (answer.held()) {
        case KEPT -> {
          kept = Math.max(kept, rate);
          rate *= UP;
        }
        case LOST -> {
          if (answer.served() > NEARLY * rate) {
            rate *= UP;
          } else if (answer.served() > 0) {
            served.add(answer.served());
          }
        }
        case BEYOND_GENERATOR -> {
          beyond++;
          rate /= DOWN;
        }
      }
    }

    @Override
    boolean isEnough() {
      return served.size() == COUNTED || beyond == MOST_BEYOND;
    }

    @Override
    Optional<Capacity> found() {
      if (served.size() >= COUNTED / 2) {
        double[] rates = served.stream().mapToDouble(Double::doubleValue).toArray();
        double median = Median.withDefaults().evaluate(rates);
        return Optional.of(new Capacity(median, beyond == MOST_BEYOND));
      }
      return beyond > 0 && kept > 0 ? Optional.of(new Capacity(kept, true)) : Optional.empty();
    }
  }

  /**
   * Finds the rate that a server sustains half of the time: up after a rate that was kept, down
   * after one that was not. Steps shrink at a reversal and grow otherwise (PEST, Taylor and
   * Creelman 1967). No single answer ends the search, so the next makes up for a discarded one.
   * Rates are averaged once steps are small.
   */
  static final class Staircase extends RateSearch {
    private static final double FIRST_STEP = 0.08;

    private static final double LEAST_STEP = 0.02;
    private static final double MOST_STEP = 0.2;

    /** Larger steps mean that the search is far from the rate, and its rates do not count yet. */
    private static final double NEAR = FIRST_STEP;

    /** After so many steps in one direction they grow; with fewer the search may oscillate. */
    private static final int SAME_WAY = 4;

    private final List<Tried> counted = new ArrayList<>();
    private double level;
    private double step = FIRST_STEP;
    private double way;
    private int sameWay;
    private boolean turned;

    private record Tried(double level, Held held) {}

    Staircase(double first) {
      level = Math.log(first);
    }

    @Override
    double rate() {
      return Math.exp(level);
    }

    @Override
    boolean isEnough() {
      return counted.size() == COUNTED;
    }

    @Override
    void learn(Answer answer) {
      double towards = answer.held() == Held.KEPT ? 1 : -1;
      if (towards == way) {
        if (++sameWay >= SAME_WAY) {
          step = Math.min(2 * step, MOST_STEP);
        }
      } else {
        if (way != 0) {
          step = Math.max(step / 2, LEAST_STEP);
          turned = true;
        }
        sameWay = 1;
      }
      if (step > NEAR) {
        counted.clear();
        turned = false;
      } else if (turned) {
        counted.add(new Tried(level, answer.held()));
      }
      way = towards;
      level += towards * step;
    }

    @Override
    Optional<Capacity> found() {
      if (counted.size() < COUNTED / 2) {
        return Optional.empty();
      }
      double mean = counted.stream().mapToDouble(Tried::level).average().orElseThrow();
      return Optional.of(
          new Capacity(Math.exp(mean), count(Held.BEYOND_GENERATOR) > count(Held.LOST)));
    }

    private long count(Held how) {
      return counted.stream().filter(tried -> tried.held() == how).count();
    }
  }
}
