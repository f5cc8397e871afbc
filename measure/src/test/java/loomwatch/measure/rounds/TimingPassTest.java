package loomwatch.measure.rounds;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loomwatch.loadgen.LoadPlan;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.rounds.LaunchGroupRunner.ParallelWork;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.Launch.WarmUp.Cycle;
import loomwatch.results.MethodTime;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two measured JVMs that call a method all the time, whatever is sent to them. */
class TimingPassTest {
  private static final Scenario HELLO =
      new Scenario("hello", "/hello", 8_000, 50, null, false, Set.of());
  private static final String BUSY = "Up.busy(I)V";
  private static final String CALLS = "while (true) { busy(%d); }";

  @TempDir Path directory;
  private final Children children = new Children();

  /** The ports to which something was sent. */
  private final List<Integer> sent = Collections.synchronizedList(new ArrayList<>());

  private LaunchedServer base;
  private LaunchedServer head;
  private RunningLaunch ofBase;
  private RunningLaunch ofHead;

  @BeforeEach
  void start() throws Exception {
    LaunchGroup group = MadeEquipment.ofBothVariants(HELLO);
    base = start("base", CALLS.formatted(2));
    head = start("head", CALLS.formatted(4));
    ofBase = new RunningLaunch(group, 0, directory);
    ofBase.started(base);
    ofHead = new RunningLaunch(group, 1, directory);
    ofHead.started(head);
  }

  @AfterEach
  void end() {
    base.close();
    head.close();
    children.close();
  }

  @Test
  void time_bothVariants_alternatesAndKeepsWhatACallTakes() throws Exception {
    assertThat(time(plan -> plan.offered())).isEmpty();

    List<Integer> windows = sent.subList(2, sent.size());
    int first = base.url("/").getPort();
    int second = head.url("/").getPort();
    assertThat(windows).hasSize(2 * TimingPass.WINDOWS);
    assertThat(windows.subList(0, 4)).containsExactly(first, second, second, first);
    assertThat(typical(ofBase)).isGreaterThan(2e6);
    assertThat(typical(ofHead)).isGreaterThan(4e6).isGreaterThan(1.4 * typical(ofBase));
  }

  @Test
  void time_requestsThatFail_leavesTheLaunchesAsTheyWere() throws Exception {
    assertThat(time(plan -> 0)).contains("0 of 10 requests got their answer");

    assertUntimed();
  }

  @Test
  void time_jvmThatDies_leavesTheLaunchesAsTheyWere() throws Exception {
    Optional<String> reason =
        time(plan -> {
          ProcessHandle process = ProcessHandle.of(head.pid()).orElseThrow();
          process.destroyForcibly();
          process.onExit().join();
          return plan.offered();
        });

    assertThat(reason).isPresent();
    assertUntimed();
  }

  /** Ten of them take a second, and there are two and a half for each launch. */
  @Test
  void time_requestsThatTakeLong_haveFewerWindows() throws Exception {
    assertThat(lasting(Duration.ofMillis(100))).isEmpty();

    assertThat(requireNonNull(ofBase.methods).getFirst().nanosPerRequest()).hasSize(2);
  }

  /** Nobody waits for that. */
  @Test
  void time_requestsThatTakeSeconds_areNotSent() throws Exception {
    assertThat(lasting(Duration.ofSeconds(2))).contains("a request takes too long for that");

    assertThat(sent).isEmpty();
    assertUntimed();
  }

  private Optional<String> lasting(Duration request) throws Exception {
    List<Cycle> cycles = List.of(new Cycle(1, 0, 1_000, request.toNanos()));
    ofBase.warmUp = new WarmUp(cycles, true, "for the test");
    ofHead.warmUp = new WarmUp(cycles, true, "for the test");
    return time(plan -> plan.offered());
  }

  @Test
  void time_oneVariantThatFailedBefore_timesNothing() throws Exception {
    ofHead.fail(new Invalid(Invalid.Reason.ERRORS, "some"));

    assertThat(time(plan -> plan.offered())).isEmpty();
    assertThat(sent).isEmpty();
    assertThat(ofBase.methods).isNull();
  }

  @Test
  void expected_timeOfARound_isWithinAMinuteInAll() {
    Duration all = Duration.ZERO;
    for (int round = 1; round <= 11; round++) {
      all = all.plus(TimingPass.expected(round, List.of(BUSY), 1, 4));
    }

    assertThat(all).isLessThanOrEqualTo(Duration.ofMinutes(1));
    assertThat(TimingPass.expected(1, List.of(), 1, 4)).isZero();
  }

  private void assertUntimed() {
    assertThat(ofBase.methods).isNull();
    assertThat(ofHead.methods).isNull();
    assertThat(ofBase.failed()).isFalse();
    assertThat(ofHead.failed()).isFalse();
  }

  private static double typical(RunningLaunch launch) {
    List<MethodTime> methods = requireNonNull(launch.methods);
    assertThat(methods).hasSize(1);
    MethodTime time = methods.getFirst();
    assertThat(time.method()).isEqualTo(BUSY);
    assertThat(time.nanosPerRequest()).hasSize(TimingPass.WINDOWS);
    double nanos =
        time.nanosPerRequest().stream().mapToDouble(each -> each).average().orElseThrow();
    return nanos / time.callsPerRequest();
  }

  private interface Answers {
    long to(LoadPlan plan);
  }

  private Optional<String> time(Answers answers) throws Exception {
    try (QuietHost host = MadeEquipment.host(children)) {
      MadeUpGenerator generator =
          new MadeUpGenerator(plan -> {
            sent.add(plan.target().getPort());
            sleep();
            return MadeUpGenerator.answered(plan, answers.to(plan), null, List.of());
          });
      Equipment equipment =
          MadeEquipment.of(children, host, generator, directory).timing(List.of(BUSY));
      return TimingPass.of(HELLO, 1, 2, equipment)
          .time(List.of(ofBase, ofHead), new ParallelWork(1));
    }
  }

  /** In which the JVMs go on. */
  private static void sleep() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private LaunchedServer start(String name, String body) throws Exception {
    return MadeEquipment.program(
        children, Files.createDirectory(directory.resolve(name)), List.of(), body);
  }
}
