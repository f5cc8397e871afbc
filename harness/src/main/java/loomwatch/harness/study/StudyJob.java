package loomwatch.harness.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import loomwatch.harness.job.EngineChoice;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.MeasuringLock;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.Preflight;
import loomwatch.harness.job.Prepared;
import loomwatch.harness.job.Session;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.blocks.Equipment;
import loomwatch.measure.blocks.Measurement;
import loomwatch.measure.launch.Children;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.study.StudyFile;
import loomwatch.measure.study.StudyPlan;
import loomwatch.results.Fingerprint;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Scenario;
import loomwatch.results.Subject;
import loomwatch.results.study.StudyRecord;

/** Measures a study, or what is left of it. */
public final class StudyJob {
  private final Installation installation;
  private final StudyFile study;
  private final Amount amount;
  private final EngineChoice engine;
  private final StudyStore store;

  /**
   * How much is measured.
   *
   * @param blocks launches of each cell
   * @param slices stretches of load on each
   * @param seed of the orders
   */
  public record Amount(int blocks, int slices, long seed) {
    private static final int QUICK_BLOCKS = 3;
    private static final int FEWEST_SLICES = 2;

    /** All that the file asks for. */
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

  /**
   * To be run once.
   *
   * @param engine one that can do the study's loop
   */
  public StudyJob(Installation installation, StudyFile study, Amount amount, EngineChoice engine) {
    this.installation = installation;
    this.study = study;
    this.amount = amount;
    this.engine = engine;
    this.store = new StudyStore(installation.out());
  }

  /**
   * Measures all of it, or the blocks that an earlier record of it has not.
   *
   * @param earlier one of the same file that was interrupted, or that has fewer blocks
   * @param use what is done with the record in the end; returns the exit code
   */
  public int run(Optional<StudyRecord> earlier, Ending use)
      throws IOException, InterruptedException {
    installation.hideFromGit();
    Profile profile = StudyPlan.profile(study, Profile.QUICK, amount.slices());
    MeasuringRequest request =
        new MeasuringRequest(
            profile,
            study.scenarios(),
            !study.benchmarks().isEmpty(),
            List.of(Mode.values()),
            engine,
            amount.seed(),
            null);
    try (MeasuringLock lock = MeasuringLock.take(MeasuringLock.ofMachine());
        Machine machine = Machine.here()) {
      return Session.open(
          request,
          machine,
          id -> store.place(study.design().name(), id),
          (children, progress) -> prepared(request, children, progress),
          session -> use.with(measured(session, machine, earlier), session));
    }
  }

  /** What is done with what was measured. */
  public interface Ending {
    int with(StudyRecord record, Session session) throws IOException, InterruptedException;
  }

  private Prepared prepared(MeasuringRequest request, Children children, Consumer<String> progress)
      throws IOException, InterruptedException {
    List<BuiltArm> arms = new StudyArms(installation, children, progress).of(study);
    Preflight preflight =
        new Preflight(children, installation.out().resolve("preflight"), progress);
    for (BuiltArm arm : arms) {
      if (!arm.isShippedServer()) {
        preflight.check(arm, ofArm(request, arm));
      }
    }
    return new Prepared(
        arms,
        request.subjects(arms.stream().map(BuiltArm::name).toList()),
        amount.blocks(),
        Jit.USUAL,
        null);
  }

  private MeasuringRequest ofArm(MeasuringRequest request, BuiltArm arm) {
    List<Scenario> scenarios =
        study.cells().stream()
            .filter(cell -> cell.cell().arm().equals(arm.name()))
            .flatMap(cell -> cell.scenario().stream())
            .distinct()
            .toList();
    List<Mode> modes =
        study.cells().stream()
            .filter(cell -> cell.cell().arm().equals(arm.name()))
            .map(cell -> cell.cell().mode())
            .distinct()
            .toList();
    return new MeasuringRequest(
        request.profile(), scenarios, false, modes, request.engine(), request.seed(), null);
  }

  private StudyRecord measured(Session session, Machine machine, Optional<StudyRecord> earlier)
      throws IOException, InterruptedException {
    StudyRecord begun = begun(session, earlier);
    Path directory = store.place(study.design().name(), begun.id());
    Plan plan =
        StudyPlan.of(
            study, session.request().profile(), begun.blocksDone(), amount.blocks(), amount.seed());
    return session.equipped(equipment -> {
      Measurement.Look keeping =
          (round, launches) -> {
            keep(session, directory, begun.plus(launches));
            return false;
          };
      Measurement.Measured measured =
          new Measurement(
                  plan,
                  looped(equipment),
                  session.children(),
                  session.cores(),
                  session.progress(
                      Measurement.steps(plan), Measurement.expected(plan, equipment.engine())))
              .run(keeping, machine.watch());
      StudyRecord record = begun.plus(measured.launches());
      keep(session, directory, record);
      return record;
    });
  }

  /** Not what was told to stop: its servers were ended, and did not die of themselves. */
  private void keep(Session session, Path directory, StudyRecord record) {
    if (!session.children().closed()) {
      store.write(directory, record);
    }
  }

  private Equipment looped(Equipment equipment) {
    return switch (study.design().loop()) {
      case OPEN -> study.ofCapacity() ? equipment.searchingCapacity() : equipment;
      case CLOSED -> equipment.closed(study.think());
    };
  }

  /** The earlier one, where it can be gone on with; else one without launches. */
  private StudyRecord begun(Session session, Optional<StudyRecord> earlier) {
    StudyRecord fresh = fresh(session);
    if (earlier.isEmpty()) {
      return fresh;
    }
    StudyRecord record = earlier.get();
    Earlier known = new Earlier(record);
    Optional<String> refusal = known.refusal(fresh);
    String anew =
        known.mayBeOfOtherCode()
            ? "its code is not committed: --restart if you changed it since"
            : "--restart begins again";
    System.err.println(
        refusal.isPresent()
            ? "loomwatch: beginning again: %s %s".formatted(record.id(), refusal.get())
            : "loomwatch: going on with %s, which has %d of %d blocks (%s)"
                .formatted(record.id(), record.blocksDone(), amount.blocks(), anew));
    return refusal.isPresent() ? fresh : record.upTo(amount.blocks());
  }

  private StudyRecord fresh(Session session) {
    Map<String, Subject> subjects = new TreeMap<>();
    for (BuiltArm arm : session.prepared().arms()) {
      subjects.put(arm.name(), arm.subject(session.assembly().serverFlags(arm)));
    }
    String engine = session.request().engine().label();
    return new StudyRecord(
        StudyRecord.SCHEMA,
        session.assembly().id(),
        session.assembly().startedAt(),
        session.request().profile().name(),
        amount.seed(),
        engine,
        session.assembly().host(),
        Fingerprint.of(session.assembly().host(), subjects, engine, "of this build"),
        subjects,
        study.design().of(amount.blocks()),
        study.scenarios(),
        List.of(),
        session.assembly().doubtsOfPlaces());
  }
}
