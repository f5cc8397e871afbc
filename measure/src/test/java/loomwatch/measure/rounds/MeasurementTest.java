package loomwatch.measure.rounds;

import static loomwatch.measure.rounds.Progress.Style.LOG;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.embedded.EmbeddedGenerator;
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.measure.host.FakeMachine;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.Equipment.VariantStart;
import loomwatch.measure.variants.BuiltVariant.ShippedServer;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementTest {
  private static final String TURBO = "sys/devices/system/cpu/intel_pstate/no_turbo";

  @TempDir Path directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @Test
  void expected_ofSmoke_keepsItsPromise() {
    assertThat(expected(Profile.SMOKE)).isLessThan(Duration.ofSeconds(90));
  }

  @Test
  void expected_ofQuick_keepsItsPromise() {
    assertThat(expected(Profile.QUICK)).isLessThan(Duration.ofMinutes(8));
  }

  /** The JMH suite of three rounds; turbo is switched off while it runs for the second time. */
  @Test
  void run_hostChangesInTheSecondRound_discardsThatRoundAndEndsThere() throws Exception {
    FakeMachine machine = new FakeMachine(directory.resolve("machine")).cores(2).with(TURBO, "0");
    script(
        """
        echo >> passes
        [ $(wc -l < passes) -lt 3 ] || echo 1 > machine/%s
        exit 1
        """
            .formatted(TURBO));

    List<Launch> launches = run(machine);

    Invalid changed =
        new Invalid(
            Invalid.Reason.HOST_CHANGED,
            "turbo was on, is off; keep the host as it is and measure again");
    assertThat(launches).extracting(Launch::round).containsExactly(1, 1, 2, 2);
    assertThat(launches.subList(0, 2))
        .allSatisfy(launch -> assertThat(launch.invalid()).doesNotContain(changed));
    assertThat(launches.subList(2, 4))
        .allSatisfy(launch -> assertThat(launch.invalid()).contains(changed));
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("the host changed in round 2 and measuring ends here: turbo was on, is off\n");
  }

  /** The log of the second round cannot be written: a folder has its name. */
  @Test
  void run_harnessFailsInTheSecondRound_keepsTheFirst() throws Exception {
    script("mkdir -p jmh-2-0-head.log\nexit 1\n");

    List<Launch> launches = run(new FakeMachine(directory.resolve("machine")).cores(2));

    assertThat(launches).extracting(Launch::round).containsExactly(1, 1);
    assertThat(said.toString(StandardCharsets.UTF_8)).contains("measuring ended in round 2: ");
  }

  @Test
  void run_continuing_measuresTheRoundsAfterTheFinishedOnes() throws Exception {
    script("exit 1\n");
    List<Launch> first =
        run(new FakeMachine(directory.resolve("machine")).cores(2)).stream()
            .filter(launch -> launch.round() == 1)
            .toList();
    said.reset();

    List<Launch> all = run(new FakeMachine(directory.resolve("again")).cores(2), first);

    assertThat(all).extracting(Launch::round).containsExactly(1, 1, 2, 2, 3, 3);
    assertThat(all).startsWith(first.toArray(Launch[]::new));
    assertThat(said.toString(StandardCharsets.UTF_8))
        .startsWith("[ 3/6] ThreadCreationBatch.virtualThreads round 2 ");
  }

  private List<Launch> run(FakeMachine machine) throws Exception {
    return run(machine, List.of());
  }

  private List<Launch> run(FakeMachine machine, List<Launch> finished) throws Exception {
    Path jdk = Path.of(System.getProperty("java.home"));
    Plan plan =
        Plan.of(
            Profile.TRIAL,
            new Plan.Matrix(List.of(), List.of(Mode.values()), List.of("head"), List.of("head")),
            3,
            1);
    VariantStart head =
        new VariantStart("head", directory, ShippedServer.of("none"), "none", List.of(), List.of());
    Progress progress =
        new Progress(
            new PrintStream(said, true, StandardCharsets.UTF_8),
            LOG,
            () -> false,
            6,
            Integer.MAX_VALUE);
    try (Children children = new Children();
        QuietHost host = MadeEquipment.host(children);
        LoadGenerator generator = new EmbeddedGenerator(jdk, List.of(), Polling.SLEEP)) {
      Equipment equipment = MadeEquipment.of(children, host, generator, directory, head);
      return new Measurement(plan, equipment, children, List.of(), progress)
          .continuing(finished)
          .run(Measurement.Look.NONE, machine.probe().watch(machine.probe().layout()))
          .launches();
    }
  }

  /** In place of the JDK's java. */
  private void script(String text) throws IOException {
    Path java = Files.createDirectories(directory.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\ncd %s\n%s".formatted(directory, text));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Duration expected(Profile profile) {
    Plan.Matrix matrix =
        new Plan.Matrix(
            Catalogue.SHIPPED.toRun(profile),
            List.of(Mode.values()),
            List.of("head"),
            List.of("head"));
    return Measurement.expected(
        Plan.of(profile, matrix, profile.rounds(), 1), connections -> Duration.ZERO);
  }
}
