package loomwatch.measure.plan;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;

/** All that a run measures; rounds spread slow drift of the host over all scenarios. */
public record Plan(Profile profile, long seed, List<Round> rounds) {

  private static final Duration BETWEEN_WINDOWS = Duration.ofMillis(150);

  public Plan {
    rounds = List.copyOf(rounds);
  }

  /**
   * Every scenario in one of the groups, then the JMH suite once for each variant.
   *
   * @param jmhVariants variants whose JMH suite runs in this round, in that order
   */
  public record Round(int number, List<LaunchGroup> groups, List<String> jmhVariants) {
    public Round {
      groups = List.copyOf(groups);
      jmhVariants = List.copyOf(jmhVariants);
    }
  }

  /**
   * The scenarios, modes and variants of a plan.
   *
   * @param scenarios on servers; may be empty
   * @param modes at least one
   * @param variants measured with the scenarios: {@code head}, {@code base} and {@code head}, or
   *     those of a study
   * @param jmhVariants variants whose JMH suite runs in every round, in that order; may be empty
   */
  public record Matrix(
      List<Scenario> scenarios, List<Mode> modes, List<String> variants, List<String> jmhVariants) {
    public Matrix {
      scenarios = List.copyOf(scenarios);
      modes = List.copyOf(modes);
      variants = List.copyOf(variants);
      jmhVariants = List.copyOf(jmhVariants);
    }
  }

  /** Plans so many rounds in pairs: in an order drawn from the seed, then in its reverse. */
  public static Plan of(Profile profile, Matrix matrix, int count, long seed) {
    Random random = new Random(seed);
    List<Round> rounds = new ArrayList<>();
    List<LaunchGroup> groups = List.of();
    List<String> jmhVariants = List.of();
    for (int number = 1; number <= count; number++) {
      if (number % 2 == 1) {
        groups = shuffledGroups(profile, number, matrix, random);
        jmhVariants = Place.shuffled(matrix.jmhVariants(), random);
      } else {
        groups = reversed(number, groups);
        jmhVariants = jmhVariants.reversed();
      }
      rounds.add(new Round(number, groups, jmhVariants));
    }
    return new Plan(profile, seed, rounds);
  }

  /** Returns the rounds after this one. */
  public Plan after(int round) {
    return new Plan(profile, seed, rounds.stream().filter(each -> each.number() > round).toList());
  }

  private static List<LaunchGroup> shuffledGroups(
      Profile profile, int number, Matrix matrix, Random random) {
    List<LaunchGroup> groups = new ArrayList<>();
    for (List<Scenario> scenarios : together(profile, matrix.scenarios())) {
      groups.add(
          new LaunchGroup(
              number,
              Place.shuffled(scenarios, random),
              Place.shuffled(matrix.modes(), matrix.variants(), random)));
    }
    Collections.shuffle(groups, random);
    return groups;
  }

  /**
   * Returns the scenarios that share launches: those of a service, as its start takes as long as
   * the rest, unless their number of threads differs (decision 1).
   */
  private static Collection<List<Scenario>> together(Profile profile, List<Scenario> scenarios) {
    return switch (profile.subject()) {
      case SHIPPED -> scenarios.stream().map(List::of).toList();
      case SERVICE ->
          scenarios.stream()
              .collect(
                  groupingBy(
                      scenario -> Optional.ofNullable(scenario.maxThreads()),
                      LinkedHashMap::new,
                      toList()))
              .values();
    };
  }

  private static List<LaunchGroup> reversed(int number, List<LaunchGroup> groups) {
    return groups.reversed().stream().map(group -> group.reversed(number)).toList();
  }

  /** Estimates the time for a scenario in so many launches, to show what remains. */
  public Duration expectedScenario(int launches) {
    Profile.WarmUpPlan warmUp = profile.warmUp();
    Profile.Windows windows = profile.windows();
    Duration cycle = warmUp.load().plus(warmUp.cool());
    Duration perLaunch =
        Duration.ofMillis(2_400)
            .plus(warmUp.settling())
            .plus(cycle.multipliedBy(warmUp.atLeast() + warmUp.atMost()).dividedBy(2))
            .plus(
                windows
                    .length()
                    .plus(BETWEEN_WINDOWS.multipliedBy(windows.parts()))
                    .multipliedBy(windows.count()));
    return perLaunch.multipliedBy(launches).plusMillis(1_200);
  }

  /** Estimates the time for one variant's JMH suite. */
  public Duration expectedJmh() {
    return profile.jmh().byMethod().stream()
        .map(Profile.JmhPlan::expected)
        .reduce(Duration.ZERO, Duration::plus);
  }
}
