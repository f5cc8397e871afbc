package loomwatch.harness.bisect;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.judge.bisect.BisectFindings.FollowedChange;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Fingerprint;
import loomwatch.results.Host;
import loomwatch.results.JmhResults;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/**
 * The stored comparisons of a job, a folder each. Earlier ones are used only with the same host,
 * commits, service, profile, generator, rates and modes.
 */
final class StoredComparisons {
  private final CampaignStore<MeasurementRecord> store;
  private final MeasuringRequest request;
  private final SearchRange range;
  private final Thresholds thresholds;
  private final List<JudgedRecord> all = new ArrayList<>();

  private record JudgedRecord(String commit, MeasurementRecord record, Verdict verdict) {}

  StoredComparisons(
      Path folder, MeasuringRequest request, SearchRange range, Thresholds thresholds) {
    store = CampaignStore.ofComparisons(folder);
    this.request = request;
    this.range = range;
    this.thresholds = thresholds;
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
        && commit(comparison, Side.BASE).equals(range.good())
        && range.ids().contains(commit(comparison, Side.HEAD))
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

  private String commit(Comparison comparison, Side variant) {
    return range.id(comparison.spec(variant));
  }

  /**
   * Returns the newest valid comparison of that commit with everything requested and a regression.
   * One without a regression may have missed it.
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
    return profile.jmh().benchmarks().values().stream()
        .allMatch(benchmark ->
            measured.stream().anyMatch(name -> JmhResults.isOf(benchmark.scenario(), name)));
  }

  /** Returns the measured sizes by commit. */
  Map<String, List<Size.Levels>> of(FollowedChange followed) {
    Map<String, List<Size.Levels>> sizes = new LinkedHashMap<>();
    for (JudgedRecord kept : all) {
      followed
          .in(kept.verdict())
          .ifPresent(
              size -> sizes.computeIfAbsent(kept.commit(), commit -> new ArrayList<>()).add(size));
    }
    return sizes;
  }
}
