package loomwatch.harness.job;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import loomwatch.judge.cause.CauseFinder;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.cause.CauseReport.CauseFindings;
import loomwatch.judge.cause.Suspects;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.arms.BuiltArm;
import loomwatch.measure.blocks.Measurement;
import loomwatch.measure.blocks.ProfiledPass;
import loomwatch.measure.blocks.Progress;
import loomwatch.measure.launch.Recording;
import loomwatch.measure.plan.Plan;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Launch.Arm;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.FoldedStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.NearestName;
import loomwatch.results.Scenario;
import loomwatch.results.Stack.Frame;
import loomwatch.results.files.AtomicFile;

/**
 * Measures base and head once more, with profilers, to see why something got worse. What it
 * measures is told and never judged.
 */
public final class CausePass {
  /** Where recordings and folded stacks go, beside the comparison's other files. */
  private static final String KEPT = "causes";

  /** Said of what {@linkplain #canProfile cannot be profiled}. */
  public static final String NEEDS_A_JVM =
      "causes need a JVM that Loomwatch starts: start must be java and its options, was another"
          + " program or a url";

  private final Session session;
  private final Installation installation;
  private final RunDirectory directory;

  /**
   * A pass in an open session.
   *
   * @param directory of the comparison that was judged
   */
  public CausePass(Session session, Installation installation, RunDirectory directory) {
    this.session = session;
    this.installation = installation;
    this.directory = directory;
  }

  /** No launch could be profiled, so that nothing can be said of causes. */
  public static final class NothingProfiledException extends IOException {
    private static final long serialVersionUID = 1;

    NothingProfiledException(String why) {
      super(why);
    }
  }

  /** Whether all are JVMs that Loomwatch starts: into no other can it look. */
  public static boolean canProfile(List<BuiltArm> arms) {
    return arms.stream().allMatch(arm -> arm.service().isJava());
  }

  /**
   * Where recordings and folded stacks of that comparison go; servers have folders of their own.
   */
  public static Path kept(RunDirectory directory) {
    return directory.path().toAbsolutePath().resolve(KEPT);
  }

  /**
   * The scenarios to look at.
   *
   * @param named by a person; empty for those of which a gating metric got worse, or else all
   * @throws UsageException for one that was not measured
   */
  public static List<Scenario> scenarios(
      Verdict verdict, MeasurementRecord record, List<String> named) {
    List<String> known = record.scenarios().stream().map(Scenario::name).toList();
    for (String name : named) {
      if (!known.contains(name)) {
        throw new UsageException(
            "unknown scenario '%s'; %s".formatted(name, NearestName.suggestion(name, known)));
      }
    }
    if (!named.isEmpty()) {
      return record.scenarios().stream()
          .filter(scenario -> named.contains(scenario.name()))
          .toList();
    }
    List<Scenario> worse = worse(verdict, record);
    return worse.isEmpty() ? record.scenarios() : worse;
  }

  /** The scenarios of which a gating metric got worse, in a comparison of two subjects. */
  static List<Scenario> worse(Verdict verdict, MeasurementRecord record) {
    Verdict.Compared compared = verdict.comparison();
    if (compared == null || compared.sameSubject() || verdict.verdict() != Outcome.REGRESSED) {
      return List.of();
    }
    Set<String> names =
        verdict.metrics().stream()
            .filter(CausePass::isWorse)
            .map(MetricVerdict::scenario)
            .collect(toSet());
    return record.scenarios().stream().filter(scenario -> names.contains(scenario.name())).toList();
  }

  private static boolean isWorse(MetricVerdict line) {
    return line.gate()
        && line.change()
            .flatMap(Change::found)
            .filter(found -> found.verdict() == Outcome.REGRESSED)
            .isPresent();
  }

  /** Measures those scenarios, and writes down what that verdict's changes are due to. */
  public Verdict explain(Verdict verdict, MeasurementRecord record, List<Scenario> scenarios)
      throws IOException, InterruptedException {
    Path kept = Files.createDirectories(kept(directory));
    ProfiledPass.ProfiledLaunches seen = seen(asSent(scenarios), kept);
    if (seen.launches().isEmpty()) {
      throw new NothingProfiledException(
          String.join("\n", seen.remarks().stream().limit(1).toList()));
    }
    fold(seen.launches(), kept);
    CauseFindings found =
        new CauseFinder(
                seen.launches(), verdict, suspects(seen.launches()), session.request().seed())
            .find();
    Verdict explained = verdict.because(found.causes());
    directory.writeVerdict(explained, record);
    directory.writeExplanation(explanation(record, found, seen), seen.launches());
    return explained;
  }

  /** As the session has them: a record leaves out what may be secret. */
  private List<Scenario> asSent(List<Scenario> recorded) {
    return session.request().scenarios().stream()
        .filter(scenario -> recorded.contains(scenario.redacted()))
        .toList();
  }

  private static CauseReport explanation(
      MeasurementRecord record, CauseFindings found, ProfiledPass.ProfiledLaunches seen) {
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
        found.causes(),
        found.totals(),
        found.frames(),
        remarks);
  }

  private ProfiledPass.ProfiledLaunches seen(List<Scenario> scenarios, Path kept)
      throws IOException, InterruptedException {
    Prepared prepared = session.prepared();
    Profile profile = session.request().profile().forCauses().under(prepared.jit());
    Plan.Subjects subjects =
        new Plan.Subjects(scenarios, prepared.subjects().modes(), ArmPair.NAMES, List.of());
    Plan plan = Plan.of(profile, subjects, profile.blocks(), session.request().seed());
    return session.equipped(equipment -> {
      Progress progress =
          session.progress(Measurement.steps(plan), Measurement.expected(plan, equipment.engine()));
      return new ProfiledPass(plan, equipment.recording(Recording.STACKS, kept), progress).run();
    });
  }

  private Suspects suspects(List<LaunchStacks> launches) throws IOException, InterruptedException {
    Map<String, BuiltArm> arms = new LinkedHashMap<>();
    session.prepared().arms().forEach(arm -> arms.put(arm.name(), arm));
    return Differences.between(
        installation.project(),
        Objects.requireNonNull(arms.get(Arm.BASE.label())),
        Objects.requireNonNull(arms.get(Arm.HEAD.label())),
        launches.stream()
            .flatMap(launch -> launch.spent().values().stream())
            .flatMap(stacks -> stacks.keySet().stream())
            .flatMap(stack -> stack.frames().stream())
            .map(Frame::type)
            .collect(toSet()));
  }

  /** One file for each scenario, mode, arm and resource. */
  private static void fold(List<LaunchStacks> launches, Path kept) {
    for (String place : new TreeSet<>(launches.stream().map(CausePass::place).toList())) {
      List<LaunchStacks> these =
          launches.stream().filter(launch -> place(launch).equals(place)).toList();
      for (Resource resource : Resource.values()) {
        String text = FoldedStacks.write(these, resource);
        if (!text.isEmpty()) {
          AtomicFile.write(
              kept.resolve(String.format(Locale.ROOT, "%s-%s.folded", place, resource.label())),
              text);
        }
      }
    }
  }

  private static String place(LaunchStacks launch) {
    return launch.scenario() + "-" + launch.mode().label() + "-" + launch.arm().label();
  }
}
