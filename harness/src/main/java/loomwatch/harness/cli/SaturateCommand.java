package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import loomwatch.harness.job.EngineChoice;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.HeadArm;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.MeasuringLock;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.Preflight;
import loomwatch.harness.job.Prepared;
import loomwatch.harness.job.Session;
import loomwatch.harness.job.UsageException;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.blocks.Progress;
import loomwatch.measure.blocks.SaturationProbe;
import loomwatch.measure.plan.Block;
import loomwatch.measure.plan.Jit;
import loomwatch.measure.plan.Plan;
import loomwatch.results.Fingerprint;
import loomwatch.results.Launch.Arm;
import loomwatch.results.Saturation;
import loomwatch.results.Scenario;
import loomwatch.results.files.AtomicFile;
import loomwatch.tell.report.SaturationReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How much servers bear on this host, beside the rates they are measured at. */
@Command(
    name = "saturate",
    mixinStandardHelpOptions = true,
    description = {
      "How much does a server bear here?",
      "",
      "A fixed rate says what a request costs as long as it is well below what the server bears."
          + " This finds the capacity with each kind of threads, once, as `compare --capacity` does,"
          + " by the embedded engine, and says who could not keep up with more: the server, or the"
          + " generator. The exit code is 3 when a scenario's own rate is not borne.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./loomwatch saturate",
      "  ./loomwatch saturate --scenario list-static --mode virtual --json"
    })
final class SaturateCommand implements Callable<Integer> {
  /** Of one scenario and mode: a start, a warm-up and some forty rates. */
  private static final Duration EACH = Duration.ofSeconds(45);

  @Mixin private SubjectOption subject = new SubjectOption();

  @Mixin private MeasuringOptions measuring = new MeasuringOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Output directory, without a record in it. Default: out/saturation/<time>-<seed>.")
  private @Nullable Path out;

  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = subject.installation();
    MeasuringRequest request =
        withOurEngine(
            measuring.request(MeasuringOptions.Purpose.COMPARE, installation.catalogue(), out));
    List<Scenario> scenarios =
        request.scenarios().stream().filter(one -> one.saturated().isEmpty()).toList();
    if (scenarios.isEmpty()) {
      throw new UsageException(
          "none of these has a rate to raise: they are more than a pool bears on purpose, or no"
              + " servers; name others with --scenario");
    }
    installation.hideFromGit();
    try (MeasuringLock lock = MeasuringLock.take(MeasuringLock.ofMachine());
        Machine machine = Machine.here()) {
      return Session.open(
          request,
          machine,
          id ->
              request.out() == null
                  ? installation.out().resolve("saturation").resolve(id)
                  : request.out(),
          (children, progress) ->
              new Preflight(children, installation.preflight(), progress)
                  .checked(
                      new Prepared(
                          List.of(HeadArm.of(installation, null, null, children, progress)),
                          request.subjects(List.of("head")),
                          1,
                          Jit.USUAL,
                          null),
                      request),
          session -> show(session, probe(session, scenarios)));
    }
  }

  /** Others begin to measure too late for loads as short as those that find a capacity. */
  private static MeasuringRequest withOurEngine(MeasuringRequest asked) {
    if (asked.engine() instanceof EngineChoice.JMeter) {
      throw new UsageException(
          "--engine must be embedded to saturate, was jmeter; loads that find a capacity are too"
              + " short for it");
    }
    return asked.by(new EngineChoice.Embedded());
  }

  private static Saturation probe(Session session, List<Scenario> scenarios)
      throws IOException, InterruptedException {
    MeasuringRequest request = session.request();
    Plan.Subjects subjects =
        new Plan.Subjects(scenarios, request.modes(), List.of(Arm.HEAD.label()), List.of());
    List<Block> blocks =
        Plan.of(request.profile(), subjects, 1, request.seed()).rounds().getFirst().blocks();
    Duration each = EACH.multipliedBy(request.modes().size());
    List<Saturation.ServerCapacity> found =
        session.equipped(equipment -> {
          Progress progress = session.progress(blocks.size(), each.multipliedBy(blocks.size()));
          SaturationProbe probe = new SaturationProbe(equipment, request.profile(), progress);
          List<Saturation.ServerCapacity> all = new ArrayList<>();
          for (int done = 0; done < blocks.size(); done++) {
            progress.begin(
                blocks.get(done).scenario().name(), each.multipliedBy(blocks.size() - done));
            all.addAll(probe.of(blocks.get(done)));
          }
          progress.end();
          return all;
        });
    BuiltArm head = session.prepared().arms().getFirst();
    return new Saturation(
        Saturation.SCHEMA,
        Fingerprint.ofHost(session.assembly().host()),
        session.assembly().startedAt(),
        request.engine().label(),
        head.subject(session.assembly().serverFlags(head)),
        found);
  }

  private int show(Session session, Saturation saturation) {
    String json = SaturationReport.json(saturation);
    AtomicFile.write(session.directory().path().resolve("saturation.json"), json);
    System.out.print(output.json() ? json : SaturationReport.render(saturation, output.style()));
    return saturation.valid() ? ExitCode.PASS : ExitCode.INVALID;
  }
}
