package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.LoadPlan;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.Profile;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.LoadResult;
import loomwatch.results.Scenario;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers of which only the answers' times are known, which are made up. */
class InterleavedLoadTest {
  private static final Scenario SCENARIO =
      new Scenario("hello", "/hello", 8_000, 50, null, false, Set.of());
  private static final Profile PROFILE = Profile.QUICK.forComparing();
  private static final int PLANNED = PROFILE.windows(SCENARIO, Duration.ZERO).count();

  @TempDir Path directory;
  private ServerSocket base;
  private ServerSocket head;

  @BeforeEach
  void listen() throws Exception {
    base = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    head = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws Exception {
    base.close();
    head.close();
  }

  @Test
  void patience_ofMoreLoad_isTwiceAsMuchAndTwentySecondsAtMost() {
    assertThat(InterleavedLoad.patience(Duration.ofSeconds(7))).hasSeconds(14);
    assertThat(InterleavedLoad.patience(Duration.ofSeconds(30))).hasSeconds(20);
  }

  @Test
  void run_steadyHost_takesThoseThatWerePlanned() throws Exception {
    assertThat(windows(port -> 100)).containsOnly(PLANNED);
  }

  @Test
  void run_hostThatWanders_takesMore() throws Exception {
    Random random = new Random(1);

    // Three times as many, unless this host is so busy that its patience ends.
    assertThat(windows(port -> 100 * Math.exp(0.1 * random.nextGaussian())))
        .allSatisfy(count -> assertThat(count).isBetween(PLANNED + 1, 3 * PLANNED));
  }

  @Test
  void run_hostThatWandersAndHeadIsTwiceAsSlow_doesNotWait() throws Exception {
    Random random = new Random(1);

    assertThat(
            windows(port ->
                (port == head.getLocalPort() ? 200 : 100) * Math.exp(0.1 * random.nextGaussian())))
        .containsOnly(PLANNED);
  }

  /** Median latency of a window, in microseconds. */
  private interface Latency {
    double of(int port);
  }

  /** How many windows each launch had. */
  private List<Integer> windows(Latency latency) throws Exception {
    LaunchGroup group = MadeEquipment.ofBothVariants(SCENARIO);
    try (Children children = new Children();
        QuietHost host = MadeEquipment.host(children);
        LoadGenerator generator = new MadeUpGenerator(plan -> answered(plan, latency))) {
      Equipment equipment =
          MadeEquipment.of(
              children,
              host,
              generator,
              directory,
              MadeEquipment.there("base", base, directory),
              MadeEquipment.there("head", head, directory));
      List<RunningLaunch> launches =
          List.of(
              MadeEquipment.opened(equipment, group, 0), MadeEquipment.opened(equipment, group, 1));
      new InterleavedLoad(equipment, PROFILE, MadeEquipment.UNHEARD, group.scenarios().getFirst())
          .run(launches);
      return launches.stream().map(launch -> launch.measured().size()).toList();
    }
  }

  private static LoadResult answered(LoadPlan plan, Latency latency) {
    Histogram histogram = new Histogram(3);
    long nanos = Math.round(1e3 * latency.of(plan.target().getPort()));
    histogram.recordValueWithCount(nanos, plan.offered());
    return MadeUpGenerator.answered(
        plan, plan.offered(), LatencyHistogram.copyOf(histogram), List.of());
  }
}
