package loomwatch.harness.bisect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loomwatch.harness.calibrate.CampaignFolder;
import loomwatch.judge.bisect.Followed;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.Size;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Arm;
import loomwatch.results.Comparison;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;

/** The comparisons of a job so far, a folder each, those of earlier days among them. */
final class KeptComparisons {
  private final Path folder;
  private final Profile profile;
  private final Thresholds thresholds;
  private final List<Kept> all = new ArrayList<>();

  private record Kept(String commit, MeasurementRecord record, Verdict verdict) {}

  KeptComparisons(Path folder, Profile profile, Thresholds thresholds) {
    this.folder = folder;
    this.profile = profile;
    this.thresholds = thresholds;
  }

  Path folder() {
    return folder;
  }

  /** Finds what is there. */
  void read() throws IOException {
    new CampaignFolder(folder)
        .records().stream()
            .filter(record -> record.profile().equals(profile.name()))
            .forEach(this::add);
  }

  void add(MeasurementRecord record) {
    Comparison comparison = record.comparison();
    if (comparison != null) {
      String commit = comparison.spec(Arm.HEAD).replaceFirst("^ref=", "");
      all.add(new Kept(commit, record, Judge.judge(record, thresholds)));
    }
  }

  Verdict last() {
    return all.getLast().verdict();
  }

  /** The comparison of all that was asked for, with that commit. */
  Optional<Verdict> whole(String commit, List<Scenario> scenarios) {
    return all.stream()
        .filter(kept -> kept.commit().equals(commit))
        .filter(kept -> kept.record().scenarios().equals(scenarios))
        .map(Kept::verdict)
        .findFirst();
  }

  /** What each came to, by commit. */
  Map<String, List<Size.Pairs>> of(Followed followed) {
    Map<String, List<Size.Pairs>> sizes = new LinkedHashMap<>();
    for (Kept kept : all) {
      followed
          .in(kept.verdict())
          .ifPresent(
              size -> sizes.computeIfAbsent(kept.commit(), commit -> new ArrayList<>()).add(size));
    }
    return sizes;
  }
}
