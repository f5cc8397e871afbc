package loomwatch.harness.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import loomwatch.gate.report.TerminalReport;
import loomwatch.gate.report.VerdictJson;
import loomwatch.gate.thresholds.Thresholds;
import loomwatch.gate.verdict.Judge;
import loomwatch.gate.verdict.Verdict;
import loomwatch.harness.host.CoreLayout;
import loomwatch.harness.host.HostProbe;
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
import loomwatch.results.Host;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.RecordStore;

/** One run from request to exit code. */
final class RunJob {
  private final Installation installation;
  private final RunRequest request;
  private final Thresholds thresholds;
  private final OutputOptions output;

  RunJob(
      Installation installation, RunRequest request, Thresholds thresholds, OutputOptions output) {
    this.installation = installation;
    this.request = request;
    this.thresholds = thresholds;
    this.output = output;
  }

  int run() throws IOException, InterruptedException {
    Instant startedAt = Instant.now();
    String id = RunDirectory.id(startedAt, request.seed());
    Path out = request.out() == null ? installation.out().resolve(id) : request.out();
    try (MeasuringLock lock = MeasuringLock.take(MeasuringLock.ofMachine())) {
      RunDirectory directory = RunDirectory.create(out);
      HostProbe probe = HostProbe.ofThisMachine();
      CoreLayout layout = probe.layout();
      Host host = probe.host(layout);
      Pinning.moveHarnessTo(layout.generator());
      List<Launch> launches = measure(directory, layout);
      MeasurementRecord record =
          new RecordAssembly(installation, request).of(id, startedAt, host, layout, launches);
      directory.writeRecord(record);
      new RecordStore(installation.out().resolve("store")).append(record);
      return judge(directory, record);
    }
  }

  private List<Launch> measure(RunDirectory directory, CoreLayout layout)
      throws IOException, InterruptedException {
    Plan plan =
        Plan.of(
            request.profile(),
            new Plan.Subjects(
                request.scenarios(),
                request.modes(),
                List.of("head"),
                request.jmh() ? Plan.Jmh.INCLUDED : Plan.Jmh.LEFT_OUT),
            request.profile().blocks(),
            request.seed());
    Children children = new Children();
    Thread ending = Thread.ofPlatform().unstarted(() -> stopped(children, directory));
    Runtime.getRuntime().addShutdownHook(ending);
    Polling polling = layout.disjoint() ? Polling.SPIN : Polling.SLEEP;
    try (children;
        LoadEngine engine = request.engine().open(request.jdk(), layout.generator(), polling);
        LoadEngine warmUp = new EmbeddedEngine(request.jdk(), layout.generator(), polling);
        HostControl control =
            HostControl.start(
                children, Path.of(System.getProperty("java.home")), layout.server())) {
      SortedSet<Integer> all = new TreeSet<>(layout.server());
      all.addAll(layout.generator());
      Progress progress = progress(plan, engine, directory);
      Equipment equipment =
          new Equipment(
              new ServerLauncher(children),
              Map.of("head", head(layout, all.size())),
              layout.server(),
              control,
              engine,
              engine.name().equals(warmUp.name()) ? engine : warmUp,
              directory.raw());
      return new Measurement(plan, equipment, children, List.copyOf(all), progress)
          .run(Measurement.Look.NONE);
    } finally {
      forget(ending);
    }
  }

  private Arm head(CoreLayout layout, int jmhCores) {
    return new Arm(
        "head",
        request.jdk(),
        installation.serverClassPath(),
        installation.jmhClassPath(),
        JvmFlags.forServer(layout.server().size()),
        JvmFlags.forJmh(jmhCores),
        request.handicap());
  }

  private Progress progress(Plan plan, LoadEngine engine, RunDirectory directory) {
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

  /** Runs when the harness is told to stop, on a thread of the dying JVM. */
  private static void stopped(Children children, RunDirectory directory) {
    children.close();
    System.err.printf(
        "%nloomwatch: stopped; no verdict. Logs so far: %s. Earlier records are untouched.%n",
        directory.raw());
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyStopping) {
      // The hook is running: it is what ended the measurement.
    }
  }

  private int judge(RunDirectory directory, MeasurementRecord record) throws IOException {
    Verdict verdict = Judge.judge(record, thresholds);
    directory.writeVerdict(verdict, record);
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
    System.out.println(String.join("\n", lines));
  }
}
