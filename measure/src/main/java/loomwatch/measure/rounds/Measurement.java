package loomwatch.measure.rounds;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static loomwatch.measure.launch.RequestCheck.NONE;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import loomwatch.measure.host.HostProbe.HostWatch;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.RequestCheck;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Plan.Round;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.plan.Profile.JmhPlan;
import loomwatch.measure.rounds.Progress.RemainingTime;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.Scenario;

public final class Measurement {
  /** A method whose forks last so many times as long as expected has slow operations. */
  private static final int SLOW = 2;

  private final Plan plan;
  private final Equipment equipment;
  private final Progress progress;
  private final JmhRunner jmh;
  private final List<String> warnings = new ArrayList<>();

  /** How benchmarks are measured that turned out to be slow or not yet warm, by full names. */
  private final Map<Set<String>, JmhPlan> adapted = new HashMap<>();

  /** Benchmarks that failed in base and in head. */
  private final Set<String> failing = new HashSet<>();

  private final RequestCheck check;
  private final List<Launch> earlier;

  /**
   * The result of a measurement.
   *
   * @param warnings one line for each group that was measured twice, and one if it ended early
   */
  public record Measured(List<Launch> launches, List<String> warnings) {
    public Measured {
      launches = List.copyOf(launches);
      warnings = List.copyOf(warnings);
    }
  }

  public interface Look {
    Look NONE = (round, launches) -> false;

    /**
     * Decides after a round.
     *
     * @return whether to stop
     */
    boolean enough(int round, List<Launch> launches);

    /**
     * Returns the first round, from this one on, after which it may stop.
     *
     * @param last of the plan
     */
    default int mayStopAfter(int round, int last) {
      return last;
    }
  }

  public Measurement(
      Plan plan,
      Equipment equipment,
      Children children,
      List<Integer> jmhCores,
      Progress progress) {
    this(
        plan,
        equipment,
        progress,
        new JmhRunner(children, jmhCores, equipment.raw()),
        NONE,
        List.of());
  }

  private Measurement(
      Plan plan,
      Equipment equipment,
      Progress progress,
      JmhRunner jmh,
      RequestCheck check,
      List<Launch> earlier) {
    this.plan = plan;
    this.equipment = equipment;
    this.progress = progress;
    this.jmh = jmh;
    this.check = check;
    this.earlier = List.copyOf(earlier);
  }

  /** Lets the first group send each of these requests once before it is warmed. */
  public Measurement checking(RequestCheck requests) {
    return new Measurement(plan, equipment, progress, jmh, requests, earlier);
  }

  /** Continues after rounds of this plan that an earlier call finished. */
  public Measurement continuing(List<Launch> finished) {
    return new Measurement(plan, equipment, progress, jmh, check, finished);
  }

  public static int steps(Plan plan) {
    return plan.rounds().stream()
        .mapToInt(round ->
            round.groups().stream().mapToInt(group -> group.scenarios().size()).sum()
                + (round.jmhVariants().isEmpty() ? 0 : plan.profile().jmh().byMethod().size()))
        .sum();
  }

  /**
   * Estimates the duration of a plan.
   *
   * @param unmeasured time per window that the generator does not measure, by connections
   */
  public static Duration expected(Plan plan, IntFunction<Duration> unmeasured) {
    Duration sum = Duration.ZERO;
    for (Round round : plan.rounds()) {
      for (LaunchGroup group : round.groups()) {
        for (Scenario scenario : group.scenarios()) {
          sum = sum.plus(expected(plan, group, scenario, unmeasured));
        }
      }
      sum = sum.plus(plan.expectedJmh().multipliedBy(round.jmhVariants().size()));
    }
    return sum;
  }

  private static Duration expected(
      Plan plan, LaunchGroup group, Scenario scenario, IntFunction<Duration> unmeasured) {
    Profile profile = plan.profile();
    Duration load = profile.windows(scenario, unmeasured.apply(scenario.connections())).total();
    Duration longer = load.minus(profile.windows().total());
    int launches = group.places().size();
    return plan.expectedScenario(launches).plus(longer.multipliedBy(launches));
  }

  /** Returns the time left before anything is measured. */
  static RemainingTime remaining(Plan plan, Duration expected) {
    return new RemainingTime(expected, plan.profile().subject(), System::nanoTime);
  }

  /** Measures round by round until it is enough or the host changes; includes failed launches. */
  public Measured run(Look look, HostWatch host) throws IOException, InterruptedException {
    List<Launch> launches = new ArrayList<>(earlier);
    int finished = earlier.stream().mapToInt(Launch::round).max().orElse(0);
    if (finished == 0 || !look.enough(finished, earlier)) {
      measureAfter(finished, launches, look, host);
    }
    progress.end();
    return new Measured(launches, warnings);
  }

  private void measureAfter(int finished, List<Launch> launches, Look look, HostWatch host)
      throws IOException, InterruptedException {
    Plan rest = plan.after(finished);
    progress.skip(steps(plan) - steps(rest));
    Duration expected =
        expected(rest, equipment.generator()::unmeasured).plus(equipment.afterLoads(rest));
    RemainingTime left = remaining(rest, expected);
    int last = plan.rounds().size();
    for (Round round : rest.rounds()) {
      left.mayEndAfter(
          expected
              .multipliedBy(look.mayStopAfter(round.number(), last) - finished)
              .dividedBy(last - finished));
      List<Launch> measured;
      try {
        measured = measure(round, left, round == rest.rounds().getFirst() ? check : NONE);
      } catch (IOException e) {
        if (launches.isEmpty()) {
          throw e;
        }
        // The harness failed, so the completed rounds stay valid.
        warn("measuring ended in round %d: %s".formatted(round.number(), e.getMessage()));
        return;
      }
      List<String> changes = host.changes();
      if (!changes.isEmpty()) {
        launches.addAll(discarded(measured, round, changes));
        return;
      }
      launches.addAll(measured);
      if (headFails(round, measured) || look.enough(round.number(), List.copyOf(launches))) {
        return;
      }
    }
  }

  private List<Launch> measure(Round round, RemainingTime left, RequestCheck first)
      throws IOException, InterruptedException {
    List<Launch> launches = new ArrayList<>();
    for (LaunchGroup group : round.groups()) {
      boolean begins = group == round.groups().getFirst();
      keep(measure(group, left, begins ? first : NONE), launches);
    }
    if (!round.jmhVariants().isEmpty()) {
      measureBenchmarks(round, left, launches);
    }
    return launches;
  }

  /** Measures each method in all variants before the next one, so that they are close in time. */
  private void measureBenchmarks(Round round, RemainingTime left, List<Launch> launches)
      throws IOException, InterruptedException {
    List<JmhPlan> methods = plan.profile().jmh().byMethod();
    int order = 0;
    List<Launch> ofRound = new ArrayList<>();
    for (JmhPlan planned : round.number() % 2 == 1 ? methods : methods.reversed()) {
      if (planned.benchmarks().values().stream()
          .allMatch(each -> failing.contains(name(each.mode(), each.scenario())))) {
        progress.skip(1);
        left.done(planned.expected().multipliedBy(round.jmhVariants().size()));
        continue;
      }
      JmhPlan method = adapted.getOrDefault(planned.benchmarks().keySet(), planned);
      progress.begin("%s round %d".formatted(method.shown(), round.number()), left);
      long start = System.nanoTime();
      progress.doing("forking %s", String.join(" and ", round.jmhVariants()));
      List<Launch> forks =
          jmh.run(
              round.number(),
              order,
              round.jmhVariants().stream().map(equipment::variant).toList(),
              method);
      int variants = round.jmhVariants().size();
      left.done(planned.expected().multipliedBy(variants));
      order += method.benchmarks().size() * variants;
      ofRound.addAll(forks);
      adapt(method, Duration.ofNanos(System.nanoTime() - start).dividedBy(variants), forks);
    }
    keep(
        round.jmhVariants().size() > 1 ? withoutFailing(round.number(), ofRound) : ofRound,
        launches);
  }

  /** Returns whether a benchmark fails at once, and in head alone: more rounds are no use then. */
  private boolean headFails(Round round, List<Launch> launches) {
    return round.number() == 1
        && round.jmhVariants().size() > 1
        && launches.stream()
            .anyMatch(fork ->
                fork.isOf(Side.HEAD)
                    && fork.invalid().stream()
                        .anyMatch(each -> each.cause() == Invalid.Reason.BENCHMARK_FAILED));
  }

  /**
   * Leaves out benchmarks that failed in base and in head, or at once in base, as the change is not
   * to blame. Where all of them failed, something else is wrong.
   */
  private List<Launch> withoutFailing(int round, List<Launch> forks) {
    Map<String, List<Launch>> benchmarks =
        forks.stream().collect(groupingBy(fork -> name(fork.mode(), fork.scenario())));
    List<List<Launch>> failed = new ArrayList<>();
    benchmarks.forEach((name, each) -> {
      Stream<Launch> valid = each.stream().filter(Launch::valid);
      boolean atOnce = round == 1 && valid.noneMatch(fork -> fork.isOf(Side.BASE));
      if (atOnce || failing.contains(name) || each.stream().noneMatch(Launch::valid)) {
        failed.add(each);
      }
    });
    if (failed.size() == benchmarks.size()) {
      return forks;
    }
    for (List<Launch> each : failed) {
      Launch first = each.getFirst();
      if (failing.add(name(first.mode(), first.scenario()))) {
        warn(
            "%s failed in %s, and is left out: %s"
                .formatted(
                    first.scenario(),
                    each.stream().anyMatch(Launch::valid) ? "base" : "base and head",
                    each.stream()
                        .filter(fork -> !fork.valid())
                        .findFirst()
                        .orElseThrow()
                        .invalid()
                        .getFirst()));
      }
    }
    return forks.stream()
        .filter(fork -> failed.stream().noneMatch(each -> each.contains(fork)))
        .toList();
  }

  private static String name(Mode mode, String scenario) {
    return mode.label() + " " + scenario;
  }

  /** Changes how further rounds measure both variants. */
  private void adapt(JmhPlan method, Duration lasted, List<Launch> forks) {
    if (lasted.compareTo(method.expected().multipliedBy(SLOW)) > 0) {
      adapted.put(method.benchmarks().keySet(), method.ofSlow());
    } else if (forks.stream()
        .map(Launch::warmUp)
        .anyMatch(warm -> warm != null && !warm.steady())) {
      adapted.put(method.benchmarks().keySet(), method.warmer());
    }
  }

  /** Measures a group, and once more if only the generator discarded it. */
  private List<Launch> measure(LaunchGroup group, RemainingTime left, RequestCheck first)
      throws IOException, InterruptedException {
    List<Launch> measured = runner(group, equipment.raw(), first, new Shown(group, left)).run();
    if (!isMeasuredAgain(plan.profile(), measured)) {
      return measured;
    }
    warn(
        "round %d of %s was measured twice: in the first the load generator was kept from its CPU"
            .formatted(
                group.number(),
                group.scenarios().stream().map(Scenario::name).collect(joining(", "))));
    Path again = equipment.raw().resolve("again");
    return runner(group, again, NONE, LaunchGroupRunner.Steps.NONE).run();
  }

  private LaunchGroupRunner runner(
      LaunchGroup group, Path raw, RequestCheck first, LaunchGroupRunner.Steps steps) {
    return new LaunchGroupRunner(equipment, plan.profile(), progress, group, raw, first, steps);
  }

  /** Shows the scenarios of a group as steps, with the time left. */
  private final class Shown implements LaunchGroupRunner.Steps {
    private final LaunchGroup group;
    private final RemainingTime left;

    Shown(LaunchGroup group, RemainingTime left) {
      this.group = group;
      this.left = left;
    }

    @Override
    public void begins(Scenario scenario) {
      progress.begin(group.shown(scenario), left);
    }

    @Override
    public void warm(Scenario scenario) {
      Duration load = plan.profile().windows(scenario, Duration.ZERO).total();
      if (left.warm(load.multipliedBy(group.places().size()), expected(scenario))) {
        progress.estimated();
      }
    }

    @Override
    public void ended(Scenario scenario) {
      left.done(expected(scenario).plus(equipment.afterLoad(group, scenario)));
    }

    private Duration expected(Scenario scenario) {
      return Measurement.expected(plan, group, scenario, equipment.generator()::unmeasured);
    }
  }

  static boolean isMeasuredAgain(Profile profile, List<Launch> measured) {
    return profile.measuresAgain() && LaunchGroupRunner.discardedByGenerator(measured);
  }

  private void warn(String what) {
    progress.note(what);
    warnings.add(what);
  }

  private void keep(List<Launch> measured, List<Launch> launches) {
    measured.forEach(this::reportFailure);
    launches.addAll(measured);
  }

  /** Discards the whole round, as the time of the change within it is unknown. */
  private List<Launch> discarded(List<Launch> measured, Round round, List<String> changes) {
    String what = String.join("; ", changes);
    progress.note(
        "the host changed in round %d and measuring ends here: %s".formatted(round.number(), what));
    Invalid reason =
        new Invalid(
            Invalid.Reason.HOST_CHANGED, what + "; keep the host as it is and measure again");
    return measured.stream().map(launch -> launch.discarded(reason)).toList();
  }

  private void reportFailure(Launch launch) {
    String variant = equipment.variants().size() > 1 ? launch.variant() + " " : "";
    launch
        .invalid()
        .forEach(invalid ->
            progress.note(
                "  invalid: %s %s%s round %d: %s"
                    .formatted(
                        launch.scenario(),
                        variant,
                        launch.mode().label(),
                        launch.round(),
                        invalid)));
  }
}
