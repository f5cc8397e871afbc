package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.job.OngoingMeasurement.MeasurementSetup;
import loomwatch.judge.verdict.Verdict;
import loomwatch.loadgen.jmeter.JMeterGenerator;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.plan.Catalogue;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.Git.Revision;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/** Finds causes for a stored comparison by building and profiling both variants again. */
public final class WhyJob {
  private final Installation installation;
  private final RunDirectory directory;
  private final MeasurementRecord record;
  private final Comparison comparison;

  public WhyJob(Installation installation, Path named) {
    this.installation = installation;
    directory = RunDirectory.existing(named);
    record = directory.readRecord().record();
    installation.requireMeasured(named, record);
    Comparison compared = record.comparison();
    if (compared == null) {
      throw new UsageException(
          named
              + " holds a run of head alone, which nothing got worse in; name a directory that"
              + " ./loomwatch compare made");
    }
    comparison = compared;
    if (record.launches().stream().noneMatch(launch -> JmhResults.isTeams(launch.scenario()))
        && record.scenarios().isEmpty()) {
      throw new UsageException(
          named
              + " holds a comparison of the JMH suite that ships alone, of which causes are not"
              + " looked for; name one that measured a server, or benchmarks of your own");
    }
  }

  /**
   * Searches for causes, stores them with the comparison, and returns the exit code.
   *
   * @param scenarios named by a person; if empty, those that regressed, or else all
   * @param wrk2 its binary, or null to search the PATH
   */
  public int run(
      List<String> scenarios,
      @Nullable Path wrk2,
      List<String> agents,
      MeasureJob.Presentation presentation)
      throws IOException, InterruptedException {
    Verdict verdict = directory.readVerdict();
    CausePass.Profiled asked = CausePass.named(verdict, record, scenarios);
    MeasuringRequest request = request(asked, wrk2, agents);
    try (Machine machine = Machine.here();
        MeasuringLock lock = MeasuringLock.ofMachine();
        OngoingMeasurement ongoing =
            OngoingMeasurement.at(CausePass.folder(directory), request, machine)) {
      BuiltVariants variants =
          new VariantBuilder(installation, ongoing.children(), OngoingMeasurement::say)
              .pair(spec("--base", Side.BASE), spec("--head", Side.HEAD));
      ongoing.begin(setup(variants, request));
      Verdict explained =
          new CausePass(ongoing, installation, directory).explain(verdict, record, asked);
      directory.writePage(installation, explained, record);
      MeasureJob.show(explained, record, directory, presentation);
      return ExitCode.PASS;
    } catch (CausePass.NothingProfiledException e) {
      OngoingMeasurement.say("no cause could be looked for: " + e.getMessage());
      return ExitCode.INVALID;
    }
  }

  private VariantSpec spec(String option, Side side) {
    return VariantSpec.parse(option, comparison.spec(side))
        .at(Objects.requireNonNull(record.variant(side)).revision());
  }

  private MeasuringRequest request(
      CausePass.Profiled asked, @Nullable Path wrk2, List<String> agents)
      throws IOException, InterruptedException {
    List<Scenario> sent = asSent(asked.scenarios(), installation.catalogue());
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
                        sent.isEmpty()
                            || sent.stream().anyMatch(one -> one.name().equals(launch.scenario())))
                    .map(Launch::mode)
                    .toList()));
    boolean byAgents =
        record.launches().stream()
            .flatMap(launch -> launch.windows().stream())
            .anyMatch(window -> JMeterGenerator.isByAgents(window.load().generatorVersion()));
    if (byAgents && agents.isEmpty()) {
      throw new UsageException(
          "--agents must name the machines that make the load, as they did for the comparison; start"
              + " ./loomwatch agent there");
    }
    GeneratorChoice generator = GeneratorChoice.of(record.generator(), wrk2, agents, sent);
    return new MeasuringRequest(
        profile.forComparing().withBenchmarks(asked.own(), List.of()),
        sent,
        false,
        modes,
        generator,
        record.seed(),
        directory.path());
  }

  /** Returns the scenarios of the file, if unchanged, as a record omits what may be secret. */
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

  private MeasurementSetup setup(BuiltVariants variants, MeasuringRequest request) {
    if (!request.scenarios().isEmpty()
        && !CausePass.canProfile(List.of(variants.base(), variants.head()))) {
      throw new UsageException(CausePass.NEEDS_A_JVM);
    }
    Variant head = Objects.requireNonNull(record.variant(Side.HEAD));
    reportMoved(variants.base(), Objects.requireNonNull(record.variant(Side.BASE)));
    reportMoved(variants.head(), head);
    Jit jit = jit(head.jvmFlags());
    return new MeasurementSetup(
        List.of(variants.base(), variants.head()),
        new Plan.Matrix(request.scenarios(), request.modes(), VariantBuilder.NAMES, List.of()),
        1,
        jit,
        comparison);
  }

  private static void reportMoved(BuiltVariant now, Variant compared) {
    Revision revision = now.revision();
    if (!revision.commit().equals(compared.revision()) || revision.dirty() != compared.dirty()) {
      OngoingMeasurement.say(
          "%s is no longer what was compared: it was %s, and is %s; what is seen is of %1$s as it is now"
              .formatted(now.name(), compared.revision(), revision.commit()));
    }
  }

  private static Jit jit(List<String> flags) {
    return flags.containsAll(JvmFlags.DETERMINISTIC_JIT)
        ? Jit.DETERMINISTIC
        : flags.containsAll(JvmFlags.C1_ALONE) ? Jit.C1 : Jit.USUAL;
  }
}
