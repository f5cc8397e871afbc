package loomwatch.harness.calibrate;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.LookPlan;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.OngoingMeasurement;
import loomwatch.harness.job.OngoingMeasurement.MeasurementSetup;
import loomwatch.harness.job.Preflight.ServerMemory;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.job.VariantBuilder;
import loomwatch.judge.calibration.Calibration;
import loomwatch.judge.calibration.Calibrator.LoadComparability;
import loomwatch.judge.thresholds.Limit;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.rounds.Equipment;
import loomwatch.measure.rounds.Measurement;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.measure.variants.VariantSpec.FaultSyntax;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/**
 * Runs comparisons like {@code compare}, until there are as many of each kind as requested. Stored
 * ones count, so the same job continues after an interruption. Kinds alternate, so that every kind
 * has some results whenever it is stopped.
 */
public final class CalibrateJob {
  private final Installation installation;
  private final CalibrationRequest asked;
  private final Thresholds thresholds;
  private final CampaignStore<MeasurementRecord> store;
  private final Machine machine;
  private final LookPlan looks;

  /** Whether the last comparison lacked the capacity that was requested. */
  private boolean inVain;

  private @Nullable BuiltVariants variants;

  /** The request; each fault is injected into head and is one kind of comparison. */
  public record CalibrationRequest(
      MeasuringRequest measuring,
      Equipment.Beyond beyond,
      String spec,
      List<String> faults,
      int comparisons,
      @Nullable Duration budget) {
    public CalibrationRequest {
      measuring = measuring.ofServers();
      faults = faults.stream().distinct().toList();
    }
  }

  public CalibrateJob(
      Installation installation,
      CalibrationRequest asked,
      Thresholds thresholds,
      CampaignStore<MeasurementRecord> store,
      Machine machine) {
    this.installation = installation;
    this.asked = asked;
    this.thresholds = thresholds;
    this.store = store;
    this.machine = machine;
    this.looks = LookPlan.of(asked.measuring().profile());
    requireSensible();
  }

  private void requireSensible() {
    if (asked.comparisons() < 1) {
      throw new UsageException("--comparisons must be at least 1, was " + asked.comparisons());
    }
    for (String fault : asked.faults()) {
      Optional<String> refusal = FaultSyntax.refusal(fault);
      if (refusal.isPresent()) {
        throw new UsageException("--fault: " + refusal.get());
      }
    }
    if (VariantSpec.parse("--spec", asked.spec()).fault() != null) {
      throw new UsageException("--spec must have no fault; --fault puts it into one variant");
    }
    if (asked.measuring().scenarios().isEmpty()) {
      throw new UsageException(
          "calibrate measures services, and here are benchmarks alone; compare judges those without it");
    }
    if (asked.measuring().scenarios().stream().noneMatch(this::gates)) {
      throw new UsageException(
          "no tolerance in %s is blocking for any of these scenarios, so nothing would be calibrated; name others with --scenario"
              .formatted(thresholds.file()));
    }
    Optional<ServiceFile> service = installation.spec();
    if (service.isPresent() && !asked.faults().isEmpty()) {
      throw new UsageException(
          "--fault is a fault put into the server that ships; %s has none to put in, and is compared with itself alone"
              .formatted(service.get().service().name()));
    }
  }

  private boolean gates(Scenario scenario) {
    return thresholds.limits().stream()
        .filter(Tolerance.class::isInstance)
        .filter(Limit::gates)
        .filter(limit ->
            asked.beyond() == Equipment.Beyond.CAPACITY
                || limit.terms().metric() != Metric.CAPACITY)
        .anyMatch(limit -> limit.terms().scenario().equals(scenario.name()));
  }

  /** Runs the missing comparisons within the budget. */
  public void run() throws IOException, InterruptedException {
    installation.hideFromGit();
    try (MeasuringLock lock = MeasuringLock.ofMachine()) {
      ComparisonTally tally = new ComparisonTally(kinds(), asked.comparisons(), present());
      inVain = tally.there().isEmpty();
      Duration expected = expected();
      say(
          "%d of %d comparisons are in %s; the other %d take at most %s. Stopped at any time, the same command goes on."
              .formatted(
                  tally.done(),
                  tally.wanted(),
                  store.folder(),
                  tally.missing(),
                  hours(expected.multipliedBy(tally.missing()))));
      long start = System.nanoTime();
      int measured = 0;
      Optional<ComparisonKind> next = tally.next();
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
        measure(next.get(), asked.measuring().seeded(asked.measuring().seed() + tally.done()));
        tally = inVain ? tally : tally.plus(next.get());
        measured++;
        next = tally.next();
      }
    }
  }

  private List<ComparisonKind> kinds() {
    List<ComparisonKind> kinds = new ArrayList<>(List.of(new ComparisonKind(null)));
    asked.faults().forEach(fault -> kinds.add(new ComparisonKind(fault)));
    return kinds;
  }

  /** Returns the kinds of stored comparisons with the same service, rates and windows, in order. */
  private List<ComparisonKind> present() throws IOException {
    List<Scenario> scenarios = Scenario.redacted(asked.measuring().scenarios());
    Map<String, Double> lengths = asked.measuring().windowSeconds();
    CampaignService service =
        new CampaignService(
            VariantSpec.parse("--spec", asked.spec()),
            installation.spec().map(ServiceFile::service));
    return store.records().stream()
        .filter(record -> record.scenarios().equals(scenarios))
        .filter(record -> LoadComparability.isCutInto(lengths, record))
        .filter(service::isOf)
        .filter(record -> beyond(record) == asked.beyond())
        .sorted(Comparator.comparing(MeasurementRecord::createdAt))
        .map(ComparisonKind::of)
        .toList();
  }

  private static Equipment.Beyond beyond(MeasurementRecord record) {
    return Equipment.Beyond.capacityIf(record.has(Metric.CAPACITY));
  }

  private void measure(ComparisonKind kind, MeasuringRequest request)
      throws IOException, InterruptedException {
    try (OngoingMeasurement ongoing = OngoingMeasurement.in(store.folder(), request, machine)) {
      boolean first = variants == null;
      if (first) {
        // Built once, as a change to the working tree during the night must not matter.
        VariantSpec spec = VariantSpec.parse("--spec", asked.spec());
        variants =
            new VariantBuilder(installation, ongoing.children(), OngoingMeasurement::say)
                .pair(spec, spec);
      }
      MeasurementSetup setup = setup(Objects.requireNonNull(variants), kind);
      if (first) {
        ServerMemory.require(setup, request);
      }
      ongoing.begin(setup);
      MeasurementRecord record = ongoing.measure(thresholds, Optional.empty(), asked.beyond());
      requireWhatIsAsked(record);
      Verdict verdict = Judge.judge(record, thresholds);
      ongoing.directory().writeVerdict(verdict, record);
      say("%s: %s".formatted(record.id(), verdict.verdict().label()));
    }
  }

  /** Stops after a first comparison without a capacity, or two in a row: there is hardly one. */
  private void requireWhatIsAsked(MeasurementRecord record) {
    boolean found = beyond(record) == asked.beyond();
    if (!found && inVain) {
      throw new UsageException(
          "no capacity could be found, for which the lines above say why; leave out --capacity");
    }
    if (!found) {
      say("no capacity could be found this time, so this one does not count");
    }
    inVain = !found;
  }

  private MeasurementSetup setup(BuiltVariants built, ComparisonKind kind) {
    String fault = kind.fault();
    BuiltVariant head = fault == null ? built.head() : built.head().faulty(fault);
    String spec = asked.spec();
    return new MeasurementSetup(
        List.of(built.base(), head),
        asked.measuring().matrix(VariantBuilder.NAMES),
        looks.last(),
        jit(),
        looks.comparison(
            spec, fault == null ? spec : spec + ",fault=" + fault, fault == null, null, List.of()));
  }

  private Jit jit() {
    return asked.measuring().profile().comparing().jit();
  }

  /** Returns the maximum time of one comparison, up to its last interim analysis. */
  private Duration expected() {
    Plan plan =
        Plan.of(
            asked.measuring().profile().under(jit()),
            asked.measuring().matrix(VariantBuilder.NAMES),
            looks.last(),
            0);
    return Measurement.expected(plan, asked.measuring().generator()::unmeasured)
        .plus(asked.beyond().of(plan));
  }

  private static void say(String text) {
    OngoingMeasurement.say("calibration: " + text);
  }

  private static String hours(Duration time) {
    return String.format(Locale.ROOT, "%d:%02d h", time.toHours(), time.toMinutesPart());
  }

  record ComparisonKind(@Nullable String fault) {
    static ComparisonKind of(MeasurementRecord record) {
      Comparison comparison = record.comparison();
      Variant head = record.variant(Side.HEAD);
      boolean same = comparison != null && comparison.sameService();
      return new ComparisonKind(same || head == null ? null : head.fault());
    }

    @Override
    public String toString() {
      return fault == null ? "one service with itself" : "fault " + fault;
    }
  }

  /** The service of a campaign, at any commit, as noise depends on host, JDK and service. */
  record CampaignService(VariantSpec spec, Optional<ServiceSpec> service) {

    /** Returns whether that comparison is of this service, at any commit. */
    boolean isOf(MeasurementRecord record) {
      Comparison comparison = record.comparison();
      Variant base = record.variant(Side.BASE);
      if (comparison == null || base == null) {
        return false;
      }
      VariantSpec was = VariantSpec.parse("--spec", comparison.spec(Side.BASE));
      return Objects.equals(was.jdk(), spec.jdk())
          && Objects.equals(was.tomcat(), spec.tomcat())
          && was.flags().equals(spec.flags())
          && Objects.equals(base.service(), identity());
    }

    private @Nullable String identity() {
      if (service.isEmpty()) {
        return null;
      }
      URI url = spec.url() == null ? service.get().start().url().orElse(null) : spec.url();
      return url == null ? service.get().identity() : service.get().at(url).identity();
    }
  }

  /**
   * Counts the comparisons of each kind.
   *
   * @param kinds requested, the comparison of a service with itself first
   * @param each number requested of each kind, at least 1
   * @param there kinds of the stored comparisons, the oldest first; other kinds do not count
   */
  record ComparisonTally(List<ComparisonKind> kinds, int each, List<ComparisonKind> there) {
    ComparisonTally {
      kinds = List.copyOf(kinds);
      there = List.copyOf(there);
    }

    /**
     * Returns the kind that was not measured for longest; empty when all are there. Until there are
     * enough for noise floors, every other comparison is of a service with itself.
     */
    Optional<ComparisonKind> next() {
      ComparisonKind same = kinds.getFirst();
      boolean turnOfSame = there.isEmpty() || !there.getLast().equals(same);
      return turnOfSame && count(same) < Math.min(each, Calibration.FEWEST)
          ? Optional.of(same)
          : kinds.stream()
              .filter(kind -> count(kind) < each)
              .min(Comparator.comparingInt(there::lastIndexOf));
    }

    ComparisonTally plus(ComparisonKind kind) {
      List<ComparisonKind> more = new ArrayList<>(there);
      more.add(kind);
      return new ComparisonTally(kinds, each, more);
    }

    int wanted() {
      return each * kinds.size();
    }

    int missing() {
      return kinds.stream().mapToInt(kind -> Math.max(0, each - count(kind))).sum();
    }

    int done() {
      return wanted() - missing();
    }

    private int count(ComparisonKind kind) {
      return Math.toIntExact(there.stream().filter(kind::equals).count());
    }
  }
}
