package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.launch.Server;
import loomwatch.measure.observe.Vitals;
import loomwatch.measure.observe.Vitals.Target;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.Equipment.VariantStart;
import loomwatch.results.Invalid;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much load it is, and whose fault when it comes to nothing. */
class ScenarioLoadTest {
  private static final Scenario SCENARIO =
      new Scenario("hello", "/hello", 8_000, 50, null, false, Set.of());

  @TempDir Path directory;

  @Test
  void settle_noAnswerToARequest_isTheServersDeath() throws Exception {
    assertThat(settled().cause()).isEqualTo(Reason.SERVER_DIED);
  }

  /** What was sent by nobody, nobody could have answered. */
  @Test
  void settle_noAnswerAsTheGeneratorFailed_isTheGenerators() throws Exception {
    assertThat(settled(Reason.GENERATOR_FAILED).cause()).isEqualTo(Reason.GENERATOR_FAILED);
    assertThat(settled(Reason.GENERATOR_STALLED, Reason.RATE_NOT_REACHED).cause())
        .isEqualTo(Reason.GENERATOR_STALLED);
  }

  @Test
  void warmUp_serverElsewhere_getsNoMoreThanTheScenariosRate() throws Exception {
    Scenario seldom = new Scenario("hello", "/hello", 20, 50, null, false, Set.of());
    List<Double> rates = new ArrayList<>();
    MadeUpGenerator generator =
        new MadeUpGenerator(plan -> {
          rates.add(plan.requestsPerSecond());
          return MadeUpGenerator.answered(plan, plan.offered(), null, List.of());
        });

    onServer(
        generator,
        (server, equipment) ->
            ScenarioLoad.warmUp(
                new Target(server, Vitals.NONE), seldom, Profile.TRIAL.warmUp(), generator));

    assertThat(rates).isNotEmpty().containsOnly(20.0);
  }

  /** Why the load of a warm server, which came to nothing for those causes, ended its launch. */
  private Invalid settled(Reason... causes) throws Exception {
    List<Invalid> invalid =
        Stream.of(causes).map(cause -> new Invalid(cause, "for the test")).toList();
    return onServer(
        new MadeUpGenerator(plan -> MadeUpGenerator.answered(plan, 0, null, invalid)),
        (server, equipment) -> {
          LaunchFailure failure =
              catchThrowableOfType(
                  LaunchFailure.class,
                  () -> ScenarioLoad.settle(server, SCENARIO, Profile.QUICK.warmUp(), equipment));
          assertThat(failure).hasMessageContaining("in the warm-up: ");
          return failure.invalid();
        });
  }

  /** What is done with a server. */
  private interface Work<T> {
    T on(Server server, Equipment equipment) throws Exception;
  }

  /** Does it with one that runs elsewhere. */
  private <T> T onServer(LoadGenerator generator, Work<T> work) throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        Children children = new Children();
        QuietHost host = MadeEquipment.host(children)) {
      VariantStart variant = MadeEquipment.there("head", socket, directory);
      Equipment equipment = MadeEquipment.of(children, host, generator, directory, variant);
      Place place = new Place("head", Mode.PLATFORM);
      LaunchGroup group = new LaunchGroup(1, SCENARIO, List.of(place));
      try (BackingServices none = equipment.backingServices("head", directory);
          Server server =
              equipment.launcher().open(equipment.server(place, group, none), directory)) {
        return work.on(server, equipment);
      }
    }
  }
}
