package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import loomwatch.harness.job.ArmPair;
import loomwatch.harness.job.CausePass;
import loomwatch.harness.job.EngineChoice;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.MeasureJob;
import loomwatch.harness.job.MeasuringLock;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.Prepared;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.SameSubject;
import loomwatch.harness.job.Session;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.verdict.Verdict;
import loomwatch.loadgen.jmeter.JMeterEngine;
import loomwatch.measure.arms.ArmSpec;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.BuiltArm.BuiltArms;
import loomwatch.measure.arms.Git.Revision;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Scenario;
import loomwatch.results.Subject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Why a stored comparison came out as it did. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Names the methods behind a regression, by profilers.",
      "",
      "Both revisions of a stored comparison are measured again.",
      "",
      "Writes causes.json, causes.md, causes.html and causes/ beside the comparison's other files,"
          + " and the causes into verdict.json and report.md. What was measured and judged stays as"
          + " it is. One scenario takes one to three minutes; building an arm comes first. The exit code is 0"
          + " when it could be told, whether or not a cause is shown; 3 when nothing could be profiled.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./loomwatch why                                   of the last comparison",
      "  ./loomwatch why out/20261121T120000Z-1a2b --scenario hello"
    })
final class WhyCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "A comparison's output directory. Default: the last.")
  private @Nullable Path run;

  @Option(
      names = "--scenario",
      split = ",",
      paramLabel = "NAME",
      description = "Only these. Default: those that got worse, else all.")
  private List<String> scenarios = List.of();

  @Option(
      names = "--wrk2",
      hidden = true,
      paramLabel = "FILE",
      description =
          "Of a comparison that wrk2 loaded: its binary. Default: wrk2 or wrk on the PATH.")
  private @Nullable Path wrk2;

  @Option(
      names = "--agents",
      hidden = true,
      split = ",",
      paramLabel = "HOST:PORT",
      description = "Of a comparison that JMeter's agents loaded: where they run now.")
  private List<String> agents = List.of();

  @Mixin private SubjectOption subject = new SubjectOption();

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = subject.installation();
    Path named = run == null ? RunDirectory.latest(installation.out()) : run;
    RunDirectory directory = RunDirectory.existing(named);
    MeasurementRecord record = directory.readRecord().record();
    SameSubject.require(named, record, installation);
    Verdict verdict = directory.readVerdict();
    Comparison comparison = record.comparison();
    if (comparison == null) {
      throw new UsageException(
          named
              + " holds a run of head alone, which nothing got worse in; name a directory that"
              + " ./loomwatch compare made");
    }
    if (record.scenarios().isEmpty()) {
      throw new UsageException(
          named
              + " holds a comparison of the JMH suite alone, of which causes are not looked for; name"
              + " one that measured a server");
    }
    List<Scenario> asked = CausePass.scenarios(verdict, record, scenarios);
    MeasuringRequest request = request(record, asSent(asked, installation.catalogue()), directory);
    try (MeasuringLock lock = MeasuringLock.take(MeasuringLock.ofMachine());
        Machine machine = Machine.here()) {
      return Session.open(
          request,
          machine,
          id -> CausePass.kept(directory),
          (children, progress) ->
              prepared(
                  new ArmPair(installation, children, progress)
                      .built(
                          ArmSpec.parse("--base", comparison.spec(Arm.BASE)),
                          ArmSpec.parse("--head", comparison.spec(Arm.HEAD))),
                  record,
                  request,
                  progress),
          session -> {
            try {
              Verdict explained =
                  new CausePass(session, installation, directory).explain(verdict, record, asked);
              directory.writePage(installation, explained, record);
              MeasureJob.show(explained, record, directory, output.shown());
              return ExitCode.PASS;
            } catch (CausePass.NothingProfiledException e) {
              System.err.println("loomwatch: no cause could be looked for: " + e.getMessage());
              return ExitCode.INVALID;
            }
          });
    }
  }

  /** A record leaves out what may be secret: that is in the file, if it is still the same. */
  private static List<Scenario> asSent(List<Scenario> recorded, Catalogue catalogue) {
    List<Scenario> sent = new ArrayList<>();
    for (Scenario scenario : recorded) {
      sent.add(
          scenario.digest() == null
              ? scenario
              : catalogue.scenarios().stream()
                  .map(known -> known.at(scenario.requestsPerSecond()))
                  .filter(known -> known.redacted().equals(scenario))
                  .findFirst()
                  .orElseThrow(() ->
                      new UsageException(
                          "scenario %s must be as it was compared, was changed since; a record keeps no headers, bodies and query values: compare again"
                              .formatted(scenario.name()))));
    }
    return sent;
  }

  private MeasuringRequest request(
      MeasurementRecord record, List<Scenario> asked, RunDirectory directory)
      throws IOException, InterruptedException {
    Profile profile =
        Profile.named(record.profile())
            .orElseThrow(() ->
                new UsageException(
                    "profile of the record must be one that is known here, was '%s'; compare again"
                        .formatted(record.profile())));
    List<Mode> modes =
        List.copyOf(
            new TreeSet<>(
                record.launches().stream()
                    .filter(launch ->
                        asked.stream().anyMatch(one -> one.name().equals(launch.scenario())))
                    .map(Launch::mode)
                    .toList()));
    return new MeasuringRequest(
        profile.forComparing(),
        asked,
        false,
        modes,
        engine(record, asked),
        record.seed(),
        directory.path());
  }

  /** What loaded the comparison. */
  private EngineChoice engine(MeasurementRecord record, List<Scenario> asked)
      throws IOException, InterruptedException {
    boolean byAgents =
        record.launches().stream()
            .flatMap(launch -> launch.slices().stream())
            .anyMatch(slice -> JMeterEngine.isByAgents(slice.load().engineVersion()));
    if (byAgents && agents.isEmpty()) {
      throw new UsageException(
          "--agents must name the machines that make the load, as they did for the comparison; start"
              + " ./loomwatch agent there");
    }
    return EngineChoice.of(record.engine(), wrk2, agents, asked);
  }

  private static Prepared prepared(
      BuiltArms arms,
      MeasurementRecord record,
      MeasuringRequest request,
      Consumer<String> progress) {
    if (!CausePass.canProfile(List.of(arms.base(), arms.head()))) {
      throw new UsageException(CausePass.NEEDS_A_JVM);
    }
    Subject head = Objects.requireNonNull(record.subject(Arm.HEAD));
    tellMoved(arms.base(), Objects.requireNonNull(record.subject(Arm.BASE)), progress);
    tellMoved(arms.head(), head, progress);
    Jit jit = head.jvmFlags().containsAll(JvmFlags.SETTLED_JIT) ? Jit.SETTLED : Jit.USUAL;
    return new Prepared(
        List.of(arms.base(), arms.head()),
        new Plan.Subjects(request.scenarios(), request.modes(), ArmPair.NAMES, List.of()),
        1,
        jit,
        record.comparison());
  }

  private static void tellMoved(BuiltArm now, Subject compared, Consumer<String> progress) {
    Revision revision = now.revision();
    if (!revision.commit().equals(compared.revision()) || revision.dirty() != compared.dirty()) {
      progress.accept(
          "%s is no longer what was compared: it was %s, and is %s; what is seen is of %1$s as it is now"
              .formatted(now.name(), compared.revision(), revision.commit()));
    }
  }
}
