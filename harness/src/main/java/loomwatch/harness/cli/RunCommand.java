package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.SharedOptions.CapacityOption;
import loomwatch.harness.cli.SharedOptions.JunitOption;
import loomwatch.harness.cli.SharedOptions.OutOption;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ServiceOption;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.MeasureJob;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.measure.variants.Jdk;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.VariantException;
import loomwatch.measure.variants.VariantSpec.FaultSyntax;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    description = {
      "Measures platform and virtual threads, judges, reports.",
      "",
      "Starts the server that ships, or your service, in each of its modes, loads them in turn at a"
          + " fixed rate, runs the JMH suite of the server that ships, judges all of it against"
          + " thresholds.yaml, and writes"
          + " record.json, verdict.json, report.md and raw/ into the output directory. The exit"
          + " code is the verdict.",
      "",
      "On a quiet machine the server that ships takes about 3 minutes with profile smoke, 8 minutes"
          + " with quick, hours with full. A service of yours takes one to two minutes for each"
          + " scenario with smoke."
    },
    footer = {
      "  ./loomwatch run",
      "  ./loomwatch run --profile smoke --json > verdict.json",
      "  ./loomwatch run --scenario sleep-50,hello --mode virtual",
      "  ./loomwatch run --capacity",
      "  ./loomwatch run --service ~/shop/loomwatch.yaml",
      "  ./loomwatch run --generator wrk2 --wrk2 ~/wrk2/wrk --out results/today"
    })
final class RunCommand implements Callable<Integer> {
  @Mixin private ServiceOption service = new ServiceOption();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();

  @Option(
      names = "--jdk",
      paramLabel = "HOME",
      description =
          "The JDK the server and JMH run on. Default: the one that the service's file names,"
              + " else the one running Loomwatch.")
  private @Nullable Path jdk;

  @Option(
      names = "--fault",
      paramLabel = "KIND:SIZE",
      description =
          "A fault put into the server on purpose: cpu:10%%, alloc:2%%, latency:1ms, lock:1ms,"
              + " pin:1ms, tail:1%%:20ms, leak:32B, retain:64MiB, gc:2, collect:20000,"
              + " background:1%%.")
  private @Nullable String fault;

  @Mixin private CapacityOption capacity = new CapacityOption();
  @Mixin private OutOption out = new OutOption();

  @Mixin private ThresholdsOption thresholdsFile = new ThresholdsOption();
  @Mixin private JunitOption junit = new JunitOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = service.installation();
    MeasuringRequest request =
        measuring.request(MeasuringOptions.Purpose.RUN, installation.catalogue(), out.path());
    Thresholds thresholds = thresholdsFile.read(installation);
    if (jdk != null) {
      requireNewEnough(jdk, installation);
    }
    Optional<String> refusal = fault == null ? Optional.empty() : FaultSyntax.refusal(fault);
    if (refusal.isPresent()) {
      throw new UsageException(refusal.get());
    }
    return new MeasureJob(
            installation, request, thresholds, junit.with(output.presentation()), capacity.beyond())
        .run(jdk, fault);
  }

  private static void requireNewEnough(Path home, Installation installation) throws IOException {
    if (!Files.isExecutable(home.resolve("bin/java"))) {
      throw new UsageException("--jdk " + home + " holds no bin/java; give the home of a JDK");
    }
    try {
      Jdk jdk = Jdks.ofThisMachine().find(home.toAbsolutePath().toString());
      if (installation.spec().isEmpty()) {
        jdk.requireVirtualThreads("");
      }
    } catch (VariantException e) {
      throw new UsageException("--" + e.getMessage());
    }
  }
}
