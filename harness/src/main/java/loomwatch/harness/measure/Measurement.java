package loomwatch.harness.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import loomwatch.harness.launch.Children;
import loomwatch.harness.plan.Block;
import loomwatch.harness.plan.Plan;
import loomwatch.harness.plan.Plan.Jmh;
import loomwatch.harness.plan.Plan.Round;
import loomwatch.results.Launch;

/** Carries out a plan: round by round, block by block. */
public final class Measurement {
  private final Plan plan;
  private final Equipment equipment;
  private final Progress progress;
  private final JmhRunner jmh;

  /**
   * A measurement to be run once.
   *
   * @param jmhClassPath the suite's jars, in {@code java -cp} form
   * @param jmhCores the CPUs a JMH fork may use: the server's and the generator's, as neither runs
   *     then
   */
  public Measurement(
      Plan plan,
      Equipment equipment,
      Children children,
      String jmhClassPath,
      List<Integer> jmhCores,
      Progress progress) {
    this.plan = plan;
    this.equipment = equipment;
    this.progress = progress;
    Path raw = equipment.raw();
    this.jmh = new JmhRunner(children, equipment.jdk(), jmhClassPath, jmhCores, raw);
  }

  /** How many steps a plan has, for showing progress. */
  public static int steps(Plan plan) {
    return plan.rounds().stream()
        .mapToInt(round -> round.blocks().size() + (round.jmh() == Jmh.INCLUDED ? 1 : 0))
        .sum();
  }

  /** How long a plan should take. */
  public static Duration expected(Plan plan) {
    Duration sum = Duration.ZERO;
    for (Round round : plan.rounds()) {
      for (Block block : round.blocks()) {
        sum = sum.plus(plan.expectedBlock(block.modes().size()));
      }
      if (round.jmh() == Jmh.INCLUDED) {
        sum = sum.plus(plan.expectedJmh());
      }
    }
    return sum;
  }

  /** Measures everything; what failed is in the list with its reason. */
  public List<Launch> run() throws IOException, InterruptedException {
    BlockRunner blocks = new BlockRunner(equipment, plan.profile(), progress);
    List<Launch> launches = new ArrayList<>();
    Duration left = expected(plan);
    for (Round round : plan.rounds()) {
      for (Block block : round.blocks()) {
        progress.begin(block.scenario().name() + " block " + block.number(), left);
        List<Launch> measured = blocks.run(block);
        measured.forEach(this::tellFailure);
        launches.addAll(measured);
        left = left.minus(plan.expectedBlock(block.modes().size()));
      }
      if (round.jmh() == Jmh.INCLUDED) {
        progress.begin("JMH suite, pass " + round.number(), left);
        progress.doing("creating threads");
        List<Launch> measured = jmh.run(round.number(), plan.profile().jmh(), plan.expectedJmh());
        measured.forEach(this::tellFailure);
        launches.addAll(measured);
        left = left.minus(plan.expectedJmh());
      }
    }
    progress.end();
    return launches;
  }

  private void tellFailure(Launch launch) {
    launch
        .invalid()
        .forEach(invalid ->
            progress.note(
                "  invalid: %s %s block %d: %s"
                    .formatted(launch.scenario(), launch.mode().label(), launch.block(), invalid)));
  }
}
