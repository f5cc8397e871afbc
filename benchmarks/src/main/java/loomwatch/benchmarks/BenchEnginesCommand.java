package loomwatch.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.benchmarks.engines.EngineBenchmark;
import loomwatch.benchmarks.engines.JMeterCandidates;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.job.UsageException;
import loomwatch.loadgen.embedded.EmbeddedEngine;
import loomwatch.loadgen.embedded.EmbeddedEngine.Polling;
import loomwatch.loadgen.wrk2.Wrk2Binary;
import loomwatch.loadgen.wrk2.Wrk2Engine;
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.host.HostProbe;
import loomwatch.measure.launch.Pinning;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Proves the load generators on this machine. */
@Command(
    name = "bench-engines",
    mixinStandardHelpOptions = true,
    description = {
      "Proves the load generators against the same server, in one table.",
      "",
      "Is the rate kept, how low is the generator's own floor, and does a frozen server, a frozen"
          + " generator, a killed server, a refused port or 1 %% of errors ever look like a good"
          + " result.",
      ""
    })
final class BenchEnginesCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long each rate is held; default 10.")
  private int seconds = 10;

  @Option(
      names = "--wrk2",
      paramLabel = "FILE",
      description = "The wrk2 binary; default: the one on the PATH, if any.")
  private @Nullable Path wrk2;

  @Option(names = "--jmeter", description = "JMeter too: by itself, and with two agents here.")
  private boolean jmeter;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (seconds < 1 || seconds > 600) {
      throw new UsageException("--seconds must be from 1 to 600, was " + seconds);
    }
    Path jdk = Path.of(System.getProperty("java.home"));
    try (MeasuringLock lock = MeasuringLock.ofMachine()) {
      CoreLayout layout = HostProbe.ofThisMachine().layout();
      Pinning.moveHarnessTo(layout.generator());
      Polling polling = layout.disjoint() ? Polling.SPIN : Polling.SLEEP;
      List<EngineBenchmark.Candidate> engines = new ArrayList<>();
      try (EmbeddedEngine embedded = new EmbeddedEngine(jdk, layout.generator(), polling)) {
        engines.add(new EngineBenchmark.Candidate(embedded, embedded::pid));
        wrk2Engine(layout)
            .ifPresent(engine -> engines.add(new EngineBenchmark.Candidate(engine, engine::pid)));
        EngineBenchmark.SetUp setUp =
            new EngineBenchmark.SetUp(
                jdk,
                Installation.ofLauncher().serverClassPath(),
                Pinning.prefix(layout.server()),
                Duration.ofSeconds(seconds));
        if (jmeter) {
          try (JMeterCandidates both = JMeterCandidates.start(layout.generator())) {
            engines.addAll(both.candidates());
            EngineBenchmark.run(setUp, engines);
          }
        } else {
          EngineBenchmark.run(setUp, engines);
        }
      }
    }
    return ExitCode.PASS;
  }

  private Optional<Wrk2Engine> wrk2Engine(CoreLayout layout) {
    try {
      Optional<Wrk2Binary> binary =
          wrk2 == null ? Wrk2Binary.onPath() : Optional.of(Wrk2Binary.at(wrk2));
      return binary.map(found -> new Wrk2Engine(found, layout.generator()));
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
