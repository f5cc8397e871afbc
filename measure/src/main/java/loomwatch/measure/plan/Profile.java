package loomwatch.measure.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.results.Scenario;

/**
 * How much time a run takes for how sure an answer.
 *
 * @param rounds how many times each scenario is measured; launches of a mode
 * @param heap of every measured JVM
 */
public record Profile(
    String name,
    int rounds,
    Windows windows,
    String heap,
    WarmUpPlan warmUp,
    JmhPlan jmh,
    Comparing comparing) {

  /**
   * Requests in the least part of a window: with fewer, a few late ones spoil it, and where
   * requests are few they are slow, so that it would end as the first answers come.
   */
  private static final int FEWEST_REQUESTS = 1_000;

  private static final Duration CAUSES_WARM_UP = Duration.ofMillis(500);
  private static final Duration CAUSES_SETTLING = Duration.ofMillis(200);

  /** With fewer launches of a variant no relabelling of them is rare enough to show anything. */
  private static final int CAUSES_ROUNDS = 4;

  private static final String HEAP = "512m";

  /**
   * Stretches of load.
   *
   * @param parts into how many each is cut, where that leaves requests enough in every part: the
   *     shorter, the nearer are those that are compared with each other (decision 19)
   */
  public record Windows(Duration length, int count, int parts) {
    public Duration total() {
      return length.multipliedBy(count);
    }
  }

  /**
   * Load/cool cycles.
   *
   * @param cool how long it is then left alone, so that queued compilations finish
   * @param atLeast cycles before flatness is looked at
   * @param atMost cycles after which it is measured as it is, flagged "not steady"
   * @param settling load at the scenario's own rate, when all launches of the round are warm
   */
  public record WarmUpPlan(
      Duration load, Duration cool, int atLeast, int atMost, Duration settling) {
    /** Beyond this long a server that is not steady never will be. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A trial's one cycle stays one: it means nothing, steady or not. */
    private WarmUpPlan untilSteady() {
      if (atMost == 1) {
        return this;
      }
      int patient = (int) PATIENCE.dividedBy(load);
      return new WarmUpPlan(load, cool, Math.max(3, atLeast), Math.max(patient, atMost), settling);
    }

    WarmUpPlan withoutCooling() {
      return new WarmUpPlan(load, Duration.ZERO, atLeast, atMost, settling);
    }
  }

  /**
   * One pass of the JMH suite for each round, one fork for each benchmark.
   *
   * @param include benchmarks to run, a regular expression
   */
  public record JmhPlan(String include, int warmUps, int iterations, Duration iteration) {}

  /** Every benchmark but those of several users, which cost as much time and say less. */
  private static final String ONE_USER = "ThreadCreation|HandOff\\.to";

  /**
   * When a comparison is judged, and how long it loads.
   *
   * @param mostRounds after which it stops, at least 3; it may after fewer
   * @param windows stretches of load on each launch; fewer than for a run where launches differ
   *     more than the windows of one
   * @param jit unless another is asked for
   */
  public record Comparing(int mostRounds, Windows windows, Jit jit) {}

  /** Proves that everything works, and shows the large differences; 90 s at most. */
  public static final Profile SMOKE =
      new Profile(
          "smoke",
          2,
          new Windows(Duration.ofMillis(300), 6, 1),
          HEAP,
          new WarmUpPlan(
              Duration.ofMillis(1_000), Duration.ofMillis(200), 2, 2, Duration.ofMillis(500)),
          new JmhPlan("ThreadCreationBatch", 2, 2, Duration.ofMillis(200)),
          new Comparing(5, new Windows(Duration.ofMillis(300), 6, 2), Jit.DETERMINISTIC));

  public static final Profile QUICK =
      new Profile(
          "quick",
          3,
          new Windows(Duration.ofMillis(350), 22, 1),
          HEAP,
          new WarmUpPlan(
              Duration.ofMillis(1_000), Duration.ofMillis(200), 3, 4, Duration.ofMillis(500)),
          new JmhPlan(ONE_USER, 2, 4, Duration.ofMillis(300)),
          new Comparing(11, new Windows(Duration.ofMillis(300), 8, 2), Jit.DETERMINISTIC));

  public static final Profile FULL =
      new Profile(
          "full",
          8,
          new Windows(Duration.ofMillis(500), 36, 1),
          HEAP,
          new WarmUpPlan(
              Duration.ofSeconds(5), Duration.ofMillis(500), 4, 10, Duration.ofSeconds(1)),
          new JmhPlan(".*", 3, 5, Duration.ofMillis(1_000)),
          new Comparing(20, new Windows(Duration.ofMillis(500), 36, 1), Jit.DETERMINISTIC));

  /**
   * Does everything that a run or a comparison does, too briefly for the numbers to mean anything:
   * for trying Loomwatch itself. Known by its name and offered nowhere.
   */
  public static final Profile TRIAL =
      new Profile(
          "trial",
          1,
          new Windows(Duration.ofMillis(300), 2, 1),
          "64m",
          new WarmUpPlan(
              Duration.ofMillis(200), Duration.ofMillis(50), 1, 1, Duration.ofMillis(100)),
          new JmhPlan("ThreadCreationBatch", 1, 1, Duration.ofMillis(100)),
          new Comparing(5, new Windows(Duration.ofMillis(300), 2, 1), Jit.USUAL));

  /**
   * The same for a server of which nobody knows how much code each request runs: a framework's JIT
   * is at work for ten times as long as that of the server that ships.
   */
  public Profile warmedUntilSteady() {
    return new Profile(name, rounds, windows, heap, warmUp.untilSteady(), jmh, comparing);
  }

  public Profile forComparing() {
    return new Profile(name, rounds, comparing.windows(), heap, warmUp, jmh, comparing);
  }

  public Profile forCauses() {
    WarmUpPlan shorter =
        new WarmUpPlan(
            warmUp.load().compareTo(CAUSES_WARM_UP) < 0 ? warmUp.load() : CAUSES_WARM_UP,
            warmUp.cool(),
            Math.min(2, warmUp.atLeast()),
            Math.min(2, warmUp.atMost()),
            warmUp.settling().compareTo(CAUSES_SETTLING) < 0 ? warmUp.settling() : CAUSES_SETTLING);
    Windows longest =
        new Windows(Duration.ofMillis(300), Math.min(3, comparing.windows().count()), 1);
    return new Profile(name, CAUSES_ROUNDS, longest, heap, shorter, jmh, comparing);
  }

  /**
   * The same for servers with that JIT: one that compiles while the caller waits leaves nothing to
   * be finished in between.
   */
  public Profile under(Jit jit) {
    return switch (jit) {
      case USUAL -> this;
      case DETERMINISTIC ->
          new Profile(name, rounds, windows, heap, warmUp.withoutCooling(), jmh, comparing);
    };
  }

  public Profile withBenchmarks(String include) {
    JmhPlan chosen = new JmhPlan(include, jmh.warmUps(), jmh.iterations(), jmh.iteration());
    return new Profile(name, rounds, windows, heap, warmUp, chosen, comparing);
  }

  /**
   * How a launch is loaded: in parts where that leaves requests enough in each; or, by a generator
   * that measures nothing at first, in fewer and longer windows, so that as much is measured and
   * the time lost is not a multiple of it.
   *
   * @param unmeasured at the beginning of each window
   */
  public Windows windows(Scenario scenario, Duration unmeasured) {
    if (unmeasured.isZero()) {
      Duration part = windows.length().dividedBy(windows.parts());
      boolean plenty = scenario.requestsPerSecond() * part.toNanos() / 1e9 >= FEWEST_REQUESTS;
      return plenty
          ? new Windows(part, windows.count() * windows.parts(), 1)
          : new Windows(windows.length(), windows.count(), 1);
    }
    Duration measured = windows.total();
    int count = Math.toIntExact(Math.clamp(measured.dividedBy(unmeasured), 1, windows.count()));
    return new Windows(unmeasured.plus(measured.dividedBy(count)), count, 1);
  }

  boolean isTrial() {
    return name.equals(TRIAL.name);
  }

  /** Whether what the generator alone discarded is measured again; a trial means nothing twice. */
  public boolean measuresAgain() {
    return !isTrial();
  }

  public static List<Profile> all() {
    return List.of(SMOKE, QUICK, FULL);
  }

  public static Optional<Profile> named(String name) {
    return Stream.concat(all().stream(), Stream.of(TRIAL))
        .filter(known -> known.name().equals(name))
        .findFirst();
  }

  @Override
  public String toString() {
    return name;
  }

  public enum Jit {
    /** The same code from launch to launch, for telling two variants apart; slow to start. */
    DETERMINISTIC,
    USUAL
  }
}
