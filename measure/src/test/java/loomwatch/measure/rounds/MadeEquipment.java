package loomwatch.measure.rounds;

import java.io.OutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.LaunchedServer;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.plan.LaunchGroup;
import loomwatch.measure.plan.LaunchGroup.Place;
import loomwatch.measure.rounds.Equipment.VariantStart;
import loomwatch.measure.rounds.Equipment.WarmUpGenerators;
import loomwatch.measure.service.Ready;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;

/** Equipment with one generator for all and any CPUs, for tests. */
final class MadeEquipment {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  /** Tells nobody. */
  static final Progress UNHEARD =
      new Progress(
          new PrintStream(OutputStream.nullOutputStream()),
          Progress.Style.LOG,
          () -> false,
          1,
          Integer.MAX_VALUE);

  private MadeEquipment() {}

  static QuietHost host(Children children) throws Exception {
    return QuietHost.start(children, JDK, List.of(), List.of());
  }

  static Equipment of(
      Children children,
      QuietHost host,
      LoadGenerator generator,
      Path raw,
      VariantStart... variants) {
    return new Equipment(
        new ServerLauncher(children, told -> {}),
        Arrays.stream(variants).collect(Collectors.toMap(VariantStart::name, Function.identity())),
        List.of(),
        List.of(),
        List.of(),
        host,
        generator,
        generator,
        new WarmUpGenerators(List.of(generator)),
        raw,
        Recording.VITALS,
        Equipment.Beyond.NOTHING,
        List.of());
  }

  /** A variant that is there already, where something listens. */
  static VariantStart there(String name, ServerSocket socket, Path folder) {
    ServiceSpec service =
        ServiceSpec.program("shop", folder, List.of("unused"), Ready.LISTENING)
            .at(URI.create("http://127.0.0.1:" + socket.getLocalPort()));
    return new VariantStart(name, JDK, service, "", List.of(), List.of());
  }

  /** Starts a program in a JVM of its own: what it does once it said that it is up. */
  static LaunchedServer program(Children children, Path folder, List<String> flags, String body)
      throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Up.java"),
            """
            public class Up {
              public static void main(String[] arguments) throws InterruptedException {
                System.out.println("up");
                %s
              }

              static void busy(int millis) throws InterruptedException {
                Thread.sleep(millis);
              }
            }
            """
                .formatted(body));
    List<String> words = new ArrayList<>(List.of("java"));
    words.addAll(flags);
    words.add(program.toString());
    ServiceSpec service =
        ServiceSpec.program("up", folder, words, new Ready.Logs("^up", Duration.ofSeconds(30)));
    return new ServerLauncher(children, report -> {})
        .start(
            new ServerOptions(
                service, Mode.PLATFORM, JDK, List.of("-Xmx64m"), List.of(), null, 100),
            folder);
  }

  /** Of base and head with platform threads. */
  static LaunchGroup ofBothVariants(Scenario scenario) {
    return new LaunchGroup(
        1, scenario, List.of(new Place("base", Mode.PLATFORM), new Place("head", Mode.PLATFORM)));
  }

  /** One of that group's launches, whose server is there. */
  static RunningLaunch opened(Equipment equipment, LaunchGroup group, int order) throws Exception {
    RunningLaunch launch = new RunningLaunch(group, order, equipment.raw());
    try (BackingServices none =
        equipment.backingServices(launch.place.variant(), equipment.raw())) {
      launch.started(
          equipment.launcher().open(equipment.server(launch.place, group, none), launch.directory));
    }
    return launch;
  }
}
