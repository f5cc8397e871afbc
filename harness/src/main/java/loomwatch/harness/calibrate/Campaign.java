package loomwatch.harness.calibrate;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import loomwatch.harness.job.ArmPair;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.LookPlan;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.MeasureJob;
import loomwatch.harness.job.MeasuringLock;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.Preflight;
import loomwatch.harness.job.Prepared;
import loomwatch.harness.job.RunDirectory;
import loomwatch.harness.job.Shown;
import loomwatch.harness.job.UsageException;
import loomwatch.judge.calibration.Calibrator.LoadComparability;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.arms.ArmSpec;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.BuiltArm.BuiltArms;
import loomwatch.measure.blocks.Equipment;
import loomwatch.measure.blocks.Measurement;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.subject.SubjectFile;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons one after another, each as {@code compare} would measure it, until there are as many
 * of each kind as were asked for. Those that are there already count, so a campaign goes on where
 * it was stopped. Kinds take turns: whenever it is stopped, there is some of each.
 */
public final class Campaign {
  private final Installation installation;
  private final Asked asked;
  private final Thresholds thresholds;
  private final Shown shown;
  private final CampaignFolder folder;
  private final Machine machine;
  private final LookPlan looks;

  /** Whether the last comparison has not what is asked of it beyond its own rate. */
  private boolean inVain;

  private @Nullable BuiltArms arms;

  /**
   * What a person asked for.
   *
   * @param request of each comparison
   * @param beyond what else is found out of each launch
   * @param subject the SPEC of both arms, without a handicap
   * @param handicaps that are injected into head, one kind of comparison each
   * @param comparisons of each kind
   * @param budget for all of them, or null
   */
  public record Asked(
      MeasuringRequest request,
      Equipment.Beyond beyond,
      String subject,
      List<String> handicaps,
      int comparisons,
      @Nullable Duration budget) {
    public Asked {
      handicaps = List.copyOf(handicaps);
    }
  }

  public Campaign(
      Installation installation,
      Asked asked,
      Thresholds thresholds,
      Shown shown,
      CampaignFolder folder,
      Machine machine) {
    this.installation = installation;
    this.asked = asked;
    this.thresholds = thresholds;
    this.shown = shown;
    this.folder = folder;
    this.machine = machine;
    this.looks = LookPlan.of(asked.request().profile());
  }

  /** Measures what is missing, as far as the budget goes. */
  public void run() throws IOException, InterruptedException {
    try (MeasuringLock lock = MeasuringLock.take(MeasuringLock.ofMachine())) {
      Tally tally = new Tally(kinds(), asked.comparisons(), present());
      inVain = tally.there().isEmpty();
      Duration expected = expected();
      say(
          "%d of %d comparisons are in %s; the other %d take at most %s. Stopped at any time, the same command goes on."
              .formatted(
                  tally.done(),
                  tally.wanted(),
                  folder.path(),
                  tally.missing(),
                  hours(expected.multipliedBy(tally.missing()))));
      long start = System.nanoTime();
      int measured = 0;
      Optional<Kind> next = tally.next();
      while (next.isPresent()) {
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        Duration each = measured == 0 ? expected : elapsed.dividedBy(measured);
        if (measured > 0
            && asked.budget() != null
            && elapsed.plus(each).compareTo(asked.budget()) > 0) {
          say("the budget ends here; the same command goes on");
          return;
        }
        say(
            "comparison %d of %d, %s: %s left"
                .formatted(
                    tally.done() + 1,
                    tally.wanted(),
                    next.get(),
                    hours(each.multipliedBy(tally.missing()))));
        measure(next.get(), asked.request().seed() + tally.done());
        tally = inVain ? tally : tally.plus(next.get());
        measured++;
        next = tally.next();
      }
    }
  }

  /**
   * A kind of comparison.
   *
   * @param handicap of head, or null for one subject with itself
   */
  public record Kind(@Nullable String handicap) {
    @Override
    public String toString() {
      return handicap == null ? "one subject with itself" : "handicap " + handicap;
    }
  }

  private List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>(List.of(new Kind(null)));
    asked.handicaps().forEach(handicap -> kinds.add(new Kind(handicap)));
    return kinds;
  }

  /** Those measured before of the same, at the same rates, in slices of that length, in order. */
  private List<Kind> present() throws IOException {
    List<Scenario> scenarios = Scenario.redacted(asked.request().scenarios());
    Map<String, Double> lengths = asked.request().sliceSeconds();
    AskedSubject subject =
        new AskedSubject(
            ArmSpec.parse("--spec", asked.subject()),
            installation.service().map(SubjectFile::service));
    return folder.records().stream()
        .filter(record -> record.scenarios().equals(scenarios))
        .filter(record -> LoadComparability.isCutInto(lengths, record))
        .filter(subject::isOf)
        .filter(record -> beyond(record) == asked.beyond())
        .sorted(Comparator.comparing(MeasurementRecord::createdAt))
        .map(Campaign::kind)
        .toList();
  }

  private static Equipment.Beyond beyond(MeasurementRecord record) {
    return Equipment.Beyond.capacityIf(record.has(Metric.CAPACITY));
  }

  public static Kind kind(MeasurementRecord record) {
    Comparison comparison = record.comparison();
    Subject head = record.subjects().get("head");
    boolean same = comparison != null && comparison.sameSubject();
    return new Kind(same || head == null ? null : head.handicap());
  }

  private void measure(Kind kind, long seed) throws IOException, InterruptedException {
    MeasuringRequest request = asked.request().seeded(seed);
    MeasureJob.Asking asking = MeasureJob.Asking.NOTHING_MORE;
    new MeasureJob(installation, request, thresholds, shown, asking, asked.beyond())
        .measure(
            machine,
            folder::of,
            (children, progress) -> {
              if (arms == null) {
                // Once: what is built must not change with the working tree during the night.
                ArmSpec spec = ArmSpec.parse("--spec", asked.subject());
                arms = new ArmPair(installation, children, progress).built(spec, spec);
                return new Preflight(children, installation.preflight(), progress)
                    .checked(prepared(arms, kind), request);
              }
              return prepared(arms, kind);
            },
            (session, record) -> judge(session.directory(), record));
  }

  /** The first comparison without a capacity, or two on end, end it: there is hardly one. */
  private int judge(RunDirectory directory, MeasurementRecord record) {
    boolean found = beyond(record) == asked.beyond();
    if (!found && inVain) {
      throw new UsageException(
          "no capacity could be found, for which the lines above say why; leave out --capacity");
    }
    if (!found) {
      say("no capacity could be found this time, so this one does not count");
    }
    inVain = !found;
    Verdict verdict = Judge.judge(record, thresholds);
    directory.writeVerdict(verdict, record);
    say("%s: %s".formatted(record.id(), verdict.verdict().label()));
    return ExitCode.of(verdict.verdict());
  }

  private Prepared prepared(BuiltArms built, Kind kind) {
    String handicap = kind.handicap();
    BuiltArm head = handicap == null ? built.head() : built.head().handicapped(handicap);
    String spec = asked.subject();
    return new Prepared(
        List.of(built.base(), head),
        subjects(),
        looks.last(),
        jit(),
        new Comparison(
            Map.of("base", spec, "head", handicap == null ? spec : spec + ",handicap=" + handicap),
            handicap == null,
            looks.looks(),
            null,
            List.of()));
  }

  private Jit jit() {
    return asked.request().profile().comparing().jit();
  }

  private Plan.Subjects subjects() {
    return asked.request().subjects(ArmPair.NAMES);
  }

  /** Of one comparison, to its last look. */
  private Duration expected() {
    Plan plan = Plan.of(asked.request().profile().under(jit()), subjects(), looks.last(), 0);
    return Measurement.expected(plan, asked.request().engine()::unmeasured)
        .plus(asked.beyond().of(plan));
  }

  private static void say(String text) {
    System.err.println("loomwatch: calibration: " + text);
  }

  private static String hours(Duration time) {
    return String.format(Locale.ROOT, "%d:%02d h", time.toHours(), time.toMinutesPart());
  }
}
