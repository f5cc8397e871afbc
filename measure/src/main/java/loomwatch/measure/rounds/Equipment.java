package loomwatch.measure.rounds;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.LoadGenerator.ClosedLoopGenerator;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.results.Scenario;

/**
 * The equipment for measuring a group.
 *
 * @param startCores CPUs servers start and are warmed on, including the generator's; empty for any
 * @param serverCores CPUs they are then moved to; empty for any
 * @param backingServiceCores CPUs for backing services; empty for any
 * @param own Loomwatch's own generator on the same CPUs, which measures from the start
 * @param warmUpGenerators for the load of warm-ups, on all of {@code startCores}
 * @param beyond what is measured after everything else
 * @param changed methods that both variants have, with other bytecode, which are timed
 */
public record Equipment(
    ServerLauncher launcher,
    Map<String, VariantStart> variants,
    List<Integer> startCores,
    List<Integer> serverCores,
    List<Integer> backingServiceCores,
    QuietHost host,
    LoadGenerator generator,
    LoadGenerator own,
    WarmUpGenerators warmUpGenerators,
    Path raw,
    Recording recording,
    Beyond beyond,
    List<String> changed) {
  /** Connections of the last window are still closing, and Tomcat's limit counts them. */
  private static final int GENERATIONS = 2;

  private static final int SPARE_CONNECTIONS = 100;

  public enum Beyond {
    NOTHING(Duration.ZERO),
    /** What requests do, in the first rounds. */
    COUNTS(Duration.ZERO),
    /** The capacity, and the counts. */
    CAPACITY(Duration.ofSeconds(15));

    private final Duration ofLaunch;

    Beyond(Duration ofLaunch) {
      this.ofLaunch = ofLaunch;
    }

    public static Beyond capacityIf(boolean wanted) {
      return wanted ? CAPACITY : COUNTS;
    }

    public Duration of(Plan plan) {
      return plan.rounds().stream()
          .flatMap(round -> round.groups().stream())
          .map(this::of)
          .reduce(Duration.ZERO, Duration::plus);
    }

    Duration of(LaunchGroup group) {
      return group.scenarios().stream()
          .map(scenario -> of(group, scenario))
          .reduce(Duration.ZERO, Duration::plus);
    }

    Duration of(LaunchGroup group, Scenario scenario) {
      long searched =
          group.places().stream()
              .filter(place -> !scenario.saturated().contains(place.mode()))
              .count();
      return ofLaunch
          .multipliedBy(searched)
          .plus(
              this == NOTHING
                  ? Duration.ZERO
                  : CountingPass.expected(group.number()).multipliedBy(group.places().size()));
    }
  }

  /**
   * The start of one variant's launches.
   *
   * @param name {@code head}, {@code base}, or that of a study's variant
   * @param jdk home of the JDK its server and benchmarks run on
   * @param service how its server is started, including an injected fault
   * @param jmhClassPath of the suite, as for {@code java -cp}
   */
  public record VariantStart(
      String name,
      Path jdk,
      ServiceSpec service,
      String jmhClassPath,
      List<String> serverFlags,
      List<String> jmhFlags) {

    public VariantStart {
      serverFlags = List.copyOf(serverFlags);
      jmhFlags = List.copyOf(jmhFlags);
    }

    VariantStart withJmhFlags(List<String> others) {
      return new VariantStart(name, jdk, service, jmhClassPath, serverFlags, others);
    }
  }

  public Equipment {
    variants = Map.copyOf(variants);
    startCores = List.copyOf(startCores);
    serverCores = List.copyOf(serverCores);
    backingServiceCores = List.copyOf(backingServiceCores);
    changed = List.copyOf(changed);
  }

  public Equipment recording(Recording other, Path elsewhere) {
    return with(generator, warmUpGenerators, elsewhere, other, Beyond.NOTHING, List.of());
  }

  public Equipment measuring(Beyond more) {
    return with(generator, warmUpGenerators, raw, recording, more, changed);
  }

  public Equipment timing(List<String> methods) {
    return with(generator, warmUpGenerators, raw, recording, beyond, methods);
  }

  public Equipment closed(Duration think) {
    return with(
        new ClosedLoopGenerator(generator, think),
        warmUpGenerators.closed(think),
        raw,
        recording,
        beyond,
        changed);
  }

  private Equipment with(
      LoadGenerator load,
      WarmUpGenerators warmUps,
      Path folder,
      Recording recorded,
      Beyond more,
      List<String> timed) {
    return new Equipment(
        launcher,
        variants,
        startCores,
        serverCores,
        backingServiceCores,
        host,
        load,
        own,
        warmUps,
        folder,
        recorded,
        more,
        timed);
  }

  /** Returns how long everything after the loads takes. */
  Duration afterLoads(Plan plan) {
    return plan.rounds().stream()
        .flatMap(round -> round.groups().stream())
        .flatMap(group -> group.scenarios().stream().map(scenario -> afterLoad(group, scenario)))
        .reduce(Duration.ZERO, Duration::plus);
  }

  Duration afterLoad(LaunchGroup group, Scenario scenario) {
    int scenarios = group.scenarios().size();
    return beyond
        .of(group, scenario)
        .plus(
            TimingPass.expected(group.number(), changed, scenarios, group.places().size())
                .dividedBy(scenarios));
  }

  VariantStart variant(String name) {
    return Objects.requireNonNull(variants.get(name), name);
  }

  /**
   * Starts the backing services, which all variants measured together share.
   *
   * @throws LaunchFailure when one of them does not become ready
   */
  BackingServices backingServices(String name, Path directory)
      throws LaunchFailure, IOException, InterruptedException {
    VariantStart any = variant(name);
    return BackingServices.start(
        any.service(),
        launcher,
        new BackingServices.Place(directory, backingServiceCores, any.jdk()));
  }

  ServerOptions server(Place place, LaunchGroup group, BackingServices backing) {
    VariantStart variant = variant(place.variant());
    return new ServerOptions(
            backing.withPorts(variant.service()),
            place.mode(),
            variant.jdk(),
            variant.serverFlags(),
            startCores,
            group.scenarios().getFirst().maxThreads(),
            GENERATIONS * connections(group) + SPARE_CONNECTIONS)
        .recording(recording);
  }

  private static int connections(LaunchGroup group) {
    return group.scenarios().stream().mapToInt(Scenario::connections).max().orElse(0);
  }

  /** Reports whether the generator measures from the start of a load, as short loads require. */
  boolean measuresFromTheStart(Scenario scenario) {
    return generator.unmeasured(scenario.connections()).isZero();
  }

  /** Generators that warm servers in parallel; their results are not recorded. Thread-safe. */
  public static final class WarmUpGenerators implements AutoCloseable {
    private final List<LoadGenerator> all;

    private final BlockingDeque<LoadGenerator> idle;

    public WarmUpGenerators(List<LoadGenerator> generators) {
      this.all = List.copyOf(generators);
      this.idle = new LinkedBlockingDeque<>(all);
    }

    interface Use<T> {
      T with(LoadGenerator generator) throws LaunchFailure, InterruptedException;
    }

    /** Lends an idle generator, waiting for one. Its connections are closed afterwards. */
    <T> T lend(Use<T> use) throws LaunchFailure, InterruptedException {
      LoadGenerator generator = idle.take();
      try {
        T done = use.with(generator);
        generator.hangUp();
        return done;
      } finally {
        idle.addFirst(generator);
      }
    }

    private WarmUpGenerators closed(Duration think) {
      return new WarmUpGenerators(
          all.stream()
              .<LoadGenerator>map(generator -> new ClosedLoopGenerator(generator, think))
              .toList());
    }

    @Override
    public void close() {
      all.forEach(LoadGenerator::close);
    }
  }
}
