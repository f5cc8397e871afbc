package loomwatch.measure.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.results.JmhResults;
import loomwatch.results.Scenario;

/**
 * The duration of a run, which determines how precise its results are.
 *
 * @param rounds how often each scenario is measured, which is the launches of each mode
 * @param heap of every measured JVM
 */
public record Profile(
    String name,
    int rounds,
    Windows windows,
    String heap,
    WarmUpPlan warmUp,
    JmhPlan jmh,
    Comparing comparing,
    Subject subject) {

  /** A server that is not steady after this long is unlikely to become so. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration FIRST_LOOK = Duration.ofSeconds(10);

  /** Fewest requests in a part of a window; with fewer, a few late ones invalidate it. */
  private static final int FEWEST_IN_PART = 1_000;

  /** Fewest requests in a window, which is longer where the rate is low. */
  private static final int FEWEST_IN_WINDOW = 100;

  private static final Duration LONGEST_WINDOW = Duration.ofSeconds(2);

  private static final Duration CAUSES_WARM_UP = Duration.ofMillis(500);
  private static final Duration CAUSES_SETTLING = Duration.ofMillis(200);

  /** Smallest number that permits significance in a permutation test. */
  private static final int CAUSES_ROUNDS = 4;

  private static final String HEAP = "512m";

  /**
   * Windows of load.
   *
   * @param parts into how many each is split, if each part then has enough requests: short parts
   *     put the compared ones closer in time (decision 19)
   */
  public record Windows(Duration length, int count, int parts) {
    public Duration total() {
      return length.multipliedBy(count);
    }
  }

  /**
   * Cycles of load and pause.
   *
   * @param cool pause after the load, in which queued compilations finish
   * @param atLeast cycles before the launch may count as steady
   * @param atMost cycles after which it is measured anyway, flagged "not steady"
   * @param settling load at the scenario's own rate, when all launches of the round are warm
   */
  public record WarmUpPlan(
      Duration load, Duration cool, int atLeast, int atMost, Duration settling) {
    private WarmUpPlan atMost(Duration patience) {
      int patient = (int) patience.dividedBy(load);
      return new WarmUpPlan(load, cool, Math.max(3, atLeast), Math.max(patient, atMost), settling);
    }

    WarmUpPlan withoutCooling() {
      return new WarmUpPlan(load, Duration.ZERO, atLeast, atMost, settling);
    }
  }

  /**
   * One pass of the JMH suite per round, with one fork per benchmark.
   *
   * @param benchmarks to run, as {@link JmhResults#read} expects them; of a team's own, before they
   *     are built, those that are asked for by class, method or parameters, or none for all
   * @param options more of JMH's, such as values of parameters
   * @param warmUps number of {@link #WARM_UP}s
   * @param iterations number of {@link #ITERATION}s
   */
  public record JmhPlan(
      Map<String, JmhResults.Benchmark> benchmarks,
      List<String> options,
      int warmUps,
      int iterations) {
    public static final Duration WARM_UP = Duration.ofMillis(300);

    /** Short, so that many are undisturbed: of a fork the best tenth counts. */
    public static final Duration ITERATION = Duration.ofMillis(30);

    private static final Duration START = Duration.ofMillis(1_500);
    private static final int MOST_WARM_UPS = 32;
    private static final int PATIENCE = 4;
    private static final Duration PATIENCE_WITH_SLOW = Duration.ofMinutes(5);

    private static final int FEWEST_ITERATIONS = 5;
    private static final int CAUSES_ITERATIONS = 50;

    public JmhPlan {
      benchmarks = Collections.unmodifiableMap(new TreeMap<>(benchmarks));
      options = List.copyOf(options);
    }

    private static JmhPlan of(String include, int warmUps, int iterations) {
      return new JmhPlan(JmhBenchmarks.selectedBy(include), List.of(), warmUps, iterations);
    }

    public JmhPlan with(Map<String, JmhResults.Benchmark> others, List<String> more) {
      return new JmhPlan(others, more, warmUps, iterations);
    }

    /** Returns this for benchmarks that were not yet warm. */
    public JmhPlan warmer() {
      return new JmhPlan(benchmarks, options, Math.min(MOST_WARM_UPS, 2 * warmUps), iterations);
    }

    /** Returns this for benchmarks of which an operation, or its setup, outlasts an iteration. */
    public JmhPlan ofSlow() {
      return new JmhPlan(benchmarks, options, 1, Math.min(FEWEST_ITERATIONS, iterations));
    }

    /** Returns whether they are timed cold, by as many iterations as they say themselves. */
    public boolean singleShot() {
      return benchmarks.values().stream().anyMatch(JmhResults.Benchmark::singleShot);
    }

    /** Returns what JMH runs at once, by name: a method with all its parameters, as a rule. */
    public List<JmhPlan> byMethod() {
      Map<String, Map<String, JmhResults.Benchmark>> methods = new TreeMap<>();
      benchmarks.forEach((name, benchmark) ->
          methods
              .computeIfAbsent(JmhResults.method(name), any -> new TreeMap<>())
              .put(name, benchmark));
      return methods.values().stream().flatMap(each -> with(each, options).alone()).toList();
    }

    /** Lets JMH run these combinations of parameters only: both variants may have more. */
    private Stream<JmhPlan> alone() {
      Map<String, Set<String>> values = new TreeMap<>();
      combinations()
          .forEach(params ->
              params.forEach((param, value) ->
                  values.computeIfAbsent(param, any -> new TreeSet<>()).add(value)));
      if (values.values().stream().anyMatch(JmhPlan::cannotBeGiven)) {
        return Stream.of(this);
      }
      boolean every =
          combinations().size()
              == values.values().stream().mapToLong(Set::size).reduce(1, (one, more) -> one * more);
      return every ? Stream.of(with(benchmarks, given(values))) : byParameters().stream();
    }

    /** Returns whether JMH would take one of these values for several. */
    private static boolean cannotBeGiven(Set<String> values) {
      return values.stream().anyMatch(value -> value.isEmpty() || value.indexOf(',') >= 0);
    }

    private static List<String> given(Map<String, Set<String>> values) {
      return values.entrySet().stream()
          .flatMap(
              param -> Stream.of("-p", param.getKey() + "=" + String.join(",", param.getValue())))
          .toList();
    }

    /** Returns one for each combination of parameters. */
    public List<JmhPlan> byParameters() {
      return combinations().stream()
          .map(params -> {
            Map<String, JmhResults.Benchmark> these = new TreeMap<>(benchmarks);
            these.values().removeIf(each -> !each.params().equals(params));
            Map<String, Set<String>> values = new TreeMap<>();
            params.forEach((param, value) -> values.put(param, Set.of(value)));
            return with(these, given(values));
          })
          .toList();
    }

    /** Returns the number of JVMs of one variant; the methods of a group share one. */
    private long forks() {
      return benchmarks.entrySet().stream()
          .map(each -> JmhResults.method(each.getKey()) + each.getValue().params())
          .distinct()
          .count();
    }

    private Set<Map<String, String>> combinations() {
      return benchmarks.values().stream()
          .map(JmhResults.Benchmark::params)
          .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns this with enough time in a fork for samples to show small shares. */
    private JmhPlan forCauses() {
      return new JmhPlan(benchmarks, options, warmUps, CAUSES_ITERATIONS);
    }

    /** Returns a pattern for these methods only: a variant's suite may have others. */
    public String include() {
      return benchmarks.keySet().stream()
          .map(JmhResults::method)
          .distinct()
          .map(Pattern::quote)
          .collect(Collectors.joining("|", "^(?:", ")$"));
    }

    /** Returns the class and method of the first. */
    public String shown() {
      return shown(benchmarks.keySet().iterator().next());
    }

    /** Returns the class and method of a benchmark's full name. */
    public static String shown(String name) {
      String method = JmhResults.method(name);
      return method.substring(method.lastIndexOf('.', method.lastIndexOf('.') - 1) + 1);
    }

    /** Returns whether fewer iterations would not make it shorter. */
    public boolean isShortest() {
      return singleShot() || iterations <= FEWEST_ITERATIONS;
    }

    /** Returns the time after which forks hang, or are slow. */
    public Duration patience() {
      Duration usual = expected().multipliedBy(PATIENCE);
      return isShortest() ? usual.plus(PATIENCE_WITH_SLOW.multipliedBy(forks())) : usual;
    }

    /** Returns the time that one variant's forks and the JVM that starts them need. */
    public Duration expected() {
      Duration fork =
          WARM_UP.multipliedBy(warmUps).plus(ITERATION.multipliedBy(iterations)).plus(START);
      return fork.multipliedBy(forks()).plusSeconds(1);
    }
  }

  private static final String COUNTS = "counts";

  /** All benchmarks but those with several users, which take as long and show less. */
  private static final String ONE_USER = "ThreadCreation|HandOff\\.to";

  /**
   * The settings of a comparison.
   *
   * @param mostRounds maximum, at least 3; it may stop after fewer
   * @param windows per launch; fewer than for a run where launches differ more than the windows of
   *     one
   * @param jit the default
   */
  public record Comparing(int mostRounds, Windows windows, Jit jit) {}

  /** Proves that everything works and shows large differences, in about 3 minutes. */
  public static final Profile SMOKE =
      new Profile(
          "smoke",
          2,
          new Windows(Duration.ofMillis(300), 6, 1),
          HEAP,
          new WarmUpPlan(
              Duration.ofMillis(1_000), Duration.ofMillis(200), 2, 2, Duration.ofMillis(500)),
          JmhPlan.of("ThreadCreationBatch", 2, 20),
          new Comparing(5, new Windows(Duration.ofMillis(300), 6, 2), Jit.DETERMINISTIC),
          Subject.SHIPPED);

  public static final Profile QUICK =
      new Profile(
          "quick",
          3,
          new Windows(Duration.ofMillis(350), 22, 1),
          HEAP,
          new WarmUpPlan(
              Duration.ofMillis(1_000), Duration.ofMillis(200), 3, 4, Duration.ofMillis(500)),
          JmhPlan.of(ONE_USER, 4, 40),
          new Comparing(11, new Windows(Duration.ofMillis(300), 8, 2), Jit.DETERMINISTIC),
          Subject.SHIPPED);

  public static final Profile FULL =
      new Profile(
          "full",
          8,
          new Windows(Duration.ofMillis(500), 36, 1),
          HEAP,
          new WarmUpPlan(
              Duration.ofSeconds(5), Duration.ofMillis(500), 4, 10, Duration.ofSeconds(1)),
          JmhPlan.of(".*", 10, 100),
          new Comparing(20, new Windows(Duration.ofMillis(500), 36, 1), Jit.DETERMINISTIC),
          Subject.SHIPPED);

  /** Runs everything too briefly for meaningful numbers, to test Loomwatch; listed nowhere. */
  public static final Profile TRIAL =
      new Profile(
          "trial",
          1,
          new Windows(Duration.ofMillis(300), 2, 1),
          "64m",
          new WarmUpPlan(
              Duration.ofMillis(200), Duration.ofMillis(50), 1, 1, Duration.ofMillis(100)),
          JmhPlan.of("ThreadCreationBatch", 1, 2),
          new Comparing(5, new Windows(Duration.ofMillis(300), 2, 1), Jit.USUAL),
          Subject.SHIPPED);

  /**
   * Returns this for a team's service, whose JIT is busy ten times as long as that of the server
   * that ships. A first look does not wait for C2: it is warmed for a shorter time, and compared by
   * C1's code. A trial stays as it is, as its numbers have no meaning.
   */
  public Profile forService() {
    if (isTrial()) {
      return new Profile(name, rounds, windows, heap, warmUp, jmh, comparing, Subject.SERVICE);
    }
    boolean first = name.equals(SMOKE.name);
    return new Profile(
        name,
        rounds,
        windows,
        heap,
        warmUp.atMost(first ? FIRST_LOOK : PATIENCE),
        jmh,
        first ? new Comparing(comparing.mostRounds(), comparing.windows(), Jit.C1) : comparing,
        Subject.SERVICE);
  }

  public Profile forComparing() {
    return new Profile(name, rounds, comparing.windows(), heap, warmUp, jmh, comparing, subject);
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
    return new Profile(
        name, CAUSES_ROUNDS, longest, heap, shorter, jmh.forCauses(), comparing, subject);
  }

  /** Returns this for that JIT; one that compiles in the foreground requires no pauses. */
  public Profile under(Jit jit) {
    return switch (jit) {
      case USUAL, C1 -> this;
      case DETERMINISTIC ->
          new Profile(
              name, rounds, windows, heap, warmUp.withoutCooling(), jmh, comparing, subject);
    };
  }

  /** Returns this with those benchmarks, and more options for JMH. */
  public Profile withBenchmarks(
      Map<String, JmhResults.Benchmark> benchmarks, List<String> options) {
    JmhPlan chosen = jmh.with(benchmarks, options);
    return new Profile(name, rounds, windows, heap, warmUp, chosen, comparing, subject);
  }

  /**
   * Returns the windows of a launch, in parts if each has enough requests, and longer where the
   * rate is low. For a generator that measures nothing at first, windows are fewer and longer: as
   * much is measured, and less time is lost.
   *
   * @param unmeasured time at the beginning of each window
   */
  public Windows windows(Scenario scenario, Duration unmeasured) {
    if (unmeasured.isZero()) {
      Duration part = windows.length().dividedBy(windows.parts());
      return part.compareTo(lasting(FEWEST_IN_PART, scenario)) >= 0
          ? new Windows(part, windows.count() * windows.parts(), 1)
          : new Windows(length(scenario), windows.count(), 1);
    }
    Duration measured = windows.total();
    int count = Math.toIntExact(Math.clamp(measured.dividedBy(unmeasured), 1, windows.count()));
    return new Windows(unmeasured.plus(measured.dividedBy(count)), count, 1);
  }

  private Duration length(Scenario scenario) {
    Duration enough = lasting(FEWEST_IN_WINDOW, scenario);
    Duration longer = enough.compareTo(LONGEST_WINDOW) < 0 ? enough : LONGEST_WINDOW;
    return isTrial() || longer.compareTo(windows.length()) < 0 ? windows.length() : longer;
  }

  private static Duration lasting(int requests, Scenario scenario) {
    return Duration.ofNanos(Math.round(requests * 1e9 / scenario.requestsPerSecond()));
  }

  /**
   * Returns this without any load: launches start, are warmed briefly, and their requests counted.
   */
  public Profile countingAlone() {
    Windows none = new Windows(windows.length(), 0, 1);
    WarmUpPlan brief =
        new WarmUpPlan(Duration.ofSeconds(1), Duration.ZERO, 1, 1, Duration.ofMillis(100));
    return new Profile(COUNTS, 1, none, heap, brief, jmh, new Comparing(1, none, Jit.C1), subject);
  }

  public boolean countsAlone() {
    return name.equals(COUNTS);
  }

  boolean isTrial() {
    return name.equals(TRIAL.name);
  }

  /** Reports whether a group that the generator alone discarded is measured again. */
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

  /** What is measured. */
  public enum Subject {
    /** The server that ships: its starts take two seconds, and each launch serves one scenario. */
    SHIPPED,
    /** A team's service: it may start in one second or in forty, so scenarios share launches. */
    SERVICE
  }

  public enum Jit {
    /** Compiles to the same code in each launch, for comparing two variants; starts slowly. */
    DETERMINISTIC,
    USUAL,
    /** Compiles by C1 alone, for a first look at a framework: C2 takes a minute for its code. */
    C1
  }
}
