package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.job.OngoingMeasurement.MeasurementSetup;
import loomwatch.harness.job.Preflight.ServerMemory;
import loomwatch.harness.job.VariantBuilder.HeadServiceFile;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.rounds.Equipment;
import loomwatch.measure.rounds.Measurement;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.Changes;
import loomwatch.measure.variants.Changes.CannotHaveMoved;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.reporting.json.VerdictJson;
import loomwatch.reporting.report.Headline;
import loomwatch.reporting.report.JUnitReport;
import loomwatch.reporting.report.Report;
import loomwatch.reporting.text.Style;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.files.AtomicFile;
import org.jspecify.annotations.Nullable;

/**
 * One measurement of head alone ({@link #run}), or of base and head ({@link #compare}): plan,
 * measure, judge, write and show.
 */
public record MeasureJob(
    Installation installation,
    MeasuringRequest request,
    Thresholds thresholds,
    Presentation presentation,
    Equipment.Beyond beyond) {
  /** How a verdict is shown; {@code junit} is the file of it as JUnit XML, or null. */
  public record Presentation(boolean json, Style style, @Nullable Path junit) {

    /** Writes the file for CI servers, if one is wanted. */
    public void writeJunit(Verdict verdict, MeasurementRecord record) {
      if (junit != null) {
        AtomicFile.write(junit, JUnitReport.of(verdict, record));
      }
    }
  }

  /** The options of a comparison; without a budget, the profile's rounds apply. */
  public record ComparisonRequest(
      String base,
      String head,
      boolean sameService,
      @Nullable Duration budget,
      @Nullable Jit jit,
      boolean scenariosNamed,
      boolean causes) {}

  /** Measures head alone; null is the default JDK, or no fault in the demo server. */
  public int run(@Nullable Path jdk, @Nullable String fault)
      throws IOException, InterruptedException {
    requireUsableOut();
    installation.hideFromGit();
    try (Machine machine = Machine.here();
        MeasuringLock lock = MeasuringLock.ofMachine();
        OngoingMeasurement ongoing = opened(machine)) {
      BuiltVariant head = builder(ongoing).alone(jdk, fault);
      MeasurementSetup setup =
          new MeasurementSetup(
              List.of(head),
              request.matrix(List.of("head")),
              request.profile().rounds(),
              Jit.USUAL,
              null);
      ServerMemory.require(setup, request);
      ongoing.begin(setup);
      ongoing.continueUnfinished();
      MeasurementRecord record = ongoing.measure(thresholds, Optional.empty(), beyond);
      Verdict verdict = write(ongoing, record, Optional.empty());
      return show(ongoing, verdict, record);
    }
  }

  public int compare(ComparisonRequest asked) throws IOException, InterruptedException {
    VariantSpec base = VariantSpec.parse("--base", asked.base());
    VariantSpec head = VariantSpec.parse("--head", asked.head());
    requireUsableOut();
    // Throws at once, before anything is built, if the budget is too small for what is known.
    if (!request.scenarios().isEmpty() || !request.profile().jmh().benchmarks().isEmpty()) {
      looks(asked, request.profile(), request.matrix(VariantBuilder.NAMES));
    }
    try (Machine machine = Machine.here()) {
      Optional<StoredCalibration> calibration = calibration(asked, machine);
      installation.hideFromGit();
      try (MeasuringLock lock = MeasuringLock.ofMachine();
          OngoingMeasurement ongoing = opened(machine)) {
        BuiltVariants variants = builder(ongoing).pair(base, head);
        MeasurementSetup setup = plan(asked, variants);
        if (request.profile().countsAlone() && !CausePass.canProfile(setup.variants())) {
          throw new UsageException(
              "--counts needs a JVM that Loomwatch starts: start must be java and its options, was"
                  + " another program or a url; leave --counts out to measure it");
        }
        ServerMemory.require(setup, request);
        ongoing.begin(setup);
        ongoing.continueUnfinished();
        MeasurementRecord record = ongoing.measure(thresholds, calibration, beyond);
        Verdict judged = places(ongoing, write(ongoing, record, calibration), record);
        Verdict verdict = asked.causes() ? explain(ongoing, judged, record) : judged;
        return show(ongoing, verdict, record);
      }
    }
  }

  /** Refuses a bad {@code --out} before the machine is locked and anything is built. */
  private void requireUsableOut() {
    Path named = request.out();
    if (named != null) {
      RunDirectory.requireUsable(named);
    }
  }

  private OngoingMeasurement opened(Machine machine) {
    Path named = request.out();
    return named == null
        ? OngoingMeasurement.in(installation.out(), request, machine)
        : OngoingMeasurement.at(named, request, machine);
  }

  private VariantBuilder builder(OngoingMeasurement ongoing) {
    return new VariantBuilder(installation, ongoing.children(), OngoingMeasurement::say);
  }

  /** Returns this host's calibration, which must support the thresholds; none for another JIT. */
  private Optional<StoredCalibration> calibration(ComparisonRequest asked, Machine machine) {
    if (request.profile().countsAlone() || jit(asked) != request.profile().comparing().jit()) {
      return Optional.empty();
    }
    Path folder = StoredCalibration.folder(installation, request, machine.host());
    Optional<StoredCalibration> stored = StoredCalibration.in(folder);
    stored.ifPresent(calibration ->
        calibration
            .current(folder)
            .require(
                thresholds,
                request.scenarios(),
                metric -> beyond == Equipment.Beyond.CAPACITY || metric != Metric.CAPACITY));
    return stored;
  }

  private Jit jit(ComparisonRequest asked) {
    Jit named = asked.jit();
    return named == null ? request.profile().comparing().jit() : named;
  }

  /** Plans to measure only what may have changed. */
  private MeasurementSetup plan(ComparisonRequest asked, BuiltVariants variants) {
    Changes changes = Changes.between(variants.base(), variants.head());
    boolean same = asked.sameService();
    requireAsSaid(changes, same);
    List<String> leftOut = new ArrayList<>();
    List<Scenario> scenarios = request.scenarios();
    boolean suite = !asked.scenariosNamed() && variants.head().isShippedServer();
    boolean jdks = !variants.base().jdk().equals(variants.head().jdk());
    // The budget was only checked for the servers.
    boolean jmh =
        request.jmh()
            || suite && jdks && asked.budget() == null && !request.profile().countsAlone();
    if (!same && !scenarios.isEmpty() && changes.server() instanceof CannotHaveMoved(String why)) {
      leftOut.add(why);
      scenarios = List.of();
      jmh = request.jmh() || suite && !request.profile().countsAlone();
    }
    if (!same && jmh && changes.jmh() instanceof CannotHaveMoved(String why)) {
      leftOut.add(why);
      jmh = false;
    }
    BuiltVariants chosen = variants;
    if (jmh && !variants.head().isShippedServer()) {
      BenchmarkChoice choice = choice(asked, variants, scenarios, same || changes.everyBenchmark());
      leftOut.addAll(choice.leftOut());
      chosen = choice.chosen();
      jmh = !choice.methods().isEmpty();
    }
    List<BuiltVariant> both = List.of(chosen.base(), chosen.head());
    if (scenarios.isEmpty() && !jmh) {
      throw new NothingMovedException("nothing is left to measure. " + String.join(" ", leftOut));
    }
    changes.mixed().ifPresent(leftOut::add);
    installation
        .spec()
        .map(file -> HeadServiceFile.remarks(file, variants.head().service().folder()))
        .ifPresent(leftOut::addAll);
    Plan.Matrix matrix =
        new Plan.Matrix(
            scenarios,
            request.modes(),
            VariantBuilder.NAMES,
            jmh ? VariantBuilder.NAMES : List.of());
    LookPlan looks = looks(asked, request.of(both).profile(), matrix);
    return new MeasurementSetup(
        both,
        matrix,
        looks.last(),
        jit(asked),
        looks.comparison(asked.base(), asked.head(), same, budget(asked, scenarios), leftOut));
  }

  /** Chooses the benchmarks for which there is time after the servers. */
  private BenchmarkChoice choice(
      ComparisonRequest asked, BuiltVariants variants, List<Scenario> scenarios, boolean all) {
    List<BuiltVariant> both = List.of(variants.base(), variants.head());
    request.requireKnown(both);
    Profile profile = request.of(both).profile();
    BenchmarkChoice moved = BenchmarkChoice.of(variants, profile.jmh(), all);
    Duration budget = budget(asked, scenarios);
    int most = profile.comparing().mostRounds();
    if (budget == null) { // a service has all its rounds
      return moved.fitting(LookPlan.round(BenchmarkChoice.USUAL_BUDGET, most));
    }
    Plan.Matrix servers =
        new Plan.Matrix(scenarios, request.modes(), VariantBuilder.NAMES, List.of());
    return moved.fitting(
        LookPlan.round(budget, Math.min(LookPlan.USEFUL, most))
            .minus(expected(asked, profile, servers)));
  }

  private static void requireAsSaid(Changes changes, boolean sameService) {
    if (changes.none() && !sameService) {
      throw new NothingMovedException(
          "--base and --head are the same service: the same classes, Tomcat, JDK, flags and"
              + " fault; --aa compares it with itself, to see this machine's noise");
    }
    if (!changes.none() && sameService) {
      throw new UsageException(
          "--aa says that --base and --head are the same service, but they differ; leave it out to"
              + " compare them");
    }
  }

  private LookPlan looks(ComparisonRequest asked, Profile profile, Plan.Matrix matrix) {
    if (request.profile().countsAlone()) {
      return LookPlan.ofCounts();
    }
    Duration budget = budget(asked, matrix.scenarios());
    if (budget == null) {
      return LookPlan.of(profile);
    }
    Duration expected = expected(asked, profile, matrix);
    return asked.budget() == null
        ? LookPlan.atMost(budget, profile, expected)
        : LookPlan.within(budget, expected);
  }

  /** Returns the expected time of a round. */
  private Duration expected(ComparisonRequest asked, Profile profile, Plan.Matrix matrix) {
    Plan once = Plan.of(profile.under(jit(asked)), matrix, 1, 0);
    return Measurement.expected(once, request.generator()::unmeasured).plus(beyond.of(once));
  }

  /**
   * Returns the option's time to fill, or the longest that the service's file allows; where it has
   * benchmarks alone, there always is one.
   */
  private @Nullable Duration budget(ComparisonRequest asked, List<Scenario> scenarios) {
    if (asked.budget() != null) {
      return asked.budget();
    }
    Optional<Duration> usual =
        Optional.of(BenchmarkChoice.USUAL_BUDGET).filter(any -> scenarios.isEmpty());
    return installation.spec().flatMap(file -> file.budget().or(() -> usual)).orElse(null);
  }

  /** Judges the record, and writes the verdict and the link to the latest run. */
  private Verdict write(
      OngoingMeasurement ongoing, MeasurementRecord record, Optional<StoredCalibration> calibration)
      throws IOException {
    RunDirectory directory = ongoing.directory();
    // Copied, so that the verdict follows from this directory alone.
    calibration.ifPresent(stored -> stored.keep(directory.path()));
    Verdict verdict = StoredCalibration.judge(record, thresholds, calibration);
    directory.writeVerdict(verdict, record);
    Path out = installation.out().toAbsolutePath();
    Path path = directory.path().toAbsolutePath();
    // A comparison that is part of something larger is not what was run last.
    if (!path.startsWith(out) || out.equals(path.getParent())) {
      directory.becomeLatest(out);
    }
    return verdict;
  }

  /** Adds where counts grew, which their recordings tell at once. */
  private Verdict places(OngoingMeasurement ongoing, Verdict verdict, MeasurementRecord record)
      throws InterruptedException {
    try {
      return new CausePass(ongoing, installation, ongoing.directory()).places(verdict, record);
    } catch (IOException | RuntimeException e) {
      OngoingMeasurement.say(
          "the places of what was counted are not known: " + AtomicFile.reason(e));
      return verdict;
    }
  }

  /** Adds the causes of regressions; the verdict is valid without them. */
  private Verdict explain(OngoingMeasurement ongoing, Verdict verdict, MeasurementRecord record)
      throws InterruptedException {
    CausePass.Profiled worse = CausePass.worse(verdict, record);
    if (!worse.scenarios().isEmpty() && !CausePass.canProfile(ongoing.setup().variants())) {
      OngoingMeasurement.say("no cause is looked for: " + CausePass.NEEDS_A_JVM);
      worse = worse.withoutServers();
    }
    if (worse.isEmpty()) {
      return verdict;
    }
    OngoingMeasurement.say("regressed: " + Headline.of(verdict, record).getFirst());
    OngoingMeasurement.say(
        "measuring again, with profilers, to see why (--no-why leaves this out)");
    try {
      return new CausePass(ongoing, installation, ongoing.directory())
          .explain(verdict, record, worse);
    } catch (IOException | RuntimeException e) {
      // No failure here may lose the verdict.
      OngoingMeasurement.say(
          "no cause could be looked for: %s; ./loomwatch why looks again"
              .formatted(AtomicFile.reason(e)));
      return verdict;
    }
  }

  private int show(OngoingMeasurement ongoing, Verdict verdict, MeasurementRecord record)
      throws InterruptedException {
    RunDirectory directory = ongoing.directory();
    directory.writePage(installation, verdict, record);
    show(verdict, record, directory, presentation);
    return ExitCode.of(verdict.verdict());
  }

  /** Prints a verdict as JSON or text, after writing the file for CI servers. */
  public static void show(
      Verdict verdict,
      MeasurementRecord record,
      RunDirectory directory,
      Presentation presentation) {
    presentation.writeJunit(verdict, record);
    if (presentation.json()) {
      System.out.print(VerdictJson.write(verdict));
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(new Report(verdict, record).terminal(presentation.style()));
    lines.add(
        "Everything is in " + directory.shown() + " (record.json, verdict.json, report.md, raw/)");
    directory.shownCauses().ifPresent(page -> lines.add("Why, to look around in: " + page));
    directory.shownPage().ifPresent(page -> lines.add("To look at in a browser: " + page));
    System.out.println(String.join("\n", lines));
  }

  /** Base and head are the same in all that was to be measured; exit code 4. */
  public static final class NothingMovedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NothingMovedException(String message) {
      super(message);
    }
  }
}
