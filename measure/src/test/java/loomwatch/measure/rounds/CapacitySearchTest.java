package loomwatch.measure.rounds;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.results.Invalid;
import loomwatch.results.LatencyHistogram;
import loomwatch.results.Launch;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers that bear 10,000 requests a second, as long as they do. */
class CapacitySearchTest {
  private static final Scenario SCENARIO =
      new Scenario("hello", "/hello", 8_000, 50, null, false, Set.of());
  private static final double SUSTAINED = 10_000;
  private static final long USUAL_NANOS = 100_000;
  private static final Invalid UNFINISHED = new Invalid(Invalid.Reason.UNFINISHED, "for the test");
  @TempDir Path directory;

  @Test
  void run_bothServe_tellsWhatTheyAnswerUnderOverload() throws Exception {
    assertThat(searched(Double.MAX_VALUE).values())
        .hasSize(2)
        .allSatisfy(launch ->
            assertThat(launch.sample(Metric.CAPACITY).orElseThrow().value())
                .isCloseTo(SUSTAINED, within(0.1)));
  }

  @Test
  void run_headAnswersNothingUnderOverload_headFailsAndBaseIsTold() throws Exception {
    Map<String, Launch> launches = searched(SUSTAINED);

    assertThat(requireNonNull(launches.get("head")).invalid())
        .singleElement()
        .satisfies(reason -> {
          assertThat(reason.cause()).isEqualTo(Invalid.Reason.SERVER_DIED);
          assertThat(reason.detail()).contains("to find its capacity: 6 times in a row");
        });
    assertThat(requireNonNull(launches.get("base")).sample(Metric.CAPACITY)).isPresent();
  }

  /** What is known of each variant, when head answers nothing above a rate. */
  private Map<String, Launch> searched(double most) throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    try (ServerSocket base = new ServerSocket(0, 0, here);
        ServerSocket head = new ServerSocket(0, 0, here);
        Children children = new Children();
        QuietHost host = MadeEquipment.host(children);
        MadeUpGenerator generator =
            new MadeUpGenerator(plan ->
                plan.target().getPort() == head.getLocalPort() && plan.requestsPerSecond() > most
                    ? MadeUpGenerator.answered(plan, 0, null, List.of(UNFINISHED))
                    : load(plan.requestsPerSecond()))) {
      Equipment equipment =
          MadeEquipment.of(
              children,
              host,
              generator,
              directory,
              MadeEquipment.there("base", base, directory),
              MadeEquipment.there("head", head, directory));
      LaunchGroup group = MadeEquipment.ofBothVariants(SCENARIO);
      try (BackingServices none = equipment.backingServices("head", directory)) {
        List<RunningLaunch> launches =
            List.of(
                MadeEquipment.opened(equipment, group, 0),
                MadeEquipment.opened(equipment, group, 1));
        launches.forEach(
            launch -> launch.add(MadeWindow.ANY.of(load(SCENARIO.requestsPerSecond()))));
        new CapacitySearch(equipment, MadeEquipment.UNHEARD, SCENARIO, none).run(launches);
        launches.forEach(RunningLaunch::close);
        return launches.stream()
            .map(launch -> launch.recorded(OptionalLong.empty()))
            .collect(Collectors.toMap(Launch::variant, Function.identity()));
      }
    }
  }

  /** What a server shows in half a second of that rate. */
  private static LoadResult load(double rate) {
    long offered = Math.round(rate / 2);
    long completed = Math.round(Math.min(rate, SUSTAINED) / 2);
    Histogram latency = new Histogram(3);
    latency.recordValueWithCount(USUAL_NANOS, completed);
    return new LoadResult(
        "embedded",
        "1",
        rate,
        SCENARIO.connections(),
        0.5,
        offered,
        completed,
        LoadErrors.NONE,
        0,
        completed / (0.5 + USUAL_NANOS / 1e9),
        LatencyHistogram.copyOf(latency),
        null,
        List.of(),
        0,
        rate > SUSTAINED ? List.of(UNFINISHED) : List.of(),
        null,
        null,
        null,
        null);
  }
}
