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
import loomwatch.harness.job.EngineChoice;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Installation.Release;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.Preflight;
import loomwatch.harness.job.Session;
import loomwatch.harness.job.Session.MeasurementSetup;
import loomwatch.measure.arms.ArmException;
import loomwatch.measure.arms.ArmSpec;
import loomwatch.measure.arms.Arms;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.arms.Jdk;
import loomwatch.measure.arms.Jdk.Jdks;
import loomwatch.measure.arms.ServiceArms;
import loomwatch.measure.blocks.Equipment;
import loomwatch.measure.blocks.Measurement;
import loomwatch.measure.launch.Children;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.study.StudyFile.ArmPart;
import loomwatch.measure.study.StudyFile.PlannedCell;
import loomwatch.measure.study.StudyPlan;
import loomwatch.measure.subject.ServiceSpec;
import loomwatch.measure.subject.SubjectFile;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import loomwatch.results.Subject;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyRecord;

/**
 * Measures a study, or what is left of it. Its record is whole after every block, so that a study
 * that was stopped goes on with the next.
 */
public final class StudyJob {
  private final Installation installation;
  private final StudyFile study;
  private final Amount amount;
  private final EngineChoice engine;
  private final CampaignStore<StudyRecord> store;

  /**
   * How much is measured.
   *
   * @param blocks launches of each cell
   * @param slices stretches of load on each
   */
  public record Amount(int blocks, int slices, long seed) {
    private static final int QUICK_BLOCKS = 3;
    private static final int FEWEST_SLICES = 2;

    public static Amount full(StudyFile study, long seed) {
      return new Amount(study.design().blocks(), study.slices(), seed);
    }

    /** Half of each, and of launches as few as an interval can do with. */
    public static Amount quick(StudyFile study, long seed) {
      return new Amount(
          Math.min(QUICK_BLOCKS, study.design().blocks()),
          Math.clamp((study.slices() + 1) / 2, Math.min(FEWEST_SLICES, study.slices()), 100),
          seed);
    }
  }

  public StudyJob(Installation installation, StudyFile study, Amount amount, EngineChoice engine) {
    this.installation = installation;
    this.study = study;
    this.amount = amount;
    this.engine = engine;
    store = StudyArchive.measured(installation.out(), study.design().name());
  }

  /**
   * Measures all of it, or the blocks that an earlier record of it has not.
   *
   * @param earlier one of the same file that was interrupted, or that has fewer blocks
   */
  public StudyRecord run(Optional<StudyRecord> earlier) throws IOException, InterruptedException {
    installation.hideFromGit();
    Profile profile = StudyPlan.profile(study, Profile.QUICK, amount.slices());
    boolean jmh = !study.benchmarks().isEmpty();
    MeasuringRequest request = request(profile, study.scenarios(), jmh, List.of(Mode.values()));
    try (Machine machine = Machine.here();
        MeasuringLock lock = MeasuringLock.ofMachine();
        Session session = Session.in(store.folder(), request, machine)) {
      session.begin(setup(session));
      return measure(session, begin(session, earlier));
    }
  }

  private MeasuringRequest request(
      Profile profile, List<Scenario> scenarios, boolean jmh, List<Mode> modes) {
    return new MeasuringRequest(profile, scenarios, jmh, modes, engine, amount.seed(), null);
  }

  private MeasurementSetup setup(Session session) throws IOException, InterruptedException {
    MeasuringRequest request = session.request();
    List<BuiltArm> arms = new StudyArms(installation, session.children(), Session::say).of(study);
    for (BuiltArm arm : arms) {
      if (!arm.isShippedServer()) {
        Preflight.of(installation, session).check(arm, ofArm(request.profile(), arm));
      }
    }
    return new MeasurementSetup(
        arms,
        request.subjects(arms.stream().map(BuiltArm::name).toList()),
        amount.blocks(),
        Jit.USUAL,
        null);
  }

  private MeasuringRequest ofArm(Profile profile, BuiltArm arm) {
    List<PlannedCell> cells =
        study.cells().stream().filter(cell -> cell.cell().arm().equals(arm.name())).toList();
    return request(
        profile,
        cells.stream().flatMap(cell -> cell.scenario().stream()).distinct().toList(),
        false,
        cells.stream().map(cell -> cell.cell().mode()).distinct().toList());
  }

  private StudyRecord measure(Session session, StudyRecord begun)
      throws IOException, InterruptedException {
    Plan plan =
        StudyPlan.of(
            study, session.request().profile(), begun.blocksDone(), amount.blocks(), amount.seed());
    try (Session.Instruments instruments = session.new Instruments()) {
      Equipment equipment = looped(instruments.equipment());
      Measurement.Measured measured =
          new Measurement(
                  plan,
                  equipment,
                  session.children(),
                  session.cores(),
                  session.progress(plan, equipment))
              .run(
                  (round, launches) -> {
                    keep(session, begun.plus(launches));
                    return false;
                  },
                  session.machine().watch());
      StudyRecord record = begun.plus(measured.launches());
      keep(session, record);
      return record;
    }
  }

  /** Not what was told to stop: its servers were ended, and did not die of themselves. */
  private void keep(Session session, StudyRecord record) {
    if (!session.children().closed()) {
      store.write(record.id(), StudyRecord.FORMAT.write(record));
    }
  }

  private Equipment looped(Equipment equipment) {
    return switch (study.design().loop()) {
      case OPEN -> study.ofCapacity() ? equipment.searchingCapacity() : equipment;
      case CLOSED -> equipment.closed(study.think());
    };
  }

  /** The earlier one, where it can be gone on with; else one without launches. */
  private StudyRecord begin(Session session, Optional<StudyRecord> earlier) {
    StudyRecord fresh = fresh(session);
    if (earlier.isEmpty()) {
      return fresh;
    }
    StudyRecord record = earlier.get();
    Optional<String> refusal = refusal(record, fresh);
    if (refusal.isPresent()) {
      Session.say("beginning again: %s %s".formatted(record.id(), refusal.get()));
      return fresh;
    }
    Session.say(
        "going on with %s, which has %d of %d blocks (%s)"
            .formatted(
                record.id(),
                record.blocksDone(),
                amount.blocks(),
                mayBeOfOtherCode(record)
                    ? "its code is not committed: --restart if you changed it since"
                    : "--restart begins again"));
    return record.upTo(amount.blocks());
  }

  private StudyRecord fresh(Session session) {
    Map<String, Subject> subjects = session.subjects();
    Host host = session.machine().host();
    return new StudyRecord(
        StudyRecord.SCHEMA,
        session.id(),
        session.startedAt(),
        session.request().profile().name(),
        amount.seed(),
        engine.label(),
        host,
        Fingerprint.of(host, subjects, engine.label(), "of this build"),
        subjects,
        study.design().of(amount.blocks()),
        study.scenarios(),
        List.of(),
        session.doubtsOfPlaces());
  }

  /** Why an earlier record cannot be gone on with; empty where it can. */
  static Optional<String> refusal(StudyRecord record, StudyRecord now) {
    if (!record.fingerprint().equals(now.fingerprint())
        || !record.subjects().equals(now.subjects())) {
      return Optional.of("is of another host, commit or toolchain");
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

  /**
   * Whether it is of code that is not committed, or runs elsewhere: nobody can tell it from now's.
   */
  static boolean mayBeOfOtherCode(StudyRecord record) {
    return record.subjects().values().stream().anyMatch(StudyJob::mayHaveChanged);
  }

  private static boolean mayHaveChanged(Subject subject) {
    return subject.dirty() || subject.revision().equals("unknown");
  }

  /**
   * A record as it is shown, with the claims that its file has by now. Where the file varies or
   * loads otherwise its own stay, which standard error says.
   */
  static StudyRecord withClaims(StudyFile file, StudyRecord record) {
    Optional<StudyRecord> claimed = claimedBy(file, record);
    if (claimed.isEmpty()) {
      Session.say(
          "what is shown was measured of another version of %s, with its claims"
              .formatted(file.file()));
    }
    return claimed.orElse(record);
  }

  /** With the claims that its file has by now; empty where the file varies or loads otherwise. */
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

  /** Makes the arms of a study: each thing that is built, once; each way to start it. */
  static final class StudyArms {
    private final Installation installation;
    private final Children children;
    private final Consumer<String> progress;
    private final Jdks jdks = Jdks.ofThisMachine();
    private final Map<List<Object>, BuiltArm> built = new HashMap<>();

    StudyArms(Installation installation, Children children, Consumer<String> progress) {
      this.installation = installation;
      this.children = children;
      this.progress = progress;
    }

    /** All of them. */
    List<BuiltArm> of(StudyFile study) throws IOException, InterruptedException {
      List<BuiltArm> arms = new ArrayList<>();
      for (Map.Entry<String, PlannedCell> each : study.arms().entrySet()) {
        try {
          arms.add(arm(each.getKey(), each.getValue()));
        } catch (ArmException e) {
          ArmException named = new ArmException(each.getKey() + ": " + e.getMessage());
          named.initCause(e);
          throw named;
        }
      }
      return arms;
    }

    private BuiltArm arm(String name, PlannedCell cell) throws IOException, InterruptedException {
      ArmPart part = cell.part();
      Jdk jdk = jdks.find(part.jdk());
      // Its folder holds one build, which the JDK that its file names makes: others only run it.
      boolean inPlace = cell.subject().file().isPresent() && !part.isBuilt();
      List<Object> key =
          List.of(
              cell.subject().file(),
              Optional.ofNullable(part.ref()),
              Optional.ofNullable(part.tomcat()),
              Optional.ofNullable(part.jdk() == null || inPlace ? null : jdk.home()));
      BuiltArm plain = built.get(key);
      if (plain == null) {
        plain = built(name, cell.subject().file(), part, jdk);
        built.put(key, plain);
      }
      ServiceSpec start = plain.service();
      BuiltArm.requireJvm(name, start, part.flags());
      if (!part.args().isEmpty()) {
        start = start.plus(part.args());
      }
      BuiltArm arm =
          plain.varied(
              name,
              part.environment().isEmpty() ? start : start.with(part.environment()),
              part.flags());
      return inPlace && part.jdk() != null ? arm.on(jdk) : arm;
    }

    private BuiltArm built(String name, Optional<Path> file, ArmPart part, Jdk jdk)
        throws IOException, InterruptedException {
      ArmSpec spec = new ArmSpec(part.ref(), part.tomcat(), part.jdk(), List.of(), null);
      if (file.isEmpty()) {
        if (Release.in(installation.root()).isPresent()) {
          throw new ArmException(
              "subject: shipped takes a clone of Loomwatch, was in an unpacked release, which has no"
                  + " such server; run the study from a clone, or name a subject file");
        }
        return part.isBuilt()
            ? Arms.of(installation.root(), installation.out(), children, progress)
                .build(spec, spec)
                .head()
            : BuiltArm.ofCheckout(installation.root(), jdk.home(), null);
      }
      ServiceArms arms =
          new ServiceArms(
              SubjectFile.read(file.get()),
              installation.root(),
              installation.out(),
              children,
              line -> progress.accept(name + ": " + line));
      return part.isBuilt() ? arms.build(spec, spec).head() : arms.inPlace(null);
    }
  }
}
