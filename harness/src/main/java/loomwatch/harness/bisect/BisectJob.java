package loomwatch.harness.bisect;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.Installation;
import loomwatch.harness.job.LookPlan;
import loomwatch.harness.job.Machine;
import loomwatch.harness.job.Machine.MeasuringLock;
import loomwatch.harness.job.MeasureJob.NothingMovedException;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.harness.job.OngoingMeasurement;
import loomwatch.harness.job.OngoingMeasurement.MeasurementSetup;
import loomwatch.harness.job.Preflight.ServerMemory;
import loomwatch.harness.job.UsageException;
import loomwatch.harness.job.VariantBuilder;
import loomwatch.judge.bisect.BisectFindings;
import loomwatch.judge.bisect.BisectFindings.CommitResult;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.bisect.Bisection;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.JmhBenchmarks;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.Equipment;
import loomwatch.measure.service.ServiceException;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.Changes;
import loomwatch.measure.variants.Git;
import loomwatch.measure.variants.VariantException;
import loomwatch.measure.variants.VariantSpec;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import loomwatch.results.files.Sha256;
import loomwatch.results.yaml.BadFileException;
import org.jspecify.annotations.Nullable;

/**
 * Compares commits with the good one; each choice depends on earlier results. Comparisons are
 * stored, so that the same job continues after an interruption.
 */
public final class BisectJob {
  private static final int HASH_DIGITS = 12;

  private final Installation installation;
  private final MeasuringRequest request;
  private final Thresholds thresholds;
  private final CommitRange commits;
  private final StoredComparisons stored;

  public record BisectResult(Outcome whole, Optional<BisectFindings> findings) {}

  /** Creates a job; without a folder, its comparisons are in the output folder. */
  public BisectJob(
      Installation installation,
      MeasuringRequest request,
      Thresholds thresholds,
      CommitRange commits,
      @Nullable Path folder)
      throws IOException {
    this.installation = installation;
    this.request = request;
    this.thresholds = thresholds;
    this.commits = commits;
    Path kept = folder == null ? usual(installation, commits) : folder.toAbsolutePath();
    stored = new StoredComparisons(kept, request, commits, thresholds);
  }

  /** Returns a folder that depends on JDK and service file, as they change what is compared. */
  private static Path usual(Installation installation, CommitRange commits) throws IOException {
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
            Stream.of(commits.good(), commits.bad(), how)
                .map(hash -> hash.substring(0, Math.min(HASH_DIGITS, hash.length())))
                .collect(Collectors.joining("-")));
  }

  /** Measures until a commit is shown, following a metric or else the clearest regression. */
  public BisectResult run(Optional<Metric> metric) throws IOException, InterruptedException {
    installation.hideFromGit();
    try (Machine machine = Machine.here();
        MeasuringLock lock = MeasuringLock.ofMachine()) {
      stored.read(machine.host(), installation.spec().map(file -> file.service().identity()));
      Optional<Verdict> before = stored.whole(commits.bad(), metric);
      if (before.isPresent()) {
        say("bad was compared before: what is kept in %s is used".formatted(stored.folder()));
      }
      Verdict whole =
          before.isPresent()
              ? before.get()
              : measure(machine, commits.bad(), request, looks(), metric);
      Optional<FollowedChange> followed = FollowedChange.in(whole, metric);
      if (followed.isEmpty()) {
        return new BisectResult(whole.verdict(), Optional.empty());
      }
      Size.SeveralPairs size = followed.get().in(whole).orElseThrow();
      return new BisectResult(whole.verdict(), Optional.of(search(machine, followed.get(), size)));
    }
  }

  private BisectFindings search(Machine machine, FollowedChange followed, Size.SeveralPairs whole)
      throws IOException, InterruptedException {
    CommitResults results = new CommitResults(commits, followed, whole);
    results.take(stored.of(followed));
    MeasuringRequest narrow = narrowed(followed);
    LookPlan once = new LookPlan(looks().looks().subList(0, 1));
    OptionalInt next = results.next();
    while (next.isPresent()) {
      String commit = commits.id(next.getAsInt());
      say("%s; %d comparisons more at most".formatted(commits.named(commit), results.left()));
      try {
        Verdict verdict = measure(machine, commit, narrow, once, Optional.of(followed.metric()));
        results.compared(commit, followed.in(verdict));
      } catch (NothingMovedException alike) {
        results.alike(commit);
      } catch (VariantException | ServiceException | BadFileException broken) {
        results.skipped(commit, String.valueOf(broken.getMessage()));
      }
      say(commits.named(commit) + " " + results.text(commit));
      next = results.next();
    }
    return results.findings();
  }

  /** Restricts the request to the followed change; what is no scenario is a benchmark. */
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
        request.generator(),
        request.seed(),
        null);
  }

  private LookPlan looks() {
    return LookPlan.of(request.profile());
  }

  private Verdict measure(
      Machine machine,
      String commit,
      MeasuringRequest what,
      LookPlan looks,
      Optional<Metric> followed)
      throws IOException, InterruptedException {
    try (OngoingMeasurement ongoing = OngoingMeasurement.in(stored.folder(), what, machine)) {
      BuiltVariants variants =
          new VariantBuilder(installation, ongoing.children(), OngoingMeasurement::say)
              .pair(spec(commits.good()), spec(commit));
      if (Changes.between(variants.base(), variants.head()).none()) {
        throw new NothingMovedException(commit + " is what good is");
      }
      MeasurementSetup setup =
          new MeasurementSetup(
              List.of(variants.base(), variants.head()),
              what.matrix(VariantBuilder.NAMES),
              looks.last(),
              what.profile().comparing().jit(),
              looks.comparison("ref=" + commits.good(), "ref=" + commit, false, null, List.of()));
      ServerMemory.require(setup, what);
      ongoing.begin(setup);
      boolean capacity = followed.equals(Optional.of(Metric.CAPACITY));
      return stored.add(
          ongoing.measure(
              thresholds,
              Optional.empty(),
              capacity ? Equipment.Beyond.CAPACITY : Equipment.Beyond.NOTHING));
    }
  }

  private static VariantSpec spec(String commit) {
    return VariantSpec.parse("--bad", "ref=" + commit);
  }

  private static void say(String text) {
    OngoingMeasurement.say("bisect: " + text);
  }

  /** The results of each commit so far. */
  static final class CommitResults {
    private final CommitRange commits;
    private final FollowedChange followed;
    private final Size.SeveralPairs whole;
    private final Bisection bisection;
    private final Map<String, CommitResult> results = new HashMap<>();
    private final Set<String> failedOnce = new HashSet<>();

    CommitResults(CommitRange commits, FollowedChange followed, Size.SeveralPairs whole) {
      this.commits = commits;
      this.followed = followed;
      this.whole = whole;
      bisection = new Bisection(commits.ids().size(), Bisection.EffectEstimate.of(whole));
      results.put(commits.bad(), new CommitResult.Compared(whole, 1));
    }

    /** Adds stored results; they do not reduce the number of comparisons that may follow. */
    void take(Map<String, List<Size.SeveralPairs>> sizes) {
      sizes.forEach((commit, of) -> {
        if (!commit.equals(commits.bad())) {
          of.forEach(size -> {
            note(commit, size);
            bisection.learned(number(commit), Bisection.EffectEstimate.of(size));
          });
        }
      });
    }

    OptionalInt next() {
      return bisection.next();
    }

    int left() {
      return bisection.left();
    }

    /** Adds a result; a comparison without a valid one is repeated once. */
    void compared(String commit, Optional<Size.SeveralPairs> size) {
      if (size.isEmpty()) {
        if (!failedOnce.add(commit)) {
          skipped(commit, "it could not be measured validly, twice");
        }
        return;
      }
      note(commit, size.get());
      bisection.answered(number(commit), Bisection.EffectEstimate.of(size.get()));
    }

    private void note(String commit, Size.SeveralPairs size) {
      int before =
          results.get(commit) instanceof CommitResult.Compared compared ? compared.times() : 0;
      results.put(commit, new CommitResult.Compared(size, before + 1));
    }

    void alike(String commit) {
      results.put(commit, new CommitResult.Alike());
      bisection.answered(number(commit), Bisection.EffectEstimate.nothing());
    }

    void skipped(String commit, String reason) {
      results.put(commit, new CommitResult.Skipped(reason.lines().findFirst().orElse("").strip()));
      bisection.skipped(number(commit));
    }

    String text(String commit) {
      return switch (results.getOrDefault(commit, new CommitResult.Not())) {
        case CommitResult.Not() -> "was not measured validly";
        case CommitResult.Alike() -> "is what good is";
        case CommitResult.Skipped(String reason) -> "is skipped: " + reason;
        case CommitResult.Compared(Size.SeveralPairs size, int times) ->
            "is " + HeadRelativeChange.grew(followed.metric(), size) + " from good";
      };
    }

    BisectFindings findings() {
      List<BisectFindings.Commit> all =
          commits.ids().stream()
              .map(id ->
                  new BisectFindings.Commit(
                      id, commits.title(id), results.getOrDefault(id, new CommitResult.Not())))
              .toList();
      return new BisectFindings(commits.good(), followed, whole, all, bisection.found());
    }

    private int number(String commit) {
      return commits.ids().indexOf(commit) + 1;
    }
  }

  /**
   * The commits after a good one up to a bad one, along first parents.
   *
   * @param good full id of the commit before the others
   * @param ids of the others, the oldest first; the last is bad
   */
  public record CommitRange(String good, List<String> ids, Map<String, String> titles) {
    private static final int SHOWN_DIGITS = 10;

    public CommitRange {
      ids = List.copyOf(ids);
      titles = Map.copyOf(titles);
    }

    public static CommitRange between(Path project, String good, String bad)
        throws IOException, InterruptedException {
      String first = Git.commit(project, good);
      String last = Git.commit(project, bad);
      List<String> ids = Git.between(project, first, last);
      if (ids.isEmpty() || !Git.descends(project, last, first).orElse(false)) {
        throw new UsageException(
            "--good must be a commit before --bad, %s is not before %s; give the other way round, or one that both branches have"
                .formatted(good, bad));
      }
      return new CommitRange(first, ids, Git.titles(project));
    }

    String bad() {
      return ids.getLast();
    }

    String id(int number) {
      return ids.get(number - 1);
    }

    String title(String id) {
      return titles.getOrDefault(id, "");
    }

    String named(String id) {
      return (id.substring(0, Math.min(SHOWN_DIGITS, id.length())) + " " + title(id)).strip();
    }
  }

  /**
   * The stored comparisons of a job, a folder each. Earlier ones are used only with the same host,
   * commits, service, profile, generator, rates and modes.
   */
  static final class StoredComparisons {
    private final CampaignStore<MeasurementRecord> store;
    private final MeasuringRequest request;
    private final CommitRange commits;
    private final Thresholds thresholds;
    private final List<JudgedRecord> all = new ArrayList<>();

    private record JudgedRecord(String commit, MeasurementRecord record, Verdict verdict) {}

    StoredComparisons(
        Path folder, MeasuringRequest request, CommitRange commits, Thresholds thresholds) {
      store = CampaignStore.ofComparisons(folder);
      this.request = request;
      this.commits = commits;
      this.thresholds = thresholds;
    }

    Path folder() {
      return store.folder();
    }

    /** Reads the matching comparisons; {@code service} is empty for the demo server. */
    void read(Host host, Optional<String> service) throws IOException {
      String here = Fingerprint.ofHost(host);
      store.records().stream()
          .filter(record -> Fingerprint.ofHost(record.host()).equals(here))
          .filter(record -> isOf(service, record.variant(Side.BASE)))
          .filter(this::isAskedFor)
          .forEach(this::add);
    }

    private static boolean isOf(Optional<String> service, @Nullable Variant base) {
      return base != null && Objects.equals(base.service(), service.orElse(null));
    }

    private boolean isAskedFor(MeasurementRecord record) {
      Comparison comparison = record.comparison();
      return comparison != null
          && commit(comparison, Side.BASE).equals(commits.good())
          && commits.ids().contains(commit(comparison, Side.HEAD))
          && record.profile().equals(request.profile().name())
          && record.generator().equals(request.generator().label())
          && Scenario.redacted(request.scenarios()).containsAll(record.scenarios())
          && request.modes().containsAll(modes(record));
    }

    private static Set<Mode> modes(MeasurementRecord record) {
      return record.launches().stream().map(Launch::mode).collect(toSet());
    }

    /** Adds a new comparison and returns its verdict. */
    Verdict add(MeasurementRecord record) {
      Comparison comparison = Objects.requireNonNull(record.comparison());
      Verdict verdict = Judge.judge(record, thresholds);
      all.add(new JudgedRecord(commit(comparison, Side.HEAD), record, verdict));
      return verdict;
    }

    private static String commit(Comparison comparison, Side variant) {
      return comparison.spec(variant).replaceFirst("^ref=", "");
    }

    /**
     * Returns the newest valid comparison of that commit with everything requested and a
     * regression. One without a regression may have missed it.
     */
    Optional<Verdict> whole(String commit, Optional<Metric> asked) {
      return all.stream()
          .filter(kept -> kept.commit().equals(commit))
          .filter(kept -> kept.record().scenarios().equals(Scenario.redacted(request.scenarios())))
          .filter(kept -> !request.jmh() || hasBenchmarks(kept.record(), request.profile()))
          .filter(kept -> modes(kept.record()).containsAll(request.modes()))
          .filter(kept -> kept.verdict().verdict() != Outcome.INVALID)
          .filter(kept -> gotWorse(kept.verdict(), asked))
          .max(Comparator.comparing((JudgedRecord kept) -> kept.record().createdAt()))
          .map(JudgedRecord::verdict);
    }

    /** Accepts a regression that cannot be followed, such as failing launches. */
    private static boolean gotWorse(Verdict verdict, Optional<Metric> asked) {
      return asked.isEmpty() && verdict.verdict() == Outcome.REGRESSED
          || FollowedChange.in(verdict, asked).isPresent();
    }

    private static boolean hasBenchmarks(MeasurementRecord record, Profile profile) {
      Set<String> measured = record.launches().stream().map(Launch::scenario).collect(toSet());
      return JmhBenchmarks.selectedBy(profile.jmh().include()).values().stream()
          .allMatch(benchmark -> measured.contains(benchmark.scenario()));
    }

    /** Returns the measured sizes by commit. */
    Map<String, List<Size.SeveralPairs>> of(FollowedChange followed) {
      Map<String, List<Size.SeveralPairs>> sizes = new LinkedHashMap<>();
      for (JudgedRecord kept : all) {
        followed
            .in(kept.verdict())
            .ifPresent(size ->
                sizes.computeIfAbsent(kept.commit(), commit -> new ArrayList<>()).add(size));
      }
      return sizes;
    }
  }
}
