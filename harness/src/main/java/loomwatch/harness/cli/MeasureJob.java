package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import loomwatch.gate.report.TerminalReport;
import loomwatch.gate.report.VerdictJson;
import loomwatch.gate.thresholds.Thresholds;
import loomwatch.gate.verdict.Judge;
import loomwatch.gate.verdict.Verdict;
import loomwatch.harness.arms.BuiltArm;
import loomwatch.harness.host.CoreLayout;
import loomwatch.harness.host.HostWatch;
import loomwatch.harness.launch.Children;
import loomwatch.harness.launch.HostControl;
import loomwatch.harness.launch.JvmFlags;
import loomwatch.harness.launch.Pinning;
import loomwatch.harness.launch.ServerLauncher;
import loomwatch.harness.measure.Arm;
import loomwatch.harness.measure.Equipment;
import loomwatch.harness.measure.Measurement;
import loomwatch.harness.measure.Progress;
import loomwatch.harness.plan.Plan;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.embedded.EmbeddedEngine;
import loomwatch.loadgen.embedded.Polling;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.RecordStore;

/** One measurement from request to exit code. */
final class MeasureJob {
  private static final Path OWN_JDK = Path.of(System.getProperty("java.home"));

  private final Installation installation;
  private final MeasuringRequest request;
  private final Thresholds thresholds;
  private final OutputOptions output;

  MeasureJob(
      Installation installation,
      MeasuringRequest request,
      Thresholds thresholds,
      OutputOptions output) {
    this.installation = installation;
    this.request = request;
    this.thresholds = thresholds;
    this.output = output;
  }

  /** What becomes of a record. */
  interface Ending {
    /** Judges it, and returns the exit code. */
    int end(RunDirectory directory, MeasurementRecord record)
        throws IOException, InterruptedException;
  }

  /**
   * Measures, keeps the record in the store, judges and shows it.
   *
   * @param calibration of this host, if there is one
   */
  int run(Prepared.Preparation preparation, Optional<StoredCalibration> calibration)
      throws IOException, InterruptedException {
    try (MeasuringLock lock = MeasuringLock.take(MeasuringLock.ofMachine());
        Machine machine = Machine.here()) {
      return measure(
          machine,
          id -> request.out() == null ? installation.out().resolve(id) : request.out(),
          preparation,
          (directory, record) -> {
            new RecordStore(installation.out().resolve("store")).append(record);
            return judge(directory, record, calibration);
          });
    }
  }

  /**
   * Measures and leaves the record to its ending. The caller holds the lock.
   *
   * @param place the output directory, by the record's id
   */
  int measure(
      Machine machine,
      Function<String, Path> place,
      Prepared.Preparation preparation,
      Ending ending)
      throws IOException, InterruptedException {
    Instant startedAt = Instant.now();
    String id = RunDirectory.id(startedAt, request.seed());
    try (Children children = new Children()) {
      RunDirectory directory = RunDirectory.create(place.apply(id));
      Thread hook = Thread.ofPlatform().unstarted(() -> stopped(children, directory));
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        Prepared prepared =
            preparation.prepare(children, line -> System.err.println("loomwatch: " + line));
        CoreLayout layout = machine.layout();
        RecordAssembly assembly =
            new RecordAssembly(id, startedAt, request, prepared, machine.host(), layout);
        Pinning.moveHarnessTo(layout.generator());
        List<Launch> launches =
            new Session(children, directory, prepared, assembly, layout).measure(machine.watch());
        awaitEndIfStopped(children);
        MeasurementRecord record = assembly.of(launches);
        directory.writeRecord(record);
        return ending.end(directory, record);
      } finally {
        forget(hook);
        directory.removeIfEmpty();
      }
    }
  }

  /** The measuring itself. */
  private final class Session {
    private final Children children;
    private final RunDirectory directory;
    private final Prepared prepared;
    private final RecordAssembly assembly;
    private final CoreLayout layout;

    Session(
        Children children,
        RunDirectory directory,
        Prepared prepared,
        RecordAssembly assembly,
        CoreLayout layout) {
      this.children = children;
      this.directory = directory;
      this.prepared = prepared;
      this.assembly = assembly;
      this.layout = layout;
    }

    List<Launch> measure(HostWatch host) throws IOException, InterruptedException {
      Plan plan =
          Plan.of(request.profile(), prepared.subjects(), prepared.rounds(), request.seed());
      Polling polling = layout.disjoint() ? Polling.SPIN : Polling.SLEEP;
      SortedSet<Integer> all = new TreeSet<>(layout.server());
      all.addAll(layout.generator());
      try (LoadEngine engine =
              request.engine().open(OWN_JDK, layout.generator(), polling, directory.raw());
          LoadEngine warmUp = new EmbeddedEngine(OWN_JDK, layout.generator(), polling);
          HostControl control = HostControl.start(children, OWN_JDK, layout.server())) {
        Progress progress = progress(plan, engine);
        Equipment equipment =
            new Equipment(
                new ServerLauncher(children),
                arms(all.size()),
                layout.server(),
                control,
                engine,
                engine.name().equals(warmUp.name()) ? engine : warmUp,
                directory.raw());
        return new Measurement(plan, equipment, children, List.copyOf(all), progress)
            .run(LooksTaken.of(prepared.comparison(), assembly, thresholds, progress), host);
      }
    }

    private Map<String, Arm> arms(int jmhCores) {
      return prepared.arms().stream()
          .collect(Collectors.toMap(BuiltArm::name, built -> arm(built, jmhCores)));
    }

    private Arm arm(BuiltArm built, int jmhCores) {
      return new Arm(
          built.name(),
          built.jdk().home(),
          built.serverClassPath(),
          built.jmhClassPath(),
          assembly.serverFlags(built),
          JvmFlags.with(
              JvmFlags.forJmh(jmhCores, assembly.request().profile().heap()),
              built.extraJvmFlags()),
          built.handicap());
    }

    private Progress progress(Plan plan, LoadEngine engine) {
      Progress.Style style =
          "terminal".equals(System.getProperty("loomwatch.progress"))
              ? Progress.Style.TERMINAL
              : Progress.Style.LOG;
      Progress progress =
          new Progress(
              System.err, style, Measurement.steps(plan), Measurement.expected(plan, engine));
      progress.note(
          "loomwatch: profile %s, engine %s, output %s"
              .formatted(request.profile(), request.engine().label(), directory.shown()));
      return progress;
    }
  }

  /** Runs when the harness is told to stop, on a thread of the dying JVM. */
  private static void stopped(Children children, RunDirectory directory) {
    children.close();
    System.err.printf(
        "%nloomwatch: stopped; no verdict. Logs so far: %s. Earlier records are untouched.%n",
        directory.raw());
  }

  /** What is measured with its processes killed is no record: the JVM's end is near. */
  private static void awaitEndIfStopped(Children children) throws InterruptedException {
    if (children.closed()) {
      Thread.currentThread().join();
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyStopping) {
      // The hook is running: it is what ended the measurement.
    }
  }

  private int judge(
      RunDirectory directory, MeasurementRecord record, Optional<StoredCalibration> calibration)
      throws IOException, InterruptedException {
    // A copy, so that the verdict follows from this directory alone.
    calibration.ifPresent(stored -> stored.keep(directory.path()));
    Verdict verdict =
        Judge.judge(record, thresholds, StoredCalibration.floors(calibration, record));
    directory.writeVerdict(verdict, record);
    directory.writePage(installation, verdict, record);
    directory.becomeLatest(installation.out());
    show(verdict, record, directory, output);
    return ExitCode.of(verdict.verdict());
  }

  /** Prints a verdict the way the options ask for. */
  static void show(
      Verdict verdict, MeasurementRecord record, RunDirectory directory, OutputOptions output) {
    if (output.json()) {
      System.out.print(VerdictJson.write(verdict));
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(TerminalReport.render(verdict, record, output.style()));
    lines.add(
        "Everything is in " + directory.shown() + " (record.json, verdict.json, report.md, raw/)");
    directory.shownPage().ifPresent(page -> lines.add("To look at in a browser: " + page));
    System.out.println(String.join("\n", lines));
  }
}
