package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.blocks.Equipment;
import loomwatch.measure.blocks.Measurement;
import loomwatch.measure.blocks.Progress;
import loomwatch.measure.plan.Plan;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.files.AtomicFile;
import loomwatch.tell.json.VerdictJson;
import loomwatch.tell.report.Headline;
import loomwatch.tell.report.Report;

/** One measurement from request to exit code. */
public final class MeasureJob {
  private final Installation installation;
  private final MeasuringRequest request;
  private final Thresholds thresholds;
  private final Shown shown;
  private final Asking asking;
  private final Equipment.Beyond beyond;

  /** Whether causes are looked for where something got worse. */
  public enum Asking {
    WHY,
    NOTHING_MORE
  }

  /**
   * A job.
   *
   * @param asking what is done after a regression
   * @param beyond what is found out of each launch at last
   */
  public MeasureJob(
      Installation installation,
      MeasuringRequest request,
      Thresholds thresholds,
      Shown shown,
      Asking asking,
      Equipment.Beyond beyond) {
    this.beyond = beyond;
    this.installation = installation;
    this.request = request;
    this.thresholds = thresholds;
    this.shown = shown;
    this.asking = asking;
  }

  /** What becomes of a record. */
  public interface Ending {
    /** Judges it, and returns the exit code. */
    int end(Session session, MeasurementRecord record) throws IOException, InterruptedException;
  }

  /**
   * Measures, keeps the record, judges and shows it.
   *
   * @param calibration of this host, if there is one
   */
  public int run(Prepared.Preparation preparation, Optional<StoredCalibration> calibration)
      throws IOException, InterruptedException {
    installation.hideFromGit();
    try (MeasuringLock lock = MeasuringLock.take(MeasuringLock.ofMachine());
        Machine machine = Machine.here()) {
      return measure(
          machine,
          id -> request.out() == null ? installation.out().resolve(id) : request.out(),
          preparation,
          record -> judged(record, calibration),
          (session, record) -> judge(session, record, calibration));
    }
  }

  private Verdict judged(MeasurementRecord record, Optional<StoredCalibration> calibration) {
    return Judge.judge(record, thresholds, StoredCalibration.floors(calibration, record));
  }

  /**
   * Measures and leaves the record to its ending. The caller holds the lock.
   *
   * @param place the output directory, by the record's id
   */
  public int measure(
      Machine machine,
      Function<String, Path> place,
      Prepared.Preparation preparation,
      Ending ending)
      throws IOException, InterruptedException {
    return measure(machine, place, preparation, record -> judged(record, Optional.empty()), ending);
  }

  private int measure(
      Machine machine,
      Function<String, Path> place,
      Prepared.Preparation preparation,
      Function<MeasurementRecord, Verdict> judge,
      Ending ending)
      throws IOException, InterruptedException {
    return Session.open(
        request,
        machine,
        place,
        preparation,
        session -> {
          MeasurementRecord record = session.assembly().of(measured(session, machine, judge));
          session.directory().writeRecord(record);
          return ending.end(session, record);
        });
  }

  private Measurement.Measured measured(
      Session session, Machine machine, Function<MeasurementRecord, Verdict> judge)
      throws IOException, InterruptedException {
    Prepared prepared = session.prepared();
    Plan plan =
        Plan.of(
            request.profile().under(prepared.jit()),
            prepared.subjects(),
            prepared.rounds(),
            request.seed());
    return session.equipped(equipment -> {
      Progress progress =
          session.progress(
              Measurement.steps(plan),
              Measurement.expected(plan, equipment.engine()).plus(beyond.of(plan)));
      Equipment used =
          switch (beyond) {
            case NOTHING -> equipment;
            case CAPACITY -> equipment.searchingCapacity();
          };
      return new Measurement(plan, used, session.children(), session.cores(), progress)
          .run(
              LooksTaken.of(prepared.comparison(), session.assembly(), judge, progress),
              machine.watch());
    });
  }

  private int judge(
      Session session, MeasurementRecord record, Optional<StoredCalibration> calibration)
      throws IOException, InterruptedException {
    RunDirectory directory = session.directory();
    // A copy, so that the verdict follows from this directory alone.
    calibration.ifPresent(stored -> stored.keep(directory.path()));
    Verdict judged = judged(record, calibration);
    directory.writeVerdict(judged, record);
    directory.becomeLatest(installation.out());
    Verdict verdict = asking == Asking.WHY ? explained(session, judged, record) : judged;
    directory.writePage(installation, verdict, record);
    show(verdict, record, directory, shown);
    return ExitCode.of(verdict.verdict());
  }

  /** With its causes, where something got worse; the verdict stands without them. */
  private Verdict explained(Session session, Verdict verdict, MeasurementRecord record)
      throws InterruptedException {
    List<Scenario> worse = CausePass.worse(verdict, record);
    if (worse.isEmpty()) {
      return verdict;
    }
    if (!CausePass.canProfile(session.prepared().arms())) {
      System.err.println("loomwatch: no cause is looked for: " + CausePass.NEEDS_A_JVM);
      return verdict;
    }
    System.err.println(
        "loomwatch: regressed: %s\nloomwatch: measuring again, with profilers, to see why (--no-why leaves this out)"
            .formatted(Headline.of(verdict, record).getFirst()));
    try {
      return new CausePass(session, installation, session.directory())
          .explain(verdict, record, worse);
    } catch (IOException | RuntimeException e) {
      // Of whatever kind: nothing that fails here may take a verdict away.
      System.err.println(
          "loomwatch: no cause could be looked for: %s; ./loomwatch why looks again"
              .formatted(AtomicFile.reason(e)));
      return verdict;
    }
  }

  /** Prints a verdict the way the options ask for. */
  public static void show(
      Verdict verdict, MeasurementRecord record, RunDirectory directory, Shown shown) {
    if (shown.json()) {
      System.out.print(VerdictJson.write(verdict));
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(new Report(verdict, record).terminal(shown.style()));
    lines.add(
        "Everything is in " + directory.shown() + " (record.json, verdict.json, report.md, raw/)");
    directory.shownCauses().ifPresent(page -> lines.add("Why, to look around in: " + page));
    directory.shownPage().ifPresent(page -> lines.add("To look at in a browser: " + page));
    System.out.println(String.join("\n", lines));
  }
}
