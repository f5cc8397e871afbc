package loomwatch.harness.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.harness.calibrate.CampaignFolder;
import loomwatch.harness.job.EngineChoice;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;

/** A comparison of {@code .} that was once measured, asked for again. */
class KeptComparisonsTest {
  private static final Path FOLDER =
      Path.of("../docs/campaign/quick-embedded-e6414968d07a/20261122T040712Z-f4a2");

  private static final Thresholds POLICY =
      ThresholdsReader.parse(
          "thresholds.yaml",
          """
          schema: 1
          limits:
            - {scenario: hello, metric: cpu-per-request, tolerance: 4 %, gate: true, why: it counts}
          """,
          Set.of("hello"));

  private final List<Scenario> scenarios = stored();

  @Test
  void whole_askedForTheSame_isFound() throws Exception {
    assertThat(whole(Profile.QUICK, scenarios, List.of(Mode.values()))).isPresent();
  }

  @Test
  void whole_askedForAnythingElse_isMeasuredAnew() throws Exception {
    List<Scenario> slower = List.of(scenarios.getFirst().at(500));

    assertThat(whole(Profile.SMOKE, scenarios, List.of(Mode.values()))).isEmpty();
    assertThat(whole(Profile.QUICK, slower, List.of(Mode.values()))).isEmpty();
    assertThat(whole(Profile.QUICK, scenarios, List.of(Mode.VIRTUAL))).isEmpty();
  }

  @Test
  void whole_ofAnotherBaseOrOutsideTheRange_isMeasuredAnew() throws Exception {
    assertThat(of(commits("else", ".")).whole(".", Optional.empty())).isEmpty();
    assertThat(of(commits(".", "else")).whole(".", Optional.empty())).isEmpty();
  }

  /** The one that is stored did not look for it. */
  @Test
  void whole_askedForCapacity_isMeasuredAnew() throws Exception {
    KeptComparisons kept = of(commits(".", "."));

    assertThat(kept.whole(".", Optional.of(Metric.CPU_PER_REQUEST))).isPresent();
    assertThat(kept.whole(".", Optional.of(Metric.CAPACITY))).isEmpty();
  }

  private KeptComparisons of(Commits commits) throws Exception {
    return kept(Profile.QUICK, scenarios, List.of(Mode.values()), commits);
  }

  private static Commits commits(String good, String bad) {
    return new Commits(good, List.of(bad), Map.of());
  }

  private static List<Scenario> stored() {
    try {
      return new CampaignFolder(FOLDER).records().getFirst().scenarios();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Verdict> whole(
      Profile profile, List<Scenario> scenarios, List<Mode> modes) throws Exception {
    return kept(profile, scenarios, modes, commits(".", ".")).whole(".", Optional.empty());
  }

  private static KeptComparisons kept(
      Profile profile, List<Scenario> scenarios, List<Mode> modes, Commits commits)
      throws Exception {
    MeasuringRequest request =
        new MeasuringRequest(
            profile, scenarios, false, modes, new EngineChoice.Embedded(), 1, null);
    KeptComparisons kept = new KeptComparisons(FOLDER, request, commits, POLICY);
    kept.read();
    return kept;
  }
}
