package loomwatch.harness.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.loadgen.LoadGenerator;
import loomwatch.loadgen.embedded.EmbeddedGenerator;
import loomwatch.loadgen.embedded.EmbeddedGenerator.Polling;
import loomwatch.measure.host.CoreLayout;
import loomwatch.measure.host.CpuClock;
import loomwatch.measure.launch.Children;
import loomwatch.measure.launch.CpuAffinity;
import loomwatch.measure.launch.JvmFlags;
import loomwatch.measure.launch.QuietHost;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.launch.RequestCheck;
import loomwatch.measure.launch.ServerLauncher;
import loomwatch.measure.launch.ServiceEnvironment;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.rounds.Equipment;
import loomwatch.measure.rounds.Equipment.VariantStart;
import loomwatch.measure.rounds.Equipment.WarmUpGenerators;
import loomwatch.measure.rounds.Measurement;
import loomwatch.measure.rounds.Measurement.Measured;
import loomwatch.measure.rounds.Progress;
import loomwatch.measure.rounds.TimingPass;
import loomwatch.measure.service.ServiceSpec;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.ChangedMethods;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Side;
import loomwatch.results.LoadResult;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Variant;
import loomwatch.results.files.AtomicFile;
import org.jspecify.annotations.Nullable;

/**
 * A measurement in progress: its output directory, its processes, its builds, and its record.
 *
 * <p>The caller opens the {@link Machine}, takes its lock, opens one, builds, {@linkplain #begin
 * begins}, and {@linkplain #measure measures}. Until it begins, builds may use all CPUs; from then
 * on the harness is pinned to those of the load generator.
 *
 * <p>However it ends, its processes end too: a shutdown hook ends them and reports what is left.
 * The measuring thread then waits for the end of the JVM, as results of killed servers are invalid.
 * Files are written whole or not at all, so an interrupted one leaves a record or none.
 */
public final class OngoingMeasurement implements AutoCloseable {
  private static final Path OWN_JDK = Path.of(System.getProperty("java.home"));

  private final Instant startedAt = Instant.now();
  private final MeasuringRequest request;
  private final Machine machine;
  private final String id;
  private final RunDirectory directory;
  private final Children children = new Children();
  private final Thread hook = Thread.ofPlatform().unstarted(this::stopped);
  private @Nullable MeasurementSetup setup;
  private @Nullable UnfinishedRun earlier;

  private OngoingMeasurement(
      MeasuringRequest request, Machine machine, Optional<Path> parent, Path directory) {
    RequestCheck.requireVariables(request.scenarios());
    this.request = request;
    this.machine = machine;
    id = RunDirectory.id(startedAt, request.seed());
    this.directory =
        RunDirectory.create(parent.map(folder -> folder.resolve(id)).orElse(directory));
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Opens one with a directory in that folder, named by its id. */
  public static OngoingMeasurement in(Path folder, MeasuringRequest request, Machine machine) {
    return new OngoingMeasurement(request, machine, Optional.of(folder), folder);
  }

  /** Opens one with that directory. */
  public static OngoingMeasurement at(Path directory, MeasuringRequest request, Machine machine) {
    return new OngoingMeasurement(request, machine, Optional.empty(), directory);
  }

  /**
   * The measurement to run, with everything built.
   *
   * @param rounds at most; at least 1
   * @param jit of every server's JVM
   * @param comparison of the variants, or null
   */
  public record MeasurementSetup(
      List<BuiltVariant> variants,
      Plan.Matrix matrix,
      int rounds,
      Jit jit,
      @Nullable Comparison comparison) {
    /**
     * The fault of the other variants where one has a fault: a servlet filter injects it, and the
     * first filter has a cost of its own, such as a tenth of the bytes of hello.
     */
    private static final String NEXT_TO_NOTHING = "cpu:1ns";

    public MeasurementSetup {
      variants = List.copyOf(variants);
    }

    /** Returns flags for all servers, which follow the default flags and precede the variant's. */
    private List<String> serverFlags() {
      return switch (jit) {
        case DETERMINISTIC -> JvmFlags.DETERMINISTIC_JIT;
        case C1 -> JvmFlags.C1_ALONE;
        case USUAL -> List.of();
      };
    }

    /** Returns the fault with which that variant's servers are started; null for none. */
    @Nullable String injected(BuiltVariant variant) {
      boolean any = variants.stream().anyMatch(each -> each.fault() != null);
      return variant.fault() == null && any ? NEXT_TO_NOTHING : variant.fault();
    }
  }

  /** Sets what will be measured, and pins the harness to the load generator's CPUs. */
  public void begin(MeasurementSetup built) throws IOException, InterruptedException {
    setup = built;
    CpuAffinity.moveHarnessTo(layout().generator());
  }

  /** Continues after the finished rounds of the newest run of the same that was stopped, if any. */
  public void continueUnfinished() throws IOException {
    Path folder = Objects.requireNonNull(directory.path().getParent());
    Optional<UnfinishedRun> found =
        UnfinishedRun.in(folder, record(new Measured(List.of(), List.of())), benchmarks());
    if (found.isPresent()) {
      UnfinishedRun run = found.get();
      say(
          "going on after %d of %d rounds that %s left; delete that folder to begin again"
              .formatted(run.rounds(), setup().rounds(), run.file().getParent()));
      earlier = run;
    }
  }

  private Set<String> benchmarks() {
    MeasurementSetup built = setup();
    return built.matrix().jmhVariants().isEmpty()
        ? Set.of()
        : request.of(built.variants()).profile().jmh().benchmarks().values().stream()
            .map(JmhResults.Benchmark::scenario)
            .collect(Collectors.toSet());
  }

  /** Measures and writes the record; a comparison ends once an interim analysis decides. */
  public MeasurementRecord measure(
      Thresholds thresholds, Optional<StoredCalibration> calibration, Equipment.Beyond beyond)
      throws IOException, InterruptedException {
    MeasurementSetup built = setup();
    Plan plan =
        Plan.of(
            request.of(built.variants()).profile().under(built.jit()),
            built.matrix(),
            built.rounds(),
            seed());
    Measured measured;
    try (Instruments instruments = new Instruments()) {
      Equipment equipment =
          instruments.equipment().measuring(beyond).timing(changed(built, beyond));
      Progress progress = progress(plan);
      Comparison comparison = built.comparison();
      Measurement.Look look =
          comparison == null
              ? Measurement.Look.NONE
              : new LookPlan.InterimAnalysis(
                  comparison,
                  this,
                  thresholds,
                  calibration,
                  beyond == Equipment.Beyond.COUNTS,
                  progress);
      measured =
          new Measurement(plan, equipment, children, cores(), progress)
              .checking(requestCheck(built))
              .continuing(earlier == null ? List.of() : earlier.launches())
              .run(new KeptRounds(look), machine.watch());
    }
    MeasurementRecord record = record(measured);
    directory.writeRecord(record);
    UnfinishedRun.remove(directory.path());
    return record;
  }

  /** Returns the methods that base and head both have, with other bytecode, if they are few. */
  private List<String> changed(MeasurementSetup built, Equipment.Beyond beyond) {
    if (built.comparison() == null
        || beyond == Equipment.Beyond.NOTHING
        || request.of(built.variants()).profile().countsAlone()) {
      return List.of();
    }
    try {
      List<String> changed =
          ChangedMethods.between(
              service(built, Side.BASE), service(built, Side.HEAD), TimingPass.MOST_METHODS);
      if (changed.size() <= TimingPass.MOST_METHODS) {
        return changed;
      }
      say("more than %d methods changed, too many to time each".formatted(TimingPass.MOST_METHODS));
    } catch (IOException e) {
      say("changed methods are not timed, as classes cannot be read: " + AtomicFile.reason(e));
    }
    return List.of();
  }

  private static ServiceSpec service(MeasurementSetup built, Side side) {
    return built.variants().stream()
        .filter(variant -> variant.name().equals(side.label()))
        .findFirst()
        .orElseThrow()
        .service();
  }

  private long seed() {
    return earlier == null ? request.seed() : earlier.record().seed();
  }

  /** Keeps the finished rounds on disk, then looks. */
  private final class KeptRounds implements Measurement.Look {
    private final Measurement.Look look;

    private KeptRounds(Measurement.Look look) {
      this.look = look;
    }

    @Override
    public boolean enough(int round, List<Launch> launches) {
      if (round < setup().rounds() && !children.closed()) {
        UnfinishedRun.write(directory.path(), record(new Measured(launches, List.of())));
      }
      return look.enough(round, launches);
    }

    @Override
    public int mayStopAfter(int round, int last) {
      return look.mayStopAfter(round, last);
    }
  }

  /** The server that ships answers what it is asked. */
  private static RequestCheck requestCheck(MeasurementSetup built) {
    return built.variants().getFirst().isShippedServer()
        ? RequestCheck.NONE
        : new RequestCheck(built.matrix().scenarios());
  }

  /** The running load generators and the control work. */
  public final class Instruments implements AutoCloseable {
    private final QuietHost host;
    private final LoadGenerator generator;
    private final LoadGenerator own;
    private final WarmUpGenerators warmUps;

    public Instruments() throws IOException, InterruptedException {
      CoreLayout layout = layout();
      Polling polling = layout.disjoint() ? Polling.SPIN : Polling.SLEEP;
      host = QuietHost.start(children, OWN_JDK, layout.server(), layout.generator());
      generator = request.generator().open(OWN_JDK, layout.generator(), polling, directory.raw());
      own = new EmbeddedGenerator(OWN_JDK, layout.generator(), polling);
      // One for each CPU; unused ones are never started.
      warmUps =
          new WarmUpGenerators(
              cores().stream()
                  .<LoadGenerator>map(any -> new EmbeddedGenerator(OWN_JDK, cores(), Polling.SLEEP))
                  .toList());
    }

    public Equipment equipment() {
      return new Equipment(
          new ServerLauncher(children, OngoingMeasurement::say),
          setup().variants().stream()
              .collect(Collectors.toMap(BuiltVariant::name, OngoingMeasurement.this::start)),
          cores(),
          layout().server(),
          layout().services(),
          host,
          generator,
          own,
          warmUps,
          directory.raw(),
          Recording.VITALS,
          Equipment.Beyond.NOTHING,
          List.of());
    }

    /** Ends the processes; never returns once the harness is to stop. */
    @Override
    public void close() throws IOException {
      try (generator;
          own;
          warmUps;
          host) {
        // Resources are closed in reverse order.
      }
      if (children.closed()) {
        awaitEnd();
      }
    }

    private static void awaitEnd() {
      try {
        Thread.currentThread().join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Starts a progress report with the profile, the generator and the output directory. */
  public Progress progress(Plan plan) {
    Progress.Style style =
        "terminal".equals(System.getProperty("loomwatch.progress"))
            ? Progress.Style.TERMINAL
            : Progress.Style.LOG;
    Progress progress =
        new Progress(
            System.err,
            style,
            children::closed,
            Measurement.steps(plan),
            Integer.getInteger("loomwatch.columns", Integer.MAX_VALUE));
    progress.note(
        "loomwatch: profile %s, generator %s, output %s"
            .formatted(request.profile(), request.generator().label(), directory.shown()));
    return progress;
  }

  public static void say(String line) {
    System.err.println("loomwatch: " + line);
  }

  public MeasuringRequest request() {
    return request;
  }

  public Machine machine() {
    return machine;
  }

  public String id() {
    return id;
  }

  public Instant startedAt() {
    return startedAt;
  }

  public Children children() {
    return children;
  }

  public RunDirectory directory() {
    return directory;
  }

  public MeasurementSetup setup() {
    return Objects.requireNonNull(setup, "the measurement must have begun");
  }

  private CoreLayout layout() {
    return machine.layout();
  }

  /** Returns the CPUs of server and generator, for what runs while neither does. */
  public List<Integer> cores() {
    SortedSet<Integer> all = new TreeSet<>(layout().server());
    all.addAll(layout().generator());
    return List.copyOf(all);
  }

  private VariantStart start(BuiltVariant built) {
    String fault = setup().injected(built);
    ServiceSpec service = JvmFlags.over(built.service(), built.extraJvmFlags());
    return new VariantStart(
        built.name(),
        built.jdk().home(),
        fault == null ? service : service.plus(List.of("--fault", fault)),
        built.suite().classPath(),
        serverFlags(built),
        built.suite().isOwn()
            ? built.extraJvmFlags()
            : JvmFlags.with(
                JvmFlags.forJmh(cores().size(), request.profile().heap()), built.extraJvmFlags()));
  }

  /** Returns Loomwatch's flags, overridden by the service's, overridden by the variant's. */
  private List<String> serverFlags(BuiltVariant variant) {
    List<String> ours =
        new ArrayList<>(JvmFlags.forServer(layout().server().size(), request.profile().heap()));
    ours.addAll(setup().serverFlags());
    return JvmFlags.with(
        JvmFlags.with(ours, variant.service().jvmFlags()), variant.extraJvmFlags());
  }

  public Map<String, Variant> variants() {
    Map<String, Variant> variants = new TreeMap<>();
    setup()
        .variants()
        .forEach(variant -> variants.put(variant.name(), variant.variant(serverFlags(variant))));
    return variants;
  }

  /** Returns the record of all results so far. */
  MeasurementRecord record(Measured measured) {
    List<Launch> launches = measured.launches();
    Map<String, Variant> variants = variants();
    Host host = machine.host();
    String generatorVersion =
        launches.stream()
            .map(Launch::load)
            .filter(Objects::nonNull)
            .map(LoadResult::generatorVersion)
            .findFirst()
            .orElse("unused");
    return new MeasurementRecord(
        MeasurementRecord.SCHEMA,
        id,
        startedAt,
        request.profile().name(),
        seed(),
        request.generator().label(),
        host,
        variants,
        Fingerprint.of(host, variants, request.generator().label(), generatorVersion),
        setup().matrix().scenarios(),
        launches,
        Stream.concat(warnings().stream(), measured.warnings().stream()).toList(),
        setup().comparison());
  }

  /** Returns the doubts that follow from the assignment of CPUs. */
  public List<String> doubtsOfPlaces() {
    boolean needy =
        setup().variants().stream().anyMatch(variant -> !variant.service().services().isEmpty());
    return needy
        ? Stream.concat(layout().doubts().stream(), layout().doubtsOfBackingServices().stream())
            .toList()
        : layout().doubts();
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>(doubtsOfPlaces());
    warnings.addAll(CpuClock.doubts());
    boolean compared = setup().comparison() != null;
    ServiceSpec service = setup().variants().getFirst().service();
    List<String> chosen = JvmFlags.choosing(service.jvmFlags());
    if (!chosen.isEmpty()) {
      warnings.add(
          "heap or collector are those that start chooses, not Loomwatch's own: "
              + String.join(" ", chosen));
    }
    String inherited =
        ServiceEnvironment.reported(service).entrySet().stream()
            .map(variable -> variable.getKey() + "=" + variable.getValue())
            .collect(Collectors.joining(", "));
    if (!inherited.isEmpty()) {
      warnings.add("servers and builds have more from the environment: " + inherited);
    }
    for (BuiltVariant variant : setup().variants()) {
      if (variant.fault() != null) {
        String server = compared ? variant.name() + "'s server" : "the server";
        String others =
            compared ? "; without it a server has the same filter, with next to none" : "";
        warnings.add(server + " carries the fault " + variant.fault() + " on purpose" + others);
      }
    }
    return warnings;
  }

  /** Runs as a shutdown hook. */
  private void stopped() {
    children.close();
    if (directory.judged()) {
      System.err.printf(
          "%nloomwatch: stopped; record and verdict are in %s, without causes.%n",
          directory.shown());
    } else {
      System.err.printf(
          "%nloomwatch: stopped; no verdict. %sLogs so far: %s. Earlier records are untouched.%n",
          UnfinishedRun.isIn(directory.path())
              ? "Finished rounds are kept: the same command goes on after them. "
              : "",
          directory.raw());
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyStopping) {
      // The hook is running, and has ended the measurement.
    }
    try {
      directory.removeIfEmpty();
    } finally {
      children.close();
    }
  }
}
