package loomwatch.measure.blocks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import loomwatch.loadgen.LoadEngine;
import loomwatch.measure.host.HostProbe.HostWatch;
import loomwatch.measure.launch.Children;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Plan.Round;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Scenario;

/** Carries out a plan: round by round, block by block. */
public final class Measurement {
  private final Plan plan;
  private final Equipment equipment;
  private final Progress progress;
  private final JmhRunner jmh;
  private final List<String> warnings = new ArrayList<>();

  /**
   * What came of it.
   *
   * @param launches those that failed with their reasons
   * @param warnings one line for each block that was measured twice, and one if it ended early
   */
  public record Measured(List<Launch> launches, List<String> warnings) {
    public Measured {
      launches = List.copyOf(launches);
      warnings = List.copyOf(warnings);
    }
  }

  /** Looks at what was measured so far, and says whether that is enough. */
  public interface Look {
    /** To measure everything planned. */
    Look NONE = (round, launches) -> false;

    /**
     * After a round.
     *
     * @param round its number, from 1
     * @param launches of this and every earlier round
     * @return whether to stop
     */
    boolean enough(int round, List<Launch> launches);
  }

  /**
   * A measurement to be run once.
   *
   * @param jmhCores the CPUs a JMH fork may use: the server's and the generator's, as neither runs
   *     then
   */
  public Measurement(
      Plan plan,
      Equipment equipment,
      Children children,
      List<Integer> jmhCores,
      Progress progress) {
    this.plan = plan;
    this.equipment = equipment;
    this.progress = progress;
    this.jmh = new JmhRunner(children, jmhCores, equipment.raw());
  }

  /** How many steps a plan has, for showing progress. */
  public static int steps(Plan plan) {
    return plan.rounds().stream()
        .mapToInt(round -> round.blocks().size() + round.jmhArms().size())
        .sum();
  }

  /** How long a plan should take with that engine. */
  public static Duration expected(Plan plan, LoadEngine engine) {
    return expected(plan, engine::unmeasured);
  }

  /**
   * The same with an engine that is not open yet.
   *
   * @param unmeasured by that engine in each slice, with so many connections
   */
  public static Duration expected(Plan plan, IntFunction<Duration> unmeasured) {
    Duration sum = Duration.ZERO;
    for (Round round : plan.rounds()) {
      for (Block block : round.blocks()) {
        sum = sum.plus(expected(plan, block, unmeasured));
      }
      sum = sum.plus(plan.expectedJmh().multipliedBy(round.jmhArms().size()));
    }
    return sum;
  }

  /**
   * How long each slice of a launch is, with what the engine leaves unmeasured.
   *
   * @param unmeasured by that engine, with so many connections
   */
  public static Duration slice(
      Profile profile, Scenario scenario, IntFunction<Duration> unmeasured) {
    return Slicing.of(profile, scenario, unmeasured.apply(scenario.connections())).length();
  }

  private static Duration expected(Plan plan, Block block, IntFunction<Duration> unmeasured) {
    Profile profile = plan.profile();
    Scenario scenario = block.scenario();
    Duration load = Slicing.of(profile, scenario, unmeasured.apply(scenario.connections())).total();
    Duration longer = load.minus(Slicing.of(profile, scenario, Duration.ZERO).total());
    int launches = block.places().size();
    return plan.expectedBlock(launches).plus(longer.multipliedBy(launches));
  }

  /**
   * Measures round by round until it is enough, or the host is no longer the same; what failed is
   * in the list with its reason.
   */
  public Measured run(Look look, HostWatch host) throws IOException, InterruptedException {
    List<Launch> launches = new ArrayList<>();
    Duration expected = expected(plan, equipment.engine()).plus(equipment.beyond().of(plan));
    TimeLeft left = new TimeLeft(expected, System::nanoTime);
    for (Round round : plan.rounds()) {
      List<Launch> measured;
      try {
        measured = measure(round, left);
      } catch (IOException e) {
        if (launches.isEmpty()) {
          throw e;
        }
        // What failed is the harness's: the rounds that it measured are as good as ever.
        warn("measuring ended in round %d: %s".formatted(round.number(), e.getMessage()));
        break;
      }
      List<String> changes = host.changes();
      if (!changes.isEmpty()) {
        launches.addAll(discarded(measured, round, changes));
        break;
      }
      launches.addAll(measured);
      if (look.enough(round.number(), List.copyOf(launches))) {
        break;
      }
    }
    progress.end();
    return new Measured(launches, warnings);
  }

  private List<Launch> measure(Round round, TimeLeft left)
      throws IOException, InterruptedException {
    BlockRunner blocks = new BlockRunner(equipment, plan.profile(), progress);
    List<Launch> launches = new ArrayList<>();
    for (Block block : round.blocks()) {
      progress.begin(block.shown(), left.now());
      keep(measure(block, blocks), launches);
      left.done(
          expected(plan, block, equipment.engine()::unmeasured).plus(equipment.beyond().of(block)));
    }
    for (int order = 0; order < round.jmhArms().size(); order++) {
      progress.begin("JMH suite, pass " + round.number(), left.now());
      progress.doing("creating threads");
      ArmStart arm = equipment.arm(round.jmhArms().get(order));
      keep(jmh.run(round.number(), order, arm, plan.profile().jmh(), plan.expectedJmh()), launches);
      left.done(plan.expectedJmh());
    }
    return launches;
  }

  /** A block that the generator alone spoilt says nothing of either arm, so it is taken again. */
  private List<Launch> measure(Block block, BlockRunner blocks)
      throws IOException, InterruptedException {
    List<Launch> measured = blocks.run(block);
    if (!GeneratorFault.spoilt(measured)) {
      return measured;
    }
    String what =
        "%s was measured twice: in the first the load generator was kept from its CPU"
            .formatted(block.shown());
    warn(what);
    return blocks.again(block);
  }

  private void warn(String what) {
    progress.note(what);
    warnings.add(what);
  }

  private void keep(List<Launch> measured, List<Launch> launches) {
    measured.forEach(this::tellFailure);
    launches.addAll(measured);
  }

  /** Nobody knows when within the round it changed, nor whether it will be as before. */
  private List<Launch> discarded(List<Launch> measured, Round round, List<String> changes) {
    String what = String.join("; ", changes);
    progress.note(
        "the host changed in round %d and measuring ends here: %s".formatted(round.number(), what));
    Invalid reason =
        new Invalid(
            Invalid.Reason.HOST_CHANGED, what + "; keep the host as it is and measure again");
    return measured.stream().map(launch -> launch.discarded(reason)).toList();
  }

  private void tellFailure(Launch launch) {
    String arm = equipment.arms().size() > 1 ? launch.arm() + " " : "";
    launch
        .invalid()
        .forEach(invalid ->
            progress.note(
                "  invalid: %s %s%s block %d: %s"
                    .formatted(
                        launch.scenario(), arm, launch.mode().label(), launch.block(), invalid)));
  }
}
