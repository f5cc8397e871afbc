package loomwatch.measure.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import loomwatch.measure.plan.Block.Place;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;

/**
 * Everything a run will measure, in order: rounds of one block per scenario and one JMH pass of
 * each arm, so that a slow drift of the host touches every scenario alike.
 */
public record Plan(Profile profile, long seed, List<Round> rounds) {

  /** What a slice takes beside its load, with those that are taken again. */
  private static final Duration BETWEEN_SLICES = Duration.ofMillis(150);

  public Plan {
    rounds = List.copyOf(rounds);
  }

  /**
   * One block of every scenario, then the JMH suite once for each arm.
   *
   * @param number from 1
   * @param jmhArms the arms whose JMH suite runs in this round, in that order
   */
  public record Round(int number, List<Block> blocks, List<String> jmhArms) {
    public Round {
      blocks = List.copyOf(blocks);
      jmhArms = List.copyOf(jmhArms);
    }
  }

  /**
   * What is put into blocks.
   *
   * @param scenarios on servers; may be empty
   * @param modes at least one
   * @param arms that the scenarios are measured on: {@code head}; {@code base} and {@code head}; in
   *     a study, its variants
   * @param jmhArms whose JMH suite runs in every round, in the same order; empty for none
   */
  public record Subjects(
      List<Scenario> scenarios, List<Mode> modes, List<String> arms, List<String> jmhArms) {
    public Subjects {
      scenarios = List.copyOf(scenarios);
      modes = List.copyOf(modes);
      arms = List.copyOf(arms);
      jmhArms = List.copyOf(jmhArms);
    }
  }

  /**
   * Plans so many rounds. Rounds come in pairs: the first in an order drawn from the seed, the
   * second in its reverse, so that neither mode nor arm is favoured by its place.
   */
  public static Plan of(Profile profile, Subjects subjects, int count, long seed) {
    Random random = new Random(seed);
    List<Round> rounds = new ArrayList<>();
    List<Block> blocks = List.of();
    List<String> jmhArms = List.of();
    for (int number = 1; number <= count; number++) {
      if (number % 2 == 1) {
        blocks = shuffledBlocks(number, subjects, random);
        jmhArms = Place.shuffled(subjects.jmhArms(), random);
      } else {
        blocks = reversed(number, blocks);
        jmhArms = jmhArms.reversed();
      }
      rounds.add(new Round(number, blocks, jmhArms));
    }
    return new Plan(profile, seed, rounds);
  }

  private static List<Block> shuffledBlocks(int number, Subjects subjects, Random random) {
    List<Block> blocks = new ArrayList<>();
    for (Scenario scenario : subjects.scenarios()) {
      blocks.add(
          new Block(number, scenario, Place.shuffled(subjects.modes(), subjects.arms(), random)));
    }
    Collections.shuffle(blocks, random);
    return blocks;
  }

  private static List<Block> reversed(int number, List<Block> blocks) {
    return blocks.reversed().stream()
        .map(block -> new Block(number, block.scenario(), block.places().reversed()))
        .toList();
  }

  /** How long one block should take, for showing the time left: never used to cut anything. */
  public Duration expectedBlock(int launches) {
    Profile.WarmUpPlan warmUp = profile.warmUp();
    Profile.Slices slices = profile.slices();
    Duration cycle = warmUp.load().plus(warmUp.cool());
    Duration perLaunch =
        Duration.ofMillis(2_400)
            .plus(warmUp.settling())
            .plus(cycle.multipliedBy(warmUp.atLeast() + warmUp.atMost()).dividedBy(2))
            .plus(
                slices
                    .length()
                    .plus(BETWEEN_SLICES.multipliedBy(slices.parts()))
                    .multipliedBy(slices.count()));
    return perLaunch.multipliedBy(launches).plusMillis(1_200);
  }

  /** How long one JMH pass of one arm should take. */
  public Duration expectedJmh() {
    Profile.JmhPlan jmh = profile.jmh();
    int forks = JmhBenchmarks.selectedBy(jmh.include()).size();
    Duration fork =
        jmh.iteration().multipliedBy(jmh.warmUps() + jmh.iterations()).plusMillis(1_500);
    return fork.multipliedBy(forks).plusSeconds(1);
  }
}
