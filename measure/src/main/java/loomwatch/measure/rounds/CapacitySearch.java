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
import loomwatch.measure.plan.LaunchGroup;
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
 * Finds how much each launch of a group bears, of those that serve in the same mode in turn, so
 * that the host's drift touches them alike. A server that ends under a rate, or answers nothing any
 * more, is a launch that failed: of what is left of such a variant nobody may be told that it bears
 * as much as before.
 */
final class CapacitySearch {
  /** Part of the time that a rate was held for, in which what it left behind is served. */
  private static final int RECOVERY = 6;

  /** By which rates grow until one is too much for base. */
  private static final double CLIMB = 1.5;

  /** What is too much is lost each time, and what is not by chance. */
  private static final int ATTEMPTS = 5;

  private static final int ATTEMPTS_AT_OVERLOAD = 2;

  private final Equipment equipment;
  private final Progress progress;
  private final Scenario scenario;
  private final BackingServices needs;

  CapacitySearch(Equipment equipment, Progress progress, LaunchGroup group, BackingServices needs) {
    this.equipment = equipment;
    this.progress = progress;
    this.needs = needs;
    this.scenario = group.scenario();
  }

  void run(List<RunningLaunch> launches) throws LaunchFailure, IOException, InterruptedException {
    for (Mode mode : Mode.values()) {
      List<RunningLaunch> alike =
          launches.stream().filter(one -> one.place.mode() == mode && !one.failed()).toList();
      if (!alike.isEmpty() && !scenario.saturated().contains(mode)) {
        search(alike);
        // What they share is no variant's fault.
        needs.requireAlive("when their capacity was sought");
      }
    }
  }

  private void search(List<RunningLaunch> alike) throws IOException, InterruptedException {
    Map<RunningLaunch, SustainedRate> sustained = new LinkedHashMap<>();
    for (RunningLaunch launch : alike) {
      Optional<SustainedRate> known = SustainedRate.of(scenario, launch.counting());
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
      all.stream().filter(each -> !each.launch().failed()).forEach(this::tell);
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

  private void tell(SearchedLaunch searched) {
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
      needs.requireAlive(when(rate));
      boolean told = !load.discardedByGenerator();
      if (told && sustained.isShownBy(load)) {
        return new Answer(Held.KEPT, 0);
      }
      Thread.sleep(sustained.held().dividedBy(RECOVERY));
      if (told) {
        return new Answer(Held.LOST, sustained.servedOf(load));
      }
    }
    return new Answer(Held.BEYOND_GENERATOR, 0);
  }

  private static String when(double rate) {
    return "when asked for %d requests/s to find its capacity".formatted(Math.round(rate));
  }

  /**
   * What shows that a server bears a rate.
   *
   * @param slowFrom beyond that a request is slow, in nanoseconds
   * @param slowShare so many may be
   * @param usual half of its requests are answered within that at its own rate, in nanoseconds
   * @param held how long each rate is
   */
  record SustainedRate(long slowFrom, double slowShare, long usual, Duration held) {
    /** Short enough to pass between two stalls of a noisy host. */
    private static final Duration HELD = Duration.ofMillis(300);

    /** So many slow requests, one after another, must fit into the time a rate is held for. */
    private static final long IN_A_ROW = 6;

    private static final double SLOW = 99;

    /** Part of the connections, as latency differs from window to window. */
    private static final double ALL_AS_USUAL = 0.9;

    /** A quarter more than it bears gives each connection of a server two requests then. */
    private static final double FILLING = 8;

    /**
     * Of a rate that is too high by a hundredth, the last request waits a hundredth of the time
     * that it was held for, and the one in the middle half of that. Without this bound an objective
     * that leaves room would be met by a queue that only had no time to grow.
     */
    private static final double MOST_GROWTH = 0.02;

    private static final double MIDDLE = 50;

    /**
     * By the scenario's objective; where nothing is promised a queue alone is too much. Empty where
     * it is not known what the launch does at its own rate.
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

    /**
     * Whether all connections together make no more requests than that, each answered as soon as at
     * its own rate: with more of them there might be more.
     */
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
     * Requests a second that were answered of a load which was too much: there was always one to
     * answer, but not before the first can have been. Those that failed are not answered.
     */
    double servedOf(LoadResult load) {
      double seconds = load.completed() / load.achievedPerSecond() - usual / 1e9;
      return load.completed() > 0 && seconds > 0 ? load.completed() / seconds : 0;
    }
  }

  abstract static sealed class RateSearch permits Overload, Staircase {
    static final int COUNTED = 16;

    /** Then a search ends: each silence takes seconds, and a server that keeps it is stuck. */
    static final int MOST_SILENT = 6;

    private static final int MOST_ANSWERS = 60;

    private int silent;
    private int answers;

    enum Held {
      KEPT,
      LOST,
      /** The generator could not make it: what the server bears may lie below it or above. */
      BEYOND_GENERATOR
    }

    /** What a rate showed: requests answered a second where it was too much; else 0. */
    record Answer(Held held, double served) {}

    /**
     * What a server bears.
     *
     * @param atLeast whether it may bear more than the generator can make
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

    /** Whether it ended because nothing is answered any more. */
    final boolean isStuck() {
      return silent == MOST_SILENT;
    }

    abstract Optional<Capacity> found();
  }

  /**
   * Finds what a server bears where no request has to be in time, by giving it more: then each
   * connection has a request all the time, and what is answered is what it bears, however much more
   * was due. So each rate that is too high tells how much too high, where a {@link Staircase}
   * learns one bit from it. The median of such rates is told.
   */
  static final class Overload extends RateSearch {
    /** After a rate that was kept, or nearly: more than a server can gain by chance. */
    private static final double UP = 1.25;

    private static final double NEARLY = 0.9;

    private static final double DOWN = 1.1;

    /** Then it ends: down from a rate so often, it is below one that base was known to keep. */
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
   * Finds the rate that a server keeps every other time: up after a rate that was kept, down after
   * one that was not, in steps that shrink where it turns and grow where it does not (PEST, Taylor
   * and Creelman 1967). No single answer ends it, so one that the host discarded is made good by
   * the next. Rates are averaged once it is near.
   */
  static final class Staircase extends RateSearch {
    private static final double FIRST_STEP = 0.08;

    private static final double LEAST_STEP = 0.02;
    private static final double MOST_STEP = 0.2;

    /** With larger ones it is not near yet, and what it found so far says nothing. */
    private static final double NEAR = FIRST_STEP;

    /** So often the same way, and the steps are too small; with fewer it may go in circles. */
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
