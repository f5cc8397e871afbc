package loomwatch.harness.bisect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import loomwatch.harness.job.ArmPair;
import loomwatch.harness.job.ExitCode;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.LookPlan;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.MeasureJob;
import loomwatch.harness.job.MeasuringLock;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.NothingMovedException;
import loomwatch.harness.job.Preflight;
import loomwatch.harness.job.Prepared;
import loomwatch.harness.job.Shown;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.arms.ArmException;
import loomwatch.measure.arms.ArmSpec;
import loomwatch.measure.arms.BuiltArm.BuiltArms;
import loomwatch.measure.arms.Changes;
import loomwatch.measure.blocks.Equipment;
import loomwatch.measure.plan.Profile.Jit;
import loomwatch.measure.subject.SubjectException;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.yaml.BadFileException;

/**
 * Compares commits with the one before them all, each chosen by what the others came to. What was
 * compared is kept, so that the same job goes on where it was stopped.
 */
public final class BisectJob {
  private final Installation installation;
  private final MeasuringRequest request;
  private final Thresholds thresholds;
  private final Shown shown;
  private final Commits commits;
  private final KeptComparisons kept;

  /**
   * How it ended.
   *
   * @param whole what bad came to against good
   * @param findings empty where nothing that was asked for got worse
   */
  public record Ended(Outcome whole, Optional<BisectFindings> findings) {}

  /**
   * A job.
   *
   * @param request of the first comparison; the others measure what is followed alone
   * @param folder that comparisons are kept in
   */
  public BisectJob(
      Installation installation,
      MeasuringRequest request,
      Thresholds thresholds,
      Shown shown,
      Commits commits,
      Path folder) {
    this.installation = installation;
    this.request = request;
    this.thresholds = thresholds;
    this.shown = shown;
    this.commits = commits;
    this.kept = new KeptComparisons(folder, request, commits, thresholds);
  }

  /**
   * Measures until a commit is shown, or no more can be.
   *
   * @param asked the metric that a person would have followed; empty: what is the clearest
   */
  public Ended run(Optional<Metric> asked) throws IOException, InterruptedException {
    installation.hideFromGit();
    try (MeasuringLock lock = MeasuringLock.take(MeasuringLock.ofMachine());
        Machine machine = Machine.here()) {
      kept.read(machine.host(), installation.service().map(file -> file.service().identity()));
      Optional<Verdict> before = kept.whole(commits.bad(), asked);
      if (before.isPresent()) {
        say("bad was compared before: what is kept in %s is used".formatted(kept.folder()));
      }
      Verdict whole =
          before.isPresent()
              ? before.get()
              : measured(machine, commits.bad(), request, looks(), asked);
      Optional<FollowedChange> followed = FollowedChange.in(whole, asked);
      if (followed.isEmpty()) {
        return new Ended(whole.verdict(), Optional.empty());
      }
      Size.SeveralPairs size = followed.get().in(whole).orElseThrow();
      return new Ended(whole.verdict(), Optional.of(found(machine, followed.get(), size)));
    }
  }

  private BisectFindings found(Machine machine, FollowedChange followed, Size.SeveralPairs whole)
      throws IOException, InterruptedException {
    Answers answers = new Answers(commits, followed, whole);
    answers.take(kept.of(followed));
    MeasuringRequest narrow = narrowed(followed);
    LookPlan once = new LookPlan(looks().looks().subList(0, 1));
    OptionalInt next = answers.next();
    while (next.isPresent()) {
      String commit = commits.id(next.getAsInt());
      say("%s; %d comparisons more at most".formatted(commits.named(commit), answers.left()));
      try {
        Verdict verdict = measured(machine, commit, narrow, once, Optional.of(followed.metric()));
        answers.compared(commit, followed.in(verdict));
      } catch (NothingMovedException alike) {
        answers.alike(commit);
      } catch (ArmException | SubjectException | BadFileException broken) {
        answers.skipped(commit, String.valueOf(broken.getMessage()));
      }
      say(commits.named(commit) + " " + answers.told(commit));
      next = answers.next();
    }
    return answers.findings();
  }

  /** Of what is followed alone; what is no scenario is a benchmark. */
  private MeasuringRequest narrowed(FollowedChange followed) {
    List<Scenario> scenarios =
        request.scenarios().stream()
            .filter(scenario -> scenario.name().equals(followed.scenario()))
            .toList();
    return new MeasuringRequest(
        request.profile(),
        scenarios,
        scenarios.isEmpty(),
        request.modes().stream()
            .filter(mode -> scenarios.isEmpty() || JudgedMode.of(mode) == followed.mode())
            .toList(),
        request.engine(),
        request.seed(),
        null);
  }

  private LookPlan looks() {
    return LookPlan.of(request.profile());
  }

  private Verdict measured(
      Machine machine,
      String commit,
      MeasuringRequest what,
      LookPlan looks,
      Optional<Metric> followed)
      throws IOException, InterruptedException {
    Equipment.Beyond beyond =
        Equipment.Beyond.capacityIf(followed.equals(Optional.of(Metric.CAPACITY)));
    new MeasureJob(installation, what, thresholds, shown, MeasureJob.Asking.NOTHING_MORE, beyond)
        .measure(
            machine,
            kept.folder()::resolve,
            (children, progress) -> {
              BuiltArms arms =
                  new ArmPair(installation, children, progress)
                      .built(spec(commits.good()), spec(commit));
              if (Changes.between(arms.base(), arms.head()).none()) {
                throw new NothingMovedException(commit + " is what good is");
              }
              return new Preflight(children, installation.preflight(), progress)
                  .checked(prepared(arms, commit, what, looks), what);
            },
            (session, record) -> {
              kept.add(record);
              return ExitCode.PASS;
            });
    return kept.last();
  }

  private Prepared prepared(BuiltArms arms, String commit, MeasuringRequest what, LookPlan looks) {
    Jit jit = what.profile().comparing().jit();
    return new Prepared(
        List.of(arms.base(), arms.head()),
        what.subjects(ArmPair.NAMES),
        looks.last(),
        jit,
        new Comparison(
            Map.of("base", "ref=" + commits.good(), "head", "ref=" + commit),
            false,
            looks.looks(),
            null,
            List.of()));
  }

  private static ArmSpec spec(String commit) {
    return ArmSpec.parse("--bad", "ref=" + commit);
  }

  private static void say(String text) {
    System.err.println("loomwatch: bisect: " + text);
  }
}
