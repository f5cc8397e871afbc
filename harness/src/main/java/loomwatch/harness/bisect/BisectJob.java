package loomwatch.harness.bisect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.LookPlan;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.job.MeasureJob.NothingMovedException;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.OngoingMeasurement;
import loomwatch.harness.job.OngoingMeasurement.MeasurementSetup;
import loomwatch.harness.job.Preflight.ServerMemory;
import loomwatch.harness.job.VariantBuilder;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.Equipment;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.Changes;
import loomwatch.measure.variants.VariantException;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.results.JmhResults;
import loomwatch.results.JmhResults.Benchmark;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.BadFileException;
import org.jspecify.annotations.Nullable;

/**
 * Compares commits, or versions of a library, with the good one; each choice depends on earlier
 * results. Comparisons are stored, so that the same job continues after an interruption.
 */
public final class BisectJob {
  private static final int HASH_DIGITS = 12;

  private final Installation installation;
  private final MeasuringRequest request;
  private final Thresholds thresholds;
  private final SearchRange range;
  private final Path folder;

  public record BisectResult(Outcome whole, Optional<BisectFindings> findings) {}

  /** Creates a job; without a folder, its comparisons are in the output folder. */
  public BisectJob(
      Installation installation,
      MeasuringRequest request,
      Thresholds thresholds,
      SearchRange range,
      @Nullable Path folder)
      throws IOException {
    this.installation = installation;
    this.request = request;
    this.thresholds = thresholds;
    this.range = range;
    this.folder = folder == null ? usual(installation, range) : folder.toAbsolutePath();
  }

  /** Returns a folder that depends on JDK and service file, as they change what is compared. */
  private static Path usual(Installation installation, SearchRange range) throws IOException {
    Path file = installation.service().orElse(null);
    String how =
        Sha256.hex(
            String.join(
                "\n",
                System.getProperty("java.home"),
                System.getProperty("java.runtime.version"),
                file == null ? "" : Files.readString(file)));
    return installation
        .out()
        .resolve("bisect")
        .resolve(
            Stream.of(range.key(range.good()), range.key(range.bad()), how)
                .map(hash -> hash.substring(0, Math.min(HASH_DIGITS, hash.length())))
                .collect(Collectors.joining("-")));
  }

  /** Measures until a commit is shown, following a metric or else the clearest regression. */
  public BisectResult run(Optional<Metric> metric) throws IOException, InterruptedException {
    installation.hideFromGit();
    try (Machine machine = Machine.here();
        MeasuringLock lock = MeasuringLock.ofMachine()) {
      Comparisons asked = comparisons(machine, metric);
      Optional<Verdict> before = asked.stored.whole(range.bad(), metric);
      if (before.isPresent()) {
        say("bad was compared before: what is kept in %s is used".formatted(folder));
      }
      Verdict whole =
          before.isPresent() ? before.get() : measure(machine, range.bad(), asked, asked.looks);
      Optional<FollowedChange> followed = FollowedChange.in(whole, metric);
      if (followed.isEmpty()) {
        return new BisectResult(whole.verdict(), Optional.empty());
      }
      Size.Levels size = followed.get().in(whole).orElseThrow();
      return new BisectResult(whole.verdict(), Optional.of(search(machine, followed.get(), size)));
    }
  }

  private BisectFindings search(Machine machine, FollowedChange followed, Size.Levels whole)
      throws IOException, InterruptedException {
    Comparisons alike = comparisons(machine, Optional.of(followed.metric()));
    CommitResults results = new CommitResults(range, followed, whole);
    results.take(alike.stored.of(followed));
    Comparisons narrow = alike.asking(narrowed(alike.request, followed));
    LookPlan once = new LookPlan(narrow.looks.looks().subList(0, 1));
    OptionalInt next = results.next();
    while (next.isPresent()) {
      String commit = range.id(next.getAsInt());
      say("%s; %d comparisons more at most".formatted(range.named(commit), results.left()));
      try {
        results.compared(commit, followed.in(measure(machine, commit, narrow, once)));
      } catch (NothingMovedException same) {
        results.alike(commit);
      } catch (VariantException | ServiceException | BadFileException broken) {
        results.skipped(commit, String.valueOf(broken.getMessage()));
      }
      say(range.named(commit) + " " + results.text(commit));
      next = results.next();
    }
    return results.findings();
  }

  /** Restricts a request to the followed change; what is no scenario is a benchmark. */
  private static MeasuringRequest narrowed(MeasuringRequest request, FollowedChange followed) {
    List<Scenario> scenarios =
        request.scenarios().stream()
            .filter(scenario -> scenario.name().equals(followed.scenario()))
            .toList();
    // Counts are exact if the other mode has the same ones in the same round.
    boolean bothModes = scenarios.isEmpty() || request.profile().countsAlone();
    return new MeasuringRequest(
        scenarios.isEmpty() ? narrowed(request.profile(), followed.scenario()) : request.profile(),
        scenarios,
        scenarios.isEmpty(),
        request.modes().stream()
            .filter(mode -> bothModes || JudgedMode.of(mode) == followed.mode())
            .toList(),
        request.generator(),
        request.seed(),
        null);
  }

  private static Profile narrowed(Profile profile, String benchmark) {
    return profile.withBenchmarks(
        JmhResults.isTeams(benchmark)
            ? Map.of(benchmark, new Benchmark(benchmark, Mode.PLATFORM))
            : JmhBenchmarks.of(List.of(benchmark)),
        profile.jmh().options());
  }

  /** What comparisons measure and how they are judged, and those that were stored. */
  private record Comparisons(
      MeasuringRequest request,
      LookPlan looks,
      Thresholds thresholds,
      Equipment.Beyond beyond,
      StoredComparisons stored) {
    Comparisons asking(MeasuringRequest other) {
      return new Comparisons(other, looks, thresholds, beyond, stored);
    }
  }

  /** Returns comparisons that tell a metric, or else all: of an exact count, without any load. */
  private Comparisons comparisons(Machine machine, Optional<Metric> metric) throws IOException {
    boolean counts = metric.filter(Metric::isExact).isPresent();
    MeasuringRequest asked = counts ? request.countingAlone() : request;
    Thresholds limits = counts ? thresholds.ofCounts() : thresholds;
    StoredComparisons stored = new StoredComparisons(folder, asked, range, limits);
    stored.read(machine.host(), installation.spec().map(file -> file.service().identity()));
    return new Comparisons(
        asked,
        counts ? LookPlan.ofCounts() : LookPlan.of(request.profile()),
        limits,
        metric
            .filter(named -> !named.isExact())
            .map(named ->
                named == Metric.CAPACITY ? Equipment.Beyond.CAPACITY : Equipment.Beyond.NOTHING)
            .orElse(Equipment.Beyond.COUNTS),
        stored);
  }

  private Verdict measure(Machine machine, String commit, Comparisons how, LookPlan looks)
      throws IOException, InterruptedException {
    MeasuringRequest what = how.request;
    try (OngoingMeasurement ongoing = OngoingMeasurement.in(folder, what, machine)) {
      BuiltVariants variants =
          new VariantBuilder(installation, ongoing.children(), OngoingMeasurement::say)
              .pair(spec(range.good()), spec(commit));
      if (Changes.between(variants.base(), variants.head()).none()) {
        throw new NothingMovedException(commit + " is what good is");
      }
      List<BuiltVariant> both = List.of(variants.base(), variants.head());
      if (what.profile().countsAlone()
          && !both.stream().allMatch(each -> each.service().isJava())) {
        throw new VariantException(
            "counts need a JVM that Loomwatch starts: start must be java and its options, was"
                + " another program or a url; follow another metric");
      }
      MeasurementSetup setup =
          new MeasurementSetup(
              both,
              what.matrix(VariantBuilder.NAMES),
              looks.last(),
              what.profile().comparing().jit(),
              looks.comparison(
                  range.spec(range.good()), range.spec(commit), false, null, List.of()));
      ServerMemory.require(setup, what);
      ongoing.begin(setup);
      return how.stored.add(ongoing.measure(how.thresholds, Optional.empty(), how.beyond));
    }
  }

  private VariantSpec spec(String commit) {
    return VariantSpec.parse("--bad", range.spec(commit));
  }

  private static void say(String text) {
    OngoingMeasurement.say("bisect: " + text);
  }
}
