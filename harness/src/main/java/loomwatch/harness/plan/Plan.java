package loomwatch.harness.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;

/**
 * Everything a run will measure, in order: rounds of one block per scenario and one JMH pass, so
 * that a slow drift of the host touches every scenario alike.
 *
 * @param profile how much time is spent
 * @param seed of the orders
 * @param rounds in order
 */
public record Plan(Profile profile, long seed, List<Round> rounds) {

  public Plan {
    rounds = List.copyOf(rounds);
  }

  /**
   * One block of every scenario, then the JMH suite once.
   *
   * @param number from 1
   * @param blocks in the order measured
   * @param jmh whether the suite runs in this round
   */
  public record Round(int number, List<Block> blocks, Jmh jmh) {
    public Round {
      blocks = List.copyOf(blocks);
    }
  }

  /** Whether the JMH suite is part of the run. */
  public enum Jmh {
    INCLUDED,
    LEFT_OUT
  }

  /**
   * Plans a run. The mode that starts a block alternates, from a side drawn from the seed, so that
   * neither is favoured; the order of scenarios is shuffled in each round.
   */
  public static Plan of(
      Profile profile, List<Scenario> scenarios, List<Mode> modes, Jmh jmh, long seed) {
    Random random = new Random(seed);
    boolean reversedFirst = random.nextBoolean();
    List<Round> rounds = new ArrayList<>();
    for (int number = 1; number <= profile.blocks(); number++) {
      List<Mode> order = new ArrayList<>(modes);
      if ((number % 2 == 0) != reversedFirst) {
        Collections.reverse(order);
      }
      List<Block> blocks = new ArrayList<>();
      for (Scenario scenario : scenarios) {
        blocks.add(new Block(number, scenario, order));
      }
      Collections.shuffle(blocks, random);
      rounds.add(new Round(number, blocks, jmh));
    }
    return new Plan(profile, seed, rounds);
  }

  /** How long one block should take, for showing the time left: never used to cut anything. */
  public Duration expectedBlock(int launches) {
    Profile.WarmUpPlan warmUp = profile.warmUp();
    Duration cycle = warmUp.load().plus(warmUp.cool());
    Duration perLaunch =
        Duration.ofMillis(1_800)
            .plus(cycle.multipliedBy((warmUp.atLeast() + warmUp.atMost()) / 2))
            .plus(profile.slice().plusMillis(150).multipliedBy(profile.slices()));
    return perLaunch.multipliedBy(launches).plusMillis(1_200);
  }

  /** How long one JMH pass should take. */
  public Duration expectedJmh() {
    Profile.JmhPlan jmh = profile.jmh();
    int forks = JmhBenchmarks.selectedBy(jmh.include()).size();
    Duration fork =
        jmh.iteration().multipliedBy(jmh.warmUps() + jmh.iterations()).plusMillis(1_500);
    return fork.multipliedBy(forks).plusSeconds(1);
  }
}
