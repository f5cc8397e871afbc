package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import loomwatch.harness.cli.SharedOptions.BudgetConverter;
import loomwatch.harness.cli.SharedOptions.CapacityOption;
import loomwatch.harness.cli.SharedOptions.JunitOption;
import loomwatch.harness.cli.SharedOptions.OutOption;
import loomwatch.harness.cli.SharedOptions.OutputOptions;
import loomwatch.harness.cli.SharedOptions.ServiceOption;
import loomwatch.harness.cli.SharedOptions.ThresholdsOption;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.JmhFilesJob;
import loomwatch.harness.job.MeasureJob;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.measure.plan.Profile.Jit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "compare",
    description = {
      "Did a change cost anything? Compares two revisions.",
      "",
      "They are interleaved in rounds of one fresh server for each variant and mode, until the verdict"
          + " by the tolerances in thresholds.yaml is certain, or all rounds are measured. Says"
          + " inconclusive when it cannot know. The exit code is the verdict.",
      "",
      "Of the server that ships one scenario, hello, unless more are named, and the JMH suite where"
          + " the JDKs differ and no budget is given; of a service all, or those that its file"
          + " names for the profile. Each takes about 3 minutes with profile smoke, 3 to 12 with"
          + " quick, and hours with full; building a variant comes first. A service that starts"
          + " slowly takes longer: the time left is shown once the first launches are warm. After"
          + " Ctrl-C the same command goes on after the finished rounds.",
      "",
      "A SPEC is a revision, or key=value,key=value; what is left out is the same in both variants"
          + " (but the jdk that a service's own file names):",
      "  ref=REV          a git revision; . is the working tree; ref= may be left out",
      "  tomcat=VERSION   such as 10.1.59; also of a Spring Boot service",
      "  jdk=VERSION      such as 25 or 21.0.8, or a JDK's home",
      "  boot=VERSION     of Spring Boot, in the service's build files",
      "  dep=G:A:VERSION  of a library of the service; several, separated by spaces",
      "  flags=-XX:...    flags of the server's JVM, separated by spaces",
      "  url=URL          of a service that runs already, alone and in both; see docs/service-file.md",
      "  fault=KIND:SIZE  a fault put in on purpose: cpu:10%%, alloc:2%%,",
      "                   latency:1ms, lock:1ms, pin:1ms, tail:1%%:20ms,",
      "                   leak:32B, retain:64MiB, gc:2, collect:20000, background:1%%"
    },
    footer = {
      "  ./loomwatch compare --base main --head .",
      "  ./loomwatch compare --base tomcat=10.1.59 --head tomcat=11.0.27 \\",
      "      --scenario hello,sleep-50",
      "  ./loomwatch compare --base jdk=21 --head jdk=25 --budget 30m",
      "  ./loomwatch compare --base main --head . --counts",
      "  ./loomwatch compare --base main --head . --capacity",
      "  ./loomwatch compare --base main --head HEAD --junit junit.xml",
      "  ./loomwatch compare --base-json old.json --head-json new.json",
      "  ./loomwatch compare --base flags=-XX:+UseG1GC --head flags=-XX:+UseZGC",
      "  ./loomwatch compare --base ref=. --head ref=. --aa",
      "                                        how noisy is this machine?",
      "  ./loomwatch compare --base ref=. --head ref=.,fault=cpu:5%%",
      "                                        can it see 5 %%?"
    })
final class CompareCommand implements Callable<Integer> {
  @Option(names = "--base", paramLabel = "SPEC", description = "Baseline revision.")
  private String base = "";

  @Option(names = "--head", paramLabel = "SPEC", description = "Revision under test.")
  private String head = "";

  @Option(
      names = "--base-json",
      paramLabel = "FILE",
      description =
          "A result file of JMH (-rf json), compared with --head-json without measuring; weak"
              + " evidence, which never passes.")
  private @Nullable Path baseJson;

  @Option(names = "--head-json", paramLabel = "FILE", description = "The file to compare it with.")
  private @Nullable Path headJson;

  @Option(names = "--aa", description = "Both variants are the same service, on purpose.")
  private boolean sameService;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description =
          "Time to be filled with rounds, such as 15m or 1h. Default: the profile's rounds, within"
              + " the budget of a loomwatch.yaml.")
  private @Nullable Duration budget;

  @Option(
      names = "--counts",
      description =
          "Count only what requests do, such as SQL statements and exceptions: no load, no times,"
              + " about a minute.")
  private boolean countsAlone;

  @Option(
      names = "--jit",
      hidden = true,
      paramLabel = "HOW",
      description = {
        "deterministic: the same code from launch to launch, by C2 compiling in the foreground (default);",
        "usual: the JVM's own choice, as in production; noisier."
      })
  private @Nullable Jit jit;

  @Option(
      names = "--no-why",
      description = {
        "Do not look for causes where something got worse, which takes one to three minutes for each"
            + " scenario."
      })
  private boolean verdictOnly;

  @Mixin private ServiceOption service = new ServiceOption();
  @Mixin private MeasuringOptions measuring = new MeasuringOptions();

  @Mixin private CapacityOption capacity = new CapacityOption();
  @Mixin private OutOption out = new OutOption();

  @Mixin private ThresholdsOption thresholds = new ThresholdsOption();
  @Mixin private JunitOption junit = new JunitOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (baseJson != null && headJson != null && base.isEmpty() && head.isEmpty()) {
      if (junit.isNamed()) {
        throw new UsageException("--junit shows a measurement; leave it out with --base-json");
      }
      return new JmhFilesJob(thresholds.ofBenchmarks(), output.presentation())
          .compare(baseJson, headJson);
    }
    if (base.isEmpty() || head.isEmpty() || baseJson != null || headJson != null) {
      throw new UsageException(
          "compare needs --base and --head, or --base-json and --head-json without them");
    }
    return compared(service.installation());
  }

  /** Compares what that installation measures, whichever service is here. */
  int compared(Installation installation) throws IOException, InterruptedException {
    MeasuringRequest request =
        measuring.request(MeasuringOptions.Purpose.COMPARE, installation.catalogue(), out.path());
    if (countsAlone && request.scenarios().isEmpty()) {
      throw new UsageException(
          "--counts needs requests to count, and benchmarks have none; leave it out to measure them");
    }
    Thresholds limits = thresholds.read(installation);
    return new MeasureJob(
            installation,
            countsAlone ? request.countingAlone() : request,
            countsAlone ? limits.ofCounts() : limits,
            junit.with(output.presentation()),
            capacity.beyond())
        .compare(
            new MeasureJob.ComparisonRequest(
                base, head, sameService, budget, jit, measuring.areNamed(), !verdictOnly));
  }
}
