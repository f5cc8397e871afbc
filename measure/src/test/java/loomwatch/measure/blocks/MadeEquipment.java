package loomwatch.measure.blocks;

import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import loomwatch.loadgen.LoadEngine;
import loomwatch.measure.blocks.Equipment.ArmStart;
import loomwatch.measure.blocks.Equipment.WarmUpEngines;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Block.Place;
import loomwatch.measure.subject.Ready;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;

/** Equipment with one engine for all and any CPUs, for tests. */
final class MadeEquipment {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  /** Tells nobody. */
  static final Progress UNHEARD =
      new Progress(
          new PrintStream(OutputStream.nullOutputStream()),
          Progress.Style.LOG,
          () -> false,
          1,
          Duration.ZERO,
          Integer.MAX_VALUE);

  private MadeEquipment() {}

  static QuietHost host(Children children) throws Exception {
    return QuietHost.start(children, JDK, List.of(), List.of());
  }

  static Equipment of(
      Children children, QuietHost host, LoadEngine engine, Path raw, ArmStart... arms) {
    return new Equipment(
        new ServerLauncher(children, told -> {}),
        Arrays.stream(arms).collect(Collectors.toMap(ArmStart::name, Function.identity())),
        List.of(),
        List.of(),
        List.of(),
        host,
        engine,
        engine,
        new WarmUpEngines(List.of(engine)),
        raw,
        Recording.VITALS,
        Equipment.Beyond.NOTHING);
  }

  /** An arm that is there already, where something listens. */
  static ArmStart there(String name, ServerSocket socket, Path folder) {
    ServiceSpec service =
        ServiceSpec.program("shop", folder, List.of("unused"), Ready.LISTENING)
            .at(URI.create("http://127.0.0.1:" + socket.getLocalPort()));
    return new ArmStart(name, JDK, service, "", List.of(), List.of());
  }

  /** Of base and head with platform threads. */
  static Block ofBothArms(Scenario scenario) {
    return new Block(
        1, scenario, List.of(new Place("base", Mode.PLATFORM), new Place("head", Mode.PLATFORM)));
  }

  /** One of that block's launches, whose server is there. */
  static RunningLaunch opened(Equipment equipment, Block block, int order) throws Exception {
    RunningLaunch launch = new RunningLaunch(block, order, equipment.raw());
    try (BackingServices none = equipment.needs(launch.place.arm(), equipment.raw())) {
      launch.started(
          equipment
              .launcher()
              .open(equipment.server(launch.place, block.scenario(), none), launch.directory));
    }
    return launch;
  }
}
