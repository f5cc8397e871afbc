package loomwatch.harness.bisect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loomwatch.harness.job.CampaignStore;
import loomwatch.harness.job.GeneratorChoice;
import loomwatch.harness.job.MeasuringRequest;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Verdict;
import loomwatch.measure.plan.Profile;
import loomwatch.results.Host;
import loomwatch.results.Launch.Mode;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Scenario;
import org.junit.jupiter.api.Test;

/** A comparison of {@code .} with a slower server that was once measured, asked for again. */
class StoredComparisonsTest {
  private static final Path CAMPAIGN = Path.of("../docs/campaign/quick-embedded-e6414968d07a");
  private static final Path FOLDER = CAMPAIGN.resolve("20261122T041456Z-e043");
  private static final Path OF_ITSELF = CAMPAIGN.resolve("20261122T040712Z-f4a2");
  private static final String SLOWER = ".,fault=cpu:2500ns";

  private static final Thresholds THRESHOLDS =
      ThresholdsReader.parse(
          "thresholds.yaml",
          """
          schema: 1
          limits:
            - {scenario: hello, metric: cpu-per-request, tolerance: 4 %, gate: true, why: it counts}
          """,
          Set.of("hello"));

  private final MeasurementRecord stored = stored();
  private final List<Scenario> scenarios = stored.scenarios();

  @Test
  void whole_askedForTheSame_isFound() throws Exception {
    assertThat(whole(Profile.QUICK, scenarios, List.of(Mode.values()))).isPresent();
  }

  @Test
  void whole_askedForAnythingElse_isMeasuredAgain() throws Exception {
    List<Scenario> slower = List.of(scenarios.getFirst().at(500));

    assertThat(whole(Profile.SMOKE, scenarios, List.of(Mode.values()))).isEmpty();
    assertThat(whole(Profile.QUICK, slower, List.of(Mode.values()))).isEmpty();
    assertThat(whole(Profile.QUICK, scenarios, List.of(Mode.VIRTUAL))).isEmpty();
  }

  @Test
  void whole_ofAnotherBaseOrOutsideTheRange_isMeasuredAgain() throws Exception {
    assertThat(of(commits("else", SLOWER)).whole(SLOWER, Optional.empty())).isEmpty();
    assertThat(of(commits(".", "else")).whole(SLOWER, Optional.empty())).isEmpty();
  }

  @Test
  void whole_ofAnotherHostOrService_isMeasuredAgain() throws Exception {
    Host host = stored.host();
    Host other =
        new Host("another", 2, 1L << 30, "6", "none", "off", "off", "off", List.of(0), List.of(1));

    assertThat(whole(FOLDER, SLOWER, host, Optional.empty())).isPresent();
    assertThat(whole(FOLDER, SLOWER, other, Optional.empty())).isEmpty();
    assertThat(whole(FOLDER, SLOWER, host, Optional.of("shop@0123456789ab"))).isEmpty();
  }

  /** What it did not see another may. */
  @Test
  void whole_inWhichNothingGotWorse_isMeasuredAgain() throws Exception {
    assertThat(whole(OF_ITSELF, ".", stored.host(), Optional.empty())).isEmpty();
  }

  /** The one that is stored did not look for it. */
  @Test
  void whole_askedForCapacity_isMeasuredAgain() throws Exception {
    StoredComparisons kept = of(commits(".", SLOWER));

    assertThat(kept.whole(SLOWER, Optional.of(Metric.CPU_PER_REQUEST))).isPresent();
    assertThat(kept.whole(SLOWER, Optional.of(Metric.CAPACITY))).isEmpty();
  }

  private StoredComparisons of(SearchRange commits) throws Exception {
    return kept(Profile.QUICK, scenarios, List.of(Mode.values()), commits);
  }

  private Optional<Verdict> whole(Path folder, String bad, Host host, Optional<String> service)
      throws Exception {
    MeasuringRequest request = request(Profile.QUICK, scenarios, List.of(Mode.values()));
    StoredComparisons kept = new StoredComparisons(folder, request, commits(".", bad), THRESHOLDS);
    kept.read(host, service);
    return kept.whole(bad, Optional.empty());
  }

  private static SearchRange commits(String good, String bad) {
    return SearchRange.ofCommits(good, List.of(bad), Map.of());
  }

  private static MeasurementRecord stored() {
    try {
      return CampaignStore.ofComparisons(FOLDER).records().getFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<Verdict> whole(Profile profile, List<Scenario> loads, List<Mode> modes)
      throws Exception {
    return kept(profile, loads, modes, commits(".", SLOWER)).whole(SLOWER, Optional.empty());
  }

  private StoredComparisons kept(
      Profile profile, List<Scenario> loads, List<Mode> modes, SearchRange commits)
      throws Exception {
    StoredComparisons kept =
        new StoredComparisons(FOLDER, request(profile, loads, modes), commits, THRESHOLDS);
    kept.read(stored.host(), Optional.empty());
    return kept;
  }

  private static MeasuringRequest request(Profile profile, List<Scenario> loads, List<Mode> modes) {
    return new MeasuringRequest(
        profile, loads, false, modes, new GeneratorChoice.Embedded(), 1, null);
  }
}
