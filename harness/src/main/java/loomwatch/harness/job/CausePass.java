package loomwatch.harness.job;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.harness.job.OngoingMeasurement.MeasurementSetup;
import loomwatch.judge.cause.CauseFinder;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.cause.CauseReport.CauseFindings;
import loomwatch.judge.cause.CountCauses;
import loomwatch.judge.cause.CountCauses.LaunchCounts;
import loomwatch.judge.cause.Suspects;
import loomwatch.judge.cause.Suspects.SourceFiles;
import loomwatch.judge.cause.Suspects.Upgrade;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.Equipment;
import loomwatch.measure.rounds.ProfiledForks;
import loomwatch.measure.rounds.ProfiledPass;
import loomwatch.measure.rounds.ProfiledPass.ProfiledLaunches;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.ChangedClasses;
import loomwatch.measure.variants.Git.SourceDiff;
import loomwatch.measure.variants.Jdk;
import loomwatch.measure.variants.JmhSuite;
import loomwatch.results.JmhResults;
import loomwatch.results.JmhResults.Benchmark;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.FoldedStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.NearestName;
import loomwatch.results.Scenario;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.Sha256;

/** Profiles base and head to find causes. These measurements are shown but never judged. */
record CausePass(OngoingMeasurement ongoing, Installation installation, RunDirectory directory) {
  private static final int LONGEST_NAME = 120;
  private static final List<String> TOMCAT = List.of("org.apache.", "jakarta.");

  /** Explains why something {@linkplain #canProfile cannot be profiled}. */
  static final String NEEDS_A_JVM =
      "causes need a JVM that Loomwatch starts: start must be java and its options, was another"
          + " program or a url";

  /** No launch could be profiled, so causes are unknown. */
  static final class NothingProfiledException extends IOException {
    private static final long serialVersionUID = 1;

    NothingProfiledException(String why) {
      super(why);
    }
  }

  /** Returns whether Loomwatch starts all of them as JVMs, as it cannot profile others. */
  static boolean canProfile(List<BuiltVariant> variants) {
    return variants.stream().allMatch(variant -> variant.service().isJava());
  }

  /** Returns the folder for recordings and folded stacks. */
  static Path folder(RunDirectory directory) {
    return directory.path().toAbsolutePath().resolve("causes");
  }

  /**
   * What is profiled.
   *
   * @param benchmarks of a team's own, the worst first
   */
  record Profiled(List<Scenario> scenarios, List<String> benchmarks) {
    /** Each takes half a minute, and a change to one class may slow down hundreds. */
    private static final int MOST_BENCHMARKS = 3;

    Profiled {
      scenarios = List.copyOf(scenarios);
      benchmarks = benchmarks.stream().limit(MOST_BENCHMARKS).toList();
    }

    static Profiled of(MeasurementRecord record, Collection<String> names) {
      return new Profiled(
          record.scenarios().stream().filter(scenario -> names.contains(scenario.name())).toList(),
          names.stream().filter(JmhResults::isTeams).distinct().toList());
    }

    /** Returns the benchmarks as somebody would ask for them. */
    Map<String, Benchmark> own() {
      return benchmarks.stream()
          .collect(toMap(Function.identity(), name -> new Benchmark(name, Mode.PLATFORM)));
    }

    /** Returns this without scenarios of servers; benchmarks always run on a JVM. */
    Profiled withoutServers() {
      return new Profiled(List.of(), benchmarks);
    }

    /** Returns whether profiling finds a cause again: counts come from recordings. */
    boolean wouldFind(Cause cause) {
      return cause.resource() != Resource.COUNTS
          && (benchmarks.contains(cause.scenario())
              || scenarios.stream().anyMatch(each -> each.name().equals(cause.scenario())));
    }

    boolean isEmpty() {
      return scenarios.isEmpty() && benchmarks.isEmpty();
    }
  }

  /** Returns the named scenarios, or those with a regressed blocking metric, or else all. */
  static Profiled named(Verdict verdict, MeasurementRecord record, List<String> named) {
    Set<String> known =
        record.launches().stream()
            .map(Launch::scenario)
            .filter(JmhResults::isTeams)
            .collect(toCollection(TreeSet::new));
    record.scenarios().forEach(scenario -> known.add(scenario.name()));
    Set<String> chosen = new LinkedHashSet<>();
    for (String name : named) {
      List<String> these = known.stream().filter(each -> JmhResults.isOf(name, each)).toList();
      if (these.isEmpty()) {
        throw new UsageException(
            "unknown scenario '%s'; %s".formatted(name, NearestName.suggestion(name, known)));
      }
      chosen.addAll(these);
    }
    if (!chosen.isEmpty()) {
      return Profiled.of(record, chosen);
    }
    Profiled worse = worse(verdict, record);
    return worse.isEmpty() ? Profiled.of(record, known) : worse;
  }

  /** Returns the scenarios with a regressed blocking metric, if two variants were compared. */
  static Profiled worse(Verdict verdict, MeasurementRecord record) {
    Verdict.Compared compared = verdict.comparison();
    if (compared == null || compared.sameService() || verdict.verdict() != Outcome.REGRESSED) {
      return Profiled.of(record, List.of());
    }
    return Profiled.of(
        record,
        verdict.metrics().stream()
            .filter(CausePass::isWorse)
            .sorted(Comparator.comparingDouble(CausePass::growth).reversed())
            .map(MetricVerdict::scenario)
            .toList());
  }

  private static double growth(MetricVerdict line) {
    return line.change().flatMap(Change::ratio).map(Size.Ratio::percent).orElse(0.0);
  }

  private static boolean isWorse(MetricVerdict line) {
    return line.gate() && !CountCauses.grew(line) && line.gotWorse();
  }

  /** Profiles them and writes the causes of the changes. */
  Verdict explain(Verdict verdict, MeasurementRecord record, Profiled what)
      throws IOException, InterruptedException {
    Path folder = Files.createDirectories(folder(directory));
    ProfiledLaunches seen = seen(what, folder);
    if (seen.launches().isEmpty()) {
      throw new NothingProfiledException(
          String.join("\n", seen.remarks().stream().limit(1).toList()));
    }
    fold(seen.launches(), folder);
    CauseFindings found =
        new CauseFinder(
                seen.launches(),
                verdict,
                suspects(
                    seen.launches().stream()
                        .flatMap(launch -> launch.spent().values().stream())
                        .flatMap(stacks -> stacks.keySet().stream())),
                ongoing.request().seed())
            .find();
    List<Cause> causes =
        Stream.concat(
                verdict.causes().orElse(List.of()).stream().filter(cause -> !what.wouldFind(cause)),
                found.causes().stream())
            .toList();
    Verdict explained = verdict.because(causes);
    directory.writeVerdict(explained, record);
    directory.writeExplanation(explanation(record, causes, found, seen), seen.launches());
    return explained;
  }

  /** Returns the scenarios of the measurement, as a record omits what may be secret. */
  private List<Scenario> asSent(List<Scenario> recorded) {
    return ongoing.request().scenarios().stream()
        .filter(scenario -> recorded.contains(scenario.redacted()))
        .toList();
  }

  private static CauseReport explanation(
      MeasurementRecord record, List<Cause> causes, CauseFindings found, ProfiledLaunches seen) {
    List<String> remarks = new ArrayList<>(seen.remarks());
    found.totals().stream()
        .filter(total -> !total.canShow())
        .map(total ->
            "%s, %s: %d launches of base and %d of head are too few to show anything; ask again."
                .formatted(
                    total.scenario(),
                    total.mode().label(),
                    total.baseLaunches(),
                    total.headLaunches()))
        .distinct()
        .forEach(remarks::add);
    return new CauseReport(
        CauseReport.SCHEMA,
        record.id(),
        seen.launches().stream().map(LaunchStacks::profiler).distinct().sorted().toList(),
        causes,
        found.totals(),
        found.frames(),
        remarks);
  }

  private ProfiledLaunches seen(Profiled what, Path folder)
      throws IOException, InterruptedException {
    MeasurementSetup setup = ongoing.setup();
    Profile profile = ongoing.request().profile().forCauses().under(setup.jit());
    List<Mode> modes = setup.matrix().modes();
    List<LaunchStacks> launches = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    try (OngoingMeasurement.Instruments instruments = ongoing.new Instruments()) {
      Equipment equipment = instruments.equipment().recording(Recording.STACKS, folder);
      if (!what.scenarios().isEmpty()) {
        Plan plan = plan(profile, asSent(what.scenarios()), modes, List.of());
        new ProfiledPass(plan, equipment, ongoing.progress(plan)).run().into(launches, remarks);
      }
      if (!what.benchmarks().isEmpty()) {
        Map<String, Benchmark> own =
            JmhSuite.common(setup.variants().stream().map(BuiltVariant::suite).toList());
        own.values().removeIf(each -> !what.benchmarks().contains(each.scenario()));
        Profile these = profile.withBenchmarks(own, List.of());
        Plan plan = plan(these, List.of(), modes, VariantBuilder.NAMES);
        new ProfiledForks(
                plan, equipment, ongoing.children(), ongoing.cores(), ongoing.progress(plan))
            .run()
            .into(launches, remarks);
      }
    }
    return new ProfiledLaunches(launches, remarks);
  }

  private Plan plan(
      Profile profile, List<Scenario> scenarios, List<Mode> modes, List<String> jmhVariants) {
    Plan.Matrix matrix = new Plan.Matrix(scenarios, modes, VariantBuilder.NAMES, jmhVariants);
    return Plan.of(profile, matrix, profile.rounds(), ongoing.request().seed());
  }

  /** Adds the places of counts that grew; a larger response has none that a recording shows. */
  Verdict places(Verdict verdict, MeasurementRecord record)
      throws IOException, InterruptedException {
    if (verdict.metrics().stream().noneMatch(CountCauses::grew)) {
      return verdict;
    }
    List<LaunchCounts> counts = CountRecordings.of(directory.raw(), record);
    Suspects suspects =
        suspects(
            counts.stream()
                .flatMap(launch -> launch.times().values().stream())
                .flatMap(parts -> parts.values().stream())
                .flatMap(stacks -> stacks.keySet().stream()));
    List<Cause> causes = new CountCauses(counts, suspects).of(verdict);
    if (causes.isEmpty()) {
      return verdict;
    }
    Verdict explained = verdict.because(causes);
    directory.writeVerdict(explained, record);
    directory.writeCauses(
        new CauseReport(
            CauseReport.SCHEMA, record.id(), List.of(), causes, List.of(), List.of(), List.of()));
    return explained;
  }

  private Suspects suspects(Stream<Stack> stacks) throws IOException, InterruptedException {
    Map<String, BuiltVariant> variants = new LinkedHashMap<>();
    ongoing.setup().variants().forEach(variant -> variants.put(variant.name(), variant));
    return differences(
        installation.project(),
        Objects.requireNonNull(variants.get(Side.BASE.label())),
        Objects.requireNonNull(variants.get(Side.HEAD.label())),
        stacks.flatMap(stack -> stack.frames().stream()).map(Frame::type).collect(toSet()));
  }

  /** Writes one file for each scenario, mode, variant and resource. */
  private static void fold(List<LaunchStacks> launches, Path folder) {
    for (String place : new TreeSet<>(launches.stream().map(CausePass::place).toList())) {
      List<LaunchStacks> these =
          launches.stream().filter(launch -> place(launch).equals(place)).toList();
      for (Resource resource : Resource.values()) {
        String text = FoldedStacks.write(these, resource);
        if (!text.isEmpty()) {
          AtomicFile.write(
              folder.resolve(String.format(Locale.ROOT, "%s-%s.folded", place, resource.label())),
              text);
        }
      }
    }
  }

  /** Returns a file's name; parameters of benchmarks may be long, or hold what it cannot. */
  private static String place(LaunchStacks launch) {
    String scenario = launch.scenario();
    String plain = scenario.replaceAll("[^\\w.=,-]", "_");
    if (!plain.equals(scenario) || plain.length() > LONGEST_NAME) {
      String digest = Sha256.hex(scenario.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
      plain = plain.substring(0, Math.min(LONGEST_NAME, plain.length())) + "-" + digest;
    }
    return "%s-%s-%s".formatted(plain, launch.mode().label(), launch.variant().label());
  }

  /** Returns the differences between two builds that may cause a change. */
  private static Suspects differences(
      Path project, BuiltVariant base, BuiltVariant head, Set<String> types)
      throws IOException, InterruptedException {
    List<String> packages = new ArrayList<>();
    List<Upgrade> upgrades = new ArrayList<>();
    if (!base.tomcat().equals(head.tomcat())) {
      Set<String> changed =
          ChangedClasses.ofTomcat(base.service(), head.service(), tomcats(types)).orElse(Set.of());
      upgrades.add(new Upgrade(TOMCAT, new Cause.Versions(base.tomcat(), head.tomcat()), changed));
    }
    if (!base.jdk().equals(head.jdk())) {
      ChangedClasses.ofJdk(base.jdk(), head.jdk(), types)
          .ifPresent(changed ->
              upgrades.add(new Upgrade(List.of(), versions(base.jdk(), head.jdk()), changed)));
    }
    if (!Objects.equals(base.fault(), head.fault())) {
      packages.add("loomwatch.server.fault.");
    }
    SourceDiff diff = SourceDiff.between(project, base.revision(), head.revision());
    Map<String, List<Suspects.Lines>> touched = new HashMap<>();
    diff.touched()
        .forEach((file, lines) ->
            touched.put(
                file,
                lines.stream()
                    .map(each -> new Suspects.Lines(each.first(), each.last()))
                    .toList()));
    return new Suspects(
        !base.jdk().equals(head.jdk()),
        packages,
        upgrades,
        SourceFiles.among(diff.files()),
        touched);
  }

  private static Set<String> tomcats(Set<String> types) {
    return types.stream()
        .filter(type -> TOMCAT.stream().anyMatch(type::startsWith))
        .collect(Collectors.toSet());
  }

  /** Returns the shortest names that differ. */
  private static Cause.Versions versions(Jdk base, Jdk head) {
    for (Function<Jdk, String> name :
        List.<Function<Jdk, String>>of(Jdk::version, Jdk::runtimeVersion)) {
      if (!name.apply(base).equals(name.apply(head))) {
        return new Cause.Versions(name.apply(base), name.apply(head));
      }
    }
    return new Cause.Versions(base.vendor(), head.vendor());
  }
}
