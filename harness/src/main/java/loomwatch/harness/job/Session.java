package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import loomwatch.loadgen.LoadEngine;
import loomwatch.loadgen.embedded.EmbeddedEngine;
import loomwatch.loadgen.embedded.EmbeddedEngine.Polling;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.blocks.Equipment;
import loomwatch.measure.blocks.Equipment.ArmStart;
import loomwatch.measure.blocks.Equipment.WarmUpEngines;
import loomwatch.measure.blocks.Progress;
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.CpuAffinity;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.subject.ServiceSpec;

/**
 * Everything that measuring needs, while it is up: the output directory, what was built, and the
 * processes, which end with it however it ends.
 *
 * @param request what was asked for
 * @param children every process of it
 * @param directory where its files go
 * @param prepared what is measured
 * @param assembly makes the record
 * @param layout which CPUs serve what
 */
public record Session(
    MeasuringRequest request,
    Children children,
    RunDirectory directory,
    Prepared prepared,
    RecordAssembly assembly,
    CoreLayout layout) {
  private static final Path OWN_JDK = Path.of(System.getProperty("java.home"));

  /** What is done in a session. */
  public interface Use {
    /** Does it, and returns the exit code. */
    int in(Session session) throws IOException, InterruptedException;
  }

  /**
   * What is done with load engine and control.
   *
   * @param <T> what comes of it
   */
  public interface Work<T> {
    /** Does it. */
    T with(Equipment equipment) throws IOException, InterruptedException;
  }

  /**
   * Opens one, and closes it after use. The caller holds the lock.
   *
   * @param place the output directory, by the session's id
   */
  public static int open(
      MeasuringRequest request,
      Machine machine,
      Function<String, Path> place,
      Prepared.Preparation preparation,
      Use use)
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
        CpuAffinity.moveHarnessTo(layout.generator());
        return use.in(new Session(request, children, directory, prepared, assembly, layout));
      } finally {
        forget(hook);
        directory.removeIfEmpty();
      }
    }
  }

  /**
   * Does the work with engines and control, and ends them. What was done with its processes killed
   * is not returned: the JVM's end is near then.
   */
  public <T> T equipped(Work<T> work) throws IOException, InterruptedException {
    Polling polling = layout.disjoint() ? Polling.SPIN : Polling.SLEEP;
    T done;
    try (LoadEngine engine =
            request.engine().open(OWN_JDK, layout.generator(), polling, directory.raw());
        LoadEngine own = new EmbeddedEngine(OWN_JDK, layout.generator(), polling);
        WarmUpEngines warmUps = warmUpEngines();
        QuietHost host = QuietHost.start(children, OWN_JDK, layout.server(), layout.generator())) {
      done =
          work.with(
              new Equipment(
                  new ServerLauncher(children, line -> System.err.println("loomwatch: " + line)),
                  arms(),
                  cores(),
                  layout.server(),
                  layout.needs(),
                  host,
                  engine,
                  own,
                  warmUps,
                  directory.raw(),
                  Recording.VITALS,
                  Equipment.Beyond.NOTHING));
    }
    awaitEndIfStopped();
    return done;
  }

  /** One for each CPU; those that are not needed are never started. */
  private WarmUpEngines warmUpEngines() {
    return new WarmUpEngines(
        cores().stream()
            .<LoadEngine>map(any -> new EmbeddedEngine(OWN_JDK, cores(), Polling.SLEEP))
            .toList());
  }

  /** The CPUs of server and generator, for what runs while neither does. */
  public List<Integer> cores() {
    SortedSet<Integer> all = new TreeSet<>(layout.server());
    all.addAll(layout.generator());
    return List.copyOf(all);
  }

  /** Tells how far it is, beginning with what it is. */
  public Progress progress(int steps, Duration expected) {
    Progress.Style style =
        "terminal".equals(System.getProperty("loomwatch.progress"))
            ? Progress.Style.TERMINAL
            : Progress.Style.LOG;
    int columns = Integer.getInteger("loomwatch.columns", Integer.MAX_VALUE);
    Progress progress = new Progress(System.err, style, children::closed, steps, expected, columns);
    progress.note(
        "loomwatch: profile %s, engine %s, output %s"
            .formatted(request.profile(), request.engine().label(), directory.shown()));
    return progress;
  }

  private Map<String, ArmStart> arms() {
    return prepared.arms().stream().collect(Collectors.toMap(BuiltArm::name, this::arm));
  }

  private ArmStart arm(BuiltArm built) {
    String handicap = prepared.injected(built);
    ServiceSpec service = JvmFlags.over(built.service(), built.extraJvmFlags());
    return new ArmStart(
        built.name(),
        built.jdk().home(),
        handicap == null ? service : service.plus(List.of("--handicap", handicap)),
        built.jmhClassPath(),
        assembly.serverFlags(built),
        JvmFlags.with(
            JvmFlags.forJmh(cores().size(), request.profile().heap()), built.extraJvmFlags()));
  }

  /** Runs when the harness is told to stop, on a thread of the dying JVM. */
  private static void stopped(Children children, RunDirectory directory) {
    children.close();
    if (directory.judged()) {
      System.err.printf(
          "%nloomwatch: stopped; record and verdict are in %s, without causes.%n",
          directory.shown());
    } else {
      System.err.printf(
          "%nloomwatch: stopped; no verdict. Logs so far: %s. Earlier records are untouched.%n",
          directory.raw());
    }
  }

  private void awaitEndIfStopped() throws InterruptedException {
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
}
