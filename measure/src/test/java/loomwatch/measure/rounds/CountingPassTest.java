package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.results.Invalid;
import loomwatch.results.Metric;
import loomwatch.results.Mix;
import loomwatch.results.Mix.MixedRequest;
import loomwatch.results.Sample;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A JVM that is measured: whatever counting does to it, its other numbers stay. */
class CountingPassTest {
  private static final Scenario HELLO =
      new Scenario("hello", "/hello", 8_000, 50, null, false, Set.of());
  private static final long REQUESTS = 20;

  @TempDir Path directory;
  private final Children children = new Children();

  @AfterEach
  void endChildren() {
    children.close();
  }

  @Test
  void count_requestsThatDoNothing_areZeroOfEach() throws Exception {
    RunningLaunch launch = counted(List.of(), server -> {});

    assertThat(launch.counts).isEmpty();
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files)
          .as("what may have values of users is not kept")
          .anyMatch(file -> file.endsWith("counts-hello.json"))
          .noneMatch(file -> file.toString().endsWith("counts-hello.jfr"));
    }
    assertThat(launch.recorded(OptionalLong.empty()).samples())
        .extracting(Sample::metric)
        .contains(Metric.TIME_TO_READY, Metric.SQL_STATEMENTS, Metric.CONTENDED_LOCKS);
  }

  @Test
  void count_jvmThatRefusesAgents_isMerelyNotCounted() throws Exception {
    assertUncounted(counted(List.of("-XX:+DisableAttachMechanism"), server -> {}));
  }

  @Test
  void count_jvmThatDiesOfIt_keepsItsNumbers() throws Exception {
    assertUncounted(
        counted(
            List.of(), server -> ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly()));
  }

  /** The agent cannot write what it saw. */
  @Test
  void count_agentThatFails_keepsTheNumbers() throws Exception {
    assertUncounted(
        counted(
            List.of(),
            server -> {
              Path recording = server.directory().resolve(CountingPass.recording("hello"));
              assertThat(recording.toFile().mkdir()).isTrue();
            }));
  }

  /** Rounds of a mix are whole, and what is rare in it is sent often enough to be judged. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 0, 20",
    "1, 1, 400, 320",
    "9, 1, 0, 30",
    "97, 3, 80, 100",
    "99, 1, 80, 300",
    "99, 1, 10, 100",
    "999, 1, 1000, 1000",
    "1000, 1000, 0, 2000"
  })
  void requests_mix_hasEachRequestSomeTimes(int often, int seldom, long affordable, long sent) {
    Mix mix =
        new Mix(
            List.of(new MixedRequest("/a", null, often), new MixedRequest("/b", null, seldom)),
            null);
    Scenario mixed =
        new Scenario("mixed", null, null, mix, null, 100, 1, null, false, Set.of(), null, null);

    assertThat(CountingPass.requests(mixed, affordable)).isEqualTo(sent);
  }

  private void assertUncounted(RunningLaunch launch) {
    assertThat(inVain).isPresent();
    assertThat(launch.counts).isNull();
    assertThat(launch.failed()).isFalse();
    assertThat(launch.recorded(OptionalLong.empty()).samples())
        .extracting(Sample::metric)
        .containsExactly(Metric.TIME_TO_READY);
  }

  private Optional<Invalid> inVain = Optional.empty();

  private interface Meanwhile {
    void with(LaunchedServer server);
  }

  private RunningLaunch counted(List<String> flags, Meanwhile meanwhile) throws Exception {
    LaunchGroup group = MadeEquipment.ofBothVariants(HELLO);
    RunningLaunch launch = new RunningLaunch(group, 0, directory);
    try (LaunchedServer server =
            MadeEquipment.program(children, directory, flags, "Thread.sleep(60_000);");
        QuietHost host = MadeEquipment.host(children)) {
      launch.started(server);
      MadeUpGenerator generator =
          new MadeUpGenerator(plan -> {
            meanwhile.with(server);
            return MadeUpGenerator.answered(plan, REQUESTS, null, List.of());
          });
      Equipment equipment = MadeEquipment.of(children, host, generator, directory);
      CountingPass pass = new CountingPass(HELLO, REQUESTS, equipment);
      launch.attempt(target -> inVain = pass.count(launch, target));
    }
    return launch;
  }
}
