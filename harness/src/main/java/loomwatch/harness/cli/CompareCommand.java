package loomwatch.harness.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import loomwatch.harness.calibrate.CampaignFolder;
import loomwatch.harness.job.ArmPair;
import loomwatch.harness.job.HeadsOwnFile;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.LookPlan;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.MeasureJob;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.NothingMovedException;
import loomwatch.harness.job.Preflight;
import loomwatch.harness.job.Prepared;
import loomwatch.harness.job.StoredCalibration;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.measure.arms.ArmSpec;
import loomwatch.measure.arms.BuiltArm.BuiltArms;
import loomwatch.measure.arms.Changes;
import loomwatch.measure.arms.Changes.CannotHaveMoved;
import loomwatch.measure.blocks.Measurement;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Scenario;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base against head, interleaved on this machine. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Did a change cost anything? Compares two revisions.",
      "",
      "They are interleaved in blocks of one fresh server for each arm and mode, until the verdict"
          + " by the tolerances in thresholds.yaml is certain, or the last look is taken. Says"
          + " inconclusive when it cannot know. The exit code is the verdict.",
      "",
      "Of the server that ships one scenario, hello, unless more are named, and the JMH suite where"
          + " the JDKs differ and no budget is given; of a service all, or those that its file"
          + " names for the profile. Each takes about 3 minutes with profile smoke, 3 to 12 with"
          + " quick, and hours with full; building an arm comes first.",
      "",
      "A SPEC is a revision, or key=value,key=value; what is left out is the same in both arms"
          + " (but the jdk that a service's own file names):",
      "  ref=REV          a git revision; . is the working tree; ref= may be left out",
      "  tomcat=VERSION   such as 10.1.59",
      "  jdk=VERSION      such as 25 or 21.0.8, or a JDK's home",
      "  flags=-XX:...    flags of the server's JVM, separated by spaces",
      "  url=URL          of a service that runs already, alone and in both; see docs/subject-file.md",
      "  handicap=KIND:SIZE  a fault put in on purpose: cpu:10%%, alloc:2%%,",
      "                   latency:1ms, lock:1ms, pin:1ms, tail:1%%:20ms,",
      "                   leak:32B, retain:64MiB, gc:2, collect:20000, background:1%%",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./loomwatch compare --base main --head .",
      "  ./loomwatch compare --base tomcat=10.1.59 --head tomcat=11.0.27 \\",
      "      --scenario hello,sleep-50",
      "  ./loomwatch compare --base jdk=21 --head jdk=25 --budget 30m",
      "  ./loomwatch compare --base main --head . --capacity",
      "  ./loomwatch compare --base flags=-XX:+UseG1GC --head flags=-XX:+UseZGC",
      "  ./loomwatch compare --base ref=. --head ref=. --aa",
      "                                        how noisy is this machine?",
      "  ./loomwatch compare --base ref=. --head ref=.,handicap=cpu:5%%",
      "                                        can it see 5 %%?"
    })
final class CompareCommand implements Callable<Integer> {
  @Option(names = "--base", required = true, paramLabel = "SPEC", description = "What was.")
  private String base = "";

  @Option(names = "--head", required = true, paramLabel = "SPEC", description = "What is judged.")
  private String head = "";

  @Option(names = "--aa", description = "Both arms are the same subject, on purpose.")
  private boolean sameSubject;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description =
          "Time to be filled with blocks, such as 15m or 1h. Default: the profile's looks.")
  private @Nullable Duration budget;

  @Option(
      names = "--jit",
      hidden = true,
      paramLabel = "HOW",
      description = {
        "settled: the same code from launch to launch, by C2 compiling in the foreground (default);",
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

  @Mixin private SubjectOption subject = new SubjectOption();

  @Mixin private MeasuringOptions measuring = new MeasuringOptions();

  @Mixin private CapacityOption capacity = new CapacityOption();

  @Mixin private OutOption out = new OutOption();

  @Mixin private PolicyOption policy = new PolicyOption();

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    ArmSpec baseSpec = ArmSpec.parse("--base", base);
    ArmSpec headSpec = ArmSpec.parse("--head", head);
    Installation installation = subject.installation();
    MeasuringRequest request =
        measuring.request(MeasuringOptions.Purpose.COMPARE, installation.catalogue(), out.path());
    Thresholds thresholds = policy.read(installation);
    // Before anything is built: a budget too small is known at once.
    looks(request, request.subjects(ArmPair.NAMES));
    Optional<StoredCalibration> calibration = calibration(installation, request);
    calibration.ifPresent(
        stored -> stored.require(thresholds, request.scenarios(), capacity::measures));
    return new MeasureJob(
            installation,
            request,
            thresholds,
            output.shown(),
            verdictOnly ? MeasureJob.Asking.NOTHING_MORE : MeasureJob.Asking.WHY,
            capacity.beyond())
        .run(
            (children, progress) ->
                new Preflight(children, installation.preflight(), progress)
                    .checked(
                        prepared(
                            installation,
                            new ArmPair(installation, children, progress).built(baseSpec, headSpec),
                            request,
                            progress),
                        request),
            calibration);
  }

  /** This host's; a calibration is of the profile's own JIT. */
  private Optional<StoredCalibration> calibration(
      Installation installation, MeasuringRequest request) throws IOException {
    if (jit(request) != request.profile().comparing().jit()) {
      return Optional.empty();
    }
    try (Machine machine = Machine.here()) {
      return CampaignFolder.of(installation, request, machine.host()).calibration();
    }
  }

  private Jit jit(MeasuringRequest request) {
    return jit == null ? request.profile().comparing().jit() : jit;
  }

  private Profile profile(MeasuringRequest request) {
    return request.profile().under(jit(request));
  }

  private Prepared prepared(
      Installation installation,
      BuiltArms arms,
      MeasuringRequest request,
      Consumer<String> progress) {
    Changes changes = Changes.between(arms.base(), arms.head());
    requireAsSaid(changes);
    List<String> leftOut = new ArrayList<>();
    List<Scenario> scenarios = request.scenarios();
    boolean suite = !measuring.areNamed() && arms.head().isShippedServer();
    boolean jdks = !arms.base().jdk().equals(arms.head().jdk());
    // A budget was found to be enough for the servers.
    boolean jmh = request.jmh() || suite && jdks && budget == null;
    if (!sameSubject && changes.server() instanceof CannotHaveMoved(String why)) {
      leftOut.add(why);
      scenarios = List.of();
      jmh = request.jmh() || suite;
    }
    if (!sameSubject && jmh && changes.jmh() instanceof CannotHaveMoved(String why)) {
      leftOut.add(why);
      jmh = false;
    }
    if (scenarios.isEmpty() && !jmh) {
      throw new NothingMovedException("nothing is left to measure. " + String.join(" ", leftOut));
    }
    changes.mixed().ifPresent(leftOut::add);
    installation
        .service()
        .map(file -> HeadsOwnFile.remarks(file, arms.head().service().folder()))
        .ifPresent(leftOut::addAll);
    Plan.Subjects subjects =
        new Plan.Subjects(
            scenarios, request.modes(), ArmPair.NAMES, jmh ? ArmPair.NAMES : List.of());
    LookPlan looks = looks(request, subjects);
    return new Prepared(
        List.of(arms.base(), arms.head()),
        subjects,
        looks.last(),
        jit(request),
        comparison(looks, leftOut));
  }

  private LookPlan looks(MeasuringRequest request, Plan.Subjects subjects) {
    if (budget == null) {
      return LookPlan.of(request.profile());
    }
    Plan once = Plan.of(profile(request), subjects, 1, 0);
    Duration round =
        Measurement.expected(once, request.engine()::unmeasured).plus(capacity.beyond().of(once));
    return LookPlan.within(budget, round);
  }

  private Comparison comparison(LookPlan looks, List<String> leftOut) {
    return new Comparison(
        Map.of("base", base, "head", head),
        sameSubject,
        looks.looks(),
        budget == null ? null : (double) budget.toSeconds(),
        leftOut);
  }

  private void requireAsSaid(Changes changes) {
    if (changes.none() && !sameSubject) {
      throw new NothingMovedException(
          "--base and --head are the same subject: the same classes, Tomcat, JDK, flags and"
              + " handicap; --aa compares it with itself, to see this machine's noise");
    }
    if (!changes.none() && sameSubject) {
      throw new UsageException(
          "--aa says that --base and --head are the same subject, but they differ; leave it out to"
              + " compare them");
    }
  }
}
