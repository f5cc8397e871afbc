package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import loomwatch.harness.job.OngoingMeasurement.MeasurementSetup;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.launch.BackingServices;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.LaunchFailure;
import loomwatch.measure.launch.RequestCheck;
import loomwatch.measure.launch.Server;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServerOptions;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.results.Launch.Mode;

/**
 * Starts a service in each mode and sends each request once, where hours of measuring follow or
 * none. A comparison does so in its first round instead.
 */
public record Preflight(Children children, Path folder, Consumer<String> progress) {
  private static final int CONNECTIONS = 100;

  public static Preflight of(Installation installation, OngoingMeasurement ongoing) {
    return new Preflight(ongoing.children(), installation.preflight(), OngoingMeasurement::say);
  }

  public void check(BuiltVariant variant, MeasuringRequest request)
      throws IOException, InterruptedException {
    ServerLauncher launcher = new ServerLauncher(children, progress);
    BackingServices.Place place =
        new BackingServices.Place(
            folder.resolve(variant.name() + "-services"), List.of(), variant.jdk().home());
    try (BackingServices backing = BackingServices.start(variant.service(), launcher, place)) {
      for (Mode mode : request.modes()) {
        check(variant, request, mode, backing, launcher);
      }
      backing.requireAlive("after one request of each scenario");
    } catch (LaunchFailure failure) {
      throw RequestCheck.ofStart(variant.name(), failure, variant.service().name());
    }
  }

  private void check(
      BuiltVariant variant,
      MeasuringRequest request,
      Mode mode,
      BackingServices backing,
      ServerLauncher launcher)
      throws LaunchFailure, IOException, InterruptedException {
    Path place = folder.resolve(variant.name() + "-" + mode.label()).toAbsolutePath();
    ServerOptions options =
        new ServerOptions(
            backing.withPorts(JvmFlags.over(variant.service(), variant.extraJvmFlags())),
            mode,
            variant.jdk().home(),
            JvmFlags.with(JvmFlags.forServer(1, request.profile().heap()), variant.extraJvmFlags()),
            List.of(),
            null,
            CONNECTIONS);
    try (Server server = launcher.open(options, place)) {
      // Reset as before a warm-up, when the service has already set up its database.
      backing.reset();
      progress.accept(new RequestCheck(request.scenarios()).check(variant.name(), server));
    }
  }

  /** The available memory, if known, for the servers of a round, which run at the same time. */
  public record ServerMemory(OptionalLong availableBytes) {
    /** Refuses variants whose heaps this machine has no memory for. */
    public static void require(MeasurementSetup setup, MeasuringRequest request) {
      if (!setup.matrix().scenarios().isEmpty()) {
        new ServerMemory(HostProbe.ofThisMachine().availableMemory())
            .require(setup.variants(), request.modes().size());
      }
    }

    private static final long BESIDE_ITS_HEAP = 256L << 20;

    private static final double GIB = 1L << 30;

    /** Refuses variants whose heap flags exceed the memory, as the kernel would kill a server. */
    void require(List<BuiltVariant> variants, int modes) {
      long needed =
          modes
              * variants.stream()
                  .map(variant ->
                      JvmFlags.over(variant.service(), variant.extraJvmFlags()).jvmFlags())
                  .map(JvmFlags::heapBytes)
                  .flatMapToLong(OptionalLong::stream)
                  .map(heap -> heap + BESIDE_ITS_HEAP)
                  .sum();
      if (needed > availableBytes.orElse(needed)) {
        throw new UsageException(
            String.format(
                Locale.ROOT,
                "memory must be %.1f GiB for the %d servers that are up at once, with the heaps that"
                    + " their flags give them, was %.1f; give them less, or measure one mode: --mode",
                needed / GIB,
                modes * variants.size(),
                availableBytes.orElse(0) / GIB));
      }
    }
  }
}
