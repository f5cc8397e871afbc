package loomwatch.harness.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.GeneratorChoice;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Installation.Release;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.OngoingMeasurement;
import loomwatch.harness.job.OngoingMeasurement.MeasurementSetup;
import loomwatch.harness.job.Preflight;
import loomwatch.measure.launch.Children;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.rounds.Equipment;
import loomwatch.measure.rounds.Measurement;
import loomwatch.measure.service.ServiceFile;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.study.StudyFile.PlannedCell;
import loomwatch.measure.study.StudyFile.VariantPart;
import loomwatch.measure.study.StudyPlan;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.Jdk;
import loomwatch.measure.variants.Jdk.Jdks;
import loomwatch.measure.variants.VariantException;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.measure.variants.Variants;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyRecord;

/** Measures the missing rounds of a study, and writes its record after each. */
public final class StudyJob {
  private final Installation installation;
  private final StudyFile study;
  private final Amount amount;
  private final GeneratorChoice generator;
  private final CampaignStore<StudyRecord> store;

  /**
   * The amount of measuring.
   *
   * @param rounds launches of each cell
   * @param windows of load in each launch
   */
  public record Amount(int rounds, int windows, long seed) {
    private static final int QUICK_ROUNDS = 3;
    private static final int FEWEST_WINDOWS = 2;

    public static Amount full(StudyFile study, long seed) {
      return new Amount(study.design().rounds(), study.windows(), seed);
    }

    /** Returns half the windows, and as few rounds as give an interval. */
    public static Amount quick(StudyFile study, long seed) {
      return new Amount(
          Math.min(QUICK_ROUNDS, study.design().rounds()),
          Math.clamp((study.windows() + 1) / 2, Math.min(FEWEST_WINDOWS, study.windows()), 100),
          seed);
    }
  }

  public StudyJob(
      Installation installation, StudyFile study, Amount amount, GeneratorChoice generator) {
    this.installation = installation;
    this.study = study;
    this.amount = amount;
    this.generator = generator;
    store = StudyArchive.measured(installation.out(), study.design().name());
  }

  /** Measures the rounds that an earlier record of the same file lacks. */
  public StudyRecord run(Optional<StudyRecord> earlier) throws IOException, InterruptedException {
    installation.hideFromGit();
    Profile profile = StudyPlan.profile(study, Profile.QUICK, amount.windows());
    boolean jmh = !study.benchmarks().isEmpty();
    MeasuringRequest request = request(profile, study.scenarios(), jmh, List.of(Mode.values()));
    try (Machine machine = Machine.here();
        MeasuringLock lock = MeasuringLock.ofMachine();
        OngoingMeasurement ongoing = OngoingMeasurement.in(store.folder(), request, machine)) {
      ongoing.begin(setup(ongoing));
      return measure(ongoing, begin(ongoing, earlier));
    }
  }

  private MeasuringRequest request(
      Profile profile, List<Scenario> scenarios, boolean jmh, List<Mode> modes) {
    return new MeasuringRequest(profile, scenarios, jmh, modes, generator, amount.seed(), null);
  }

  private MeasurementSetup setup(OngoingMeasurement ongoing)
      throws IOException, InterruptedException {
    MeasuringRequest request = ongoing.request();
    List<BuiltVariant> variants =
        new StudyVariants(installation, ongoing.children(), OngoingMeasurement::say).of(study);
    for (BuiltVariant variant : variants) {
      if (!variant.isShippedServer()) {
        Preflight.of(installation, ongoing).check(variant, ofVariant(request.profile(), variant));
      }
    }
    return new MeasurementSetup(
        variants,
        request.matrix(variants.stream().map(BuiltVariant::name).toList()),
        amount.rounds(),
        Jit.USUAL,
        null);
  }

  private MeasuringRequest ofVariant(Profile profile, BuiltVariant variant) {
    List<PlannedCell> cells =
        study.cells().stream()
            .filter(cell -> cell.cell().variant().equals(variant.name()))
            .toList();
    return request(
        profile,
        cells.stream().flatMap(cell -> cell.scenario().stream()).distinct().toList(),
        false,
        cells.stream().map(cell -> cell.cell().mode()).distinct().toList());
  }

  private StudyRecord measure(OngoingMeasurement ongoing, StudyRecord begun)
      throws IOException, InterruptedException {
    Plan plan =
        StudyPlan.of(
            study, ongoing.request().profile(), begun.roundsDone(), amount.rounds(), amount.seed());
    try (OngoingMeasurement.Instruments instruments = ongoing.new Instruments()) {
      Equipment equipment = looped(instruments.equipment());
      Measurement.Measured measured =
          new Measurement(
                  plan, equipment, ongoing.children(), ongoing.cores(), ongoing.progress(plan))
              .run(
                  (round, launches) -> {
                    keep(ongoing, begun.plus(launches));
                    return false;
                  },
                  ongoing.machine().watch());
      StudyRecord record = begun.plus(measured.launches());
      keep(ongoing, record);
      return record;
    }
  }

  /** Writes the record, unless the measurement was stopped, which ended the servers. */
  private void keep(OngoingMeasurement ongoing, StudyRecord record) {
    if (!ongoing.children().closed()) {
      store.write(record.id(), StudyRecord.FORMAT.write(record));
    }
  }

  private Equipment looped(Equipment equipment) {
    return switch (study.design().loop()) {
      case OPEN -> study.ofCapacity() ? equipment.measuring(Equipment.Beyond.CAPACITY) : equipment;
      case CLOSED -> equipment.closed(study.think());
    };
  }

  /** Returns the earlier record if it can be continued; else one without launches. */
  private StudyRecord begin(OngoingMeasurement ongoing, Optional<StudyRecord> earlier) {
    StudyRecord fresh = fresh(ongoing);
    if (earlier.isEmpty()) {
      return fresh;
    }
    StudyRecord record = earlier.get();
    Optional<String> refusal = refusal(record, fresh);
    if (refusal.isPresent()) {
      OngoingMeasurement.say("beginning again: %s %s".formatted(record.id(), refusal.get()));
      return fresh;
    }
    OngoingMeasurement.say(
        "going on with %s, which has %d of %d rounds (%s)"
            .formatted(
                record.id(),
                record.roundsDone(),
                amount.rounds(),
                mayBeOfOtherCode(record)
                    ? "its code is not committed: --restart if you changed it since"
                    : "--restart begins again"));
    return record.upTo(amount.rounds());
  }

  private StudyRecord fresh(OngoingMeasurement ongoing) {
    Map<String, Variant> variants = ongoing.variants();
    Host host = ongoing.machine().host();
    return new StudyRecord(
        StudyRecord.SCHEMA,
        ongoing.id(),
        ongoing.startedAt(),
        ongoing.request().profile().name(),
        amount.seed(),
        generator.label(),
        host,
        Fingerprint.of(host, variants, generator.label(), "of this build"),
        variants,
        study.design().of(amount.rounds()),
        study.scenarios(),
        List.of(),
        ongoing.doubtsOfPlaces());
  }

  /** Returns why an earlier record cannot be continued; empty where it can. */
  static Optional<String> refusal(StudyRecord record, StudyRecord now) {
    if (!record.fingerprint().equals(now.fingerprint())
        || !record.variants().equals(now.variants())) {
      return Optional.of("is of another host, commit or runtime");
    }
    if (!record.profile().equals(now.profile())) {
      return Optional.of("has launches of another length (%s)".formatted(record.profile()));
    }
    if (!record.scenarios().equals(now.scenarios())) {
      return Optional.of("is of another load");
    }
    return record.design().digest().equals(now.design().digest())
        ? Optional.empty()
        : Optional.of("was measured before its file changed");
  }

  /** Returns whether its code is not committed, or runs elsewhere, and so may have changed. */
  static boolean mayBeOfOtherCode(StudyRecord record) {
    return record.variants().values().stream().anyMatch(StudyJob::mayHaveChanged);
  }

  private static boolean mayHaveChanged(Variant service) {
    return service.dirty() || service.revision().equals("unknown");
  }

  /**
   * Returns the record with the current claims of its file. If factors or load differ, its own
   * claims remain, and a message is printed.
   */
  static StudyRecord withClaims(StudyFile file, StudyRecord record) {
    Optional<StudyRecord> claimed = claimedBy(file, record);
    if (claimed.isEmpty()) {
      OngoingMeasurement.say(
          "what is shown was measured of another version of %s, with its claims"
              .formatted(file.file()));
    }
    return claimed.orElse(record);
  }

  /** Returns the record with the file's claims; empty if factors or load differ. */
  private static Optional<StudyRecord> claimedBy(StudyFile file, StudyRecord record) {
    StudyDesign was = record.design();
    StudyDesign is = file.design();
    return was.loop() == is.loop()
            && was.factors().equals(is.factors())
            && was.cells().equals(is.cells())
            && record.scenarios().equals(Scenario.redacted(file.scenarios()))
        ? Optional.of(record.claiming(is.claims()))
        : Optional.empty();
  }

  /** Builds the variants of a study, each distinct build once. */
  static final class StudyVariants {
    private final Installation installation;
    private final Children children;
    private final Consumer<String> progress;
    private final Jdks jdks = Jdks.ofThisMachine();
    private final Map<List<Object>, BuiltVariant> built = new HashMap<>();

    StudyVariants(Installation installation, Children children, Consumer<String> progress) {
      this.installation = installation;
      this.children = children;
      this.progress = progress;
    }

    List<BuiltVariant> of(StudyFile study) throws IOException, InterruptedException {
      List<BuiltVariant> variants = new ArrayList<>();
      for (Map.Entry<String, PlannedCell> each : study.variants().entrySet()) {
        try {
          variants.add(variant(each.getKey(), each.getValue()));
        } catch (VariantException e) {
          VariantException named = new VariantException(each.getKey() + ": " + e.getMessage());
          named.initCause(e);
          throw named;
        }
      }
      return variants;
    }

    private BuiltVariant variant(String name, PlannedCell cell)
        throws IOException, InterruptedException {
      VariantPart part = cell.part();
      Jdk jdk = jdks.find(part.jdk());
      // A service's folder has one build, by the JDK of its file; other JDKs only run it.
      boolean inPlace = cell.service().file().isPresent() && !part.isBuilt();
      List<Object> key =
          List.of(
              cell.service().file(),
              Optional.ofNullable(part.ref()),
              Optional.ofNullable(part.tomcat()),
              Optional.ofNullable(part.jdk() == null || inPlace ? null : jdk.home()));
      BuiltVariant plain = built.get(key);
      if (plain == null) {
        plain = built(name, cell.service().file(), part, jdk);
        built.put(key, plain);
      }
      ServiceSpec start = plain.service();
      BuiltVariant.requireJvm(start, part.flags());
      if (!part.args().isEmpty()) {
        start = start.plus(part.args());
      }
      BuiltVariant variant =
          plain.varied(
              name,
              part.environment().isEmpty() ? start : start.with(part.environment()),
              part.flags());
      return inPlace && part.jdk() != null ? variant.on(jdk) : variant;
    }

    private BuiltVariant built(String name, Optional<Path> file, VariantPart part, Jdk jdk)
        throws IOException, InterruptedException {
      VariantSpec spec =
          new VariantSpec(part.ref(), part.tomcat(), part.jdk(), List.of(), List.of(), null, null);
      if (file.isEmpty()) {
        if (Release.in(installation.root()).isPresent()) {
          throw new VariantException(
              "service: shipped takes a clone of Loomwatch, was in an unpacked release, which has no"
                  + " such server; run the study from a clone, or name a service file");
        }
        return part.isBuilt()
            ? Variants.ofShipped(installation.root(), installation.out(), children, progress)
                .build(spec, spec)
                .head()
            : BuiltVariant.ofCheckout(installation.root(), jdk.home(), null);
      }
      Variants variants =
          Variants.of(
              ServiceFile.read(file.get()),
              installation.root(),
              installation.out(),
              children,
              line -> progress.accept(name + ": " + line));
      return part.isBuilt() ? variants.build(spec, spec).head() : variants.inPlace(null);
    }
  }
}
