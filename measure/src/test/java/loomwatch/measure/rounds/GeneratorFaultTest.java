package loomwatch.measure.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.measure.plan.Profile;
import loomwatch.measure.rounds.RunningLaunch.Stopwatch;
import loomwatch.results.Invalid;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.LoadResult;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorFaultTest {
  @ParameterizedTest
  @CsvSource({
    "GENERATOR_STALLED, true",
    "GENERATOR_STALLED RATE_NOT_REACHED, true",
    "GENERATOR_STALLED SERVER_DIED, false",
    "RATE_NOT_REACHED, false",
    "'', false"
  })
  void discardedByGenerator_byAllItsCauses(String causes, boolean discarded) {
    Reason[] reasons =
        Stream.of(causes.split(" "))
            .filter(cause -> !cause.isEmpty())
            .map(Reason::valueOf)
            .toArray(Reason[]::new);

    assertThat(MadeWindow.load(reasons).discardedByGenerator()).isEqualTo(discarded);
  }

  @Test
  void punctual_someLate_leavesThemOut() {
    List<MeasuredWindow> windows = windows(1, 3);

    assertThat(MeasuredWindow.punctual(windows)).isEqualTo(windows.subList(0, 1));
  }

  @Test
  void punctual_allLate_keepsAllSoThatTheLaunchIsInvalid() {
    List<MeasuredWindow> windows = windows(0, 2);

    assertThat(MeasuredWindow.punctual(windows)).isEqualTo(windows);
  }

  @Test
  void samples_lateWindow_countsForWorkAndNotForLatency() {
    List<Sample> punctual = window(MadeWindow.timed()).samples();
    List<Sample> late = window(MadeWindow.timed(Reason.GENERATOR_STALLED)).samples();
    List<Sample> lost =
        window(MadeWindow.timed(Reason.GENERATOR_STALLED, Reason.RATE_NOT_REACHED)).samples();

    assertThat(punctual).extracting(Sample::metric).contains(Metric.LATENCY_P50);
    assertThat(late)
        .extracting(Sample::metric)
        .contains(Metric.CPU_PER_REQUEST, Metric.ALLOCATED_PER_REQUEST)
        .doesNotContain(Metric.LATENCY_P50, Metric.SERVICE_TIME_P50);
    assertThat(lost).isEmpty();
  }

  private static MeasuredWindow window(LoadResult load) {
    return MadeWindow.ANY.of(load);
  }

  /** To take it again would give a head that does not keep its rate a second chance. */
  @Test
  void discardedGroup_everyLaunchThatIsLostIsLostToTheGenerator() {
    Launch good = launch();
    Launch stalled = launch(Reason.GENERATOR_STALLED);
    Launch missed = launch(Reason.RATE_NOT_REACHED);

    assertThat(LaunchGroupRunner.discardedByGenerator(List.of(good, stalled))).isTrue();
    assertThat(LaunchGroupRunner.discardedByGenerator(List.of(missed, stalled))).isFalse();
    assertThat(LaunchGroupRunner.discardedByGenerator(List.of(missed))).isFalse();
    assertThat(LaunchGroupRunner.discardedByGenerator(List.of(good, good))).isFalse();
  }

  @Test
  void isMeasuredAgain_lostToTheGenerator_onceAndNotInATrial() {
    List<Launch> lost = List.of(launch(Reason.GENERATOR_STALLED));

    assertThat(Profile.all())
        .allMatch(profile -> Measurement.isMeasuredAgain(profile, lost))
        .noneMatch(profile -> Measurement.isMeasuredAgain(profile, List.of(launch())));
    assertThat(Measurement.isMeasuredAgain(Profile.TRIAL, lost)).isFalse();
  }

  private static Launch launch(Reason... causes) {
    return new Launch(
        1,
        0,
        "head",
        Mode.PLATFORM,
        "hello",
        Instant.EPOCH,
        new Stopwatch().phases(),
        null,
        null,
        List.of(),
        List.of(),
        Arrays.stream(causes).map(cause -> new Invalid(cause, "for the test")).toList());
  }

  private static List<MeasuredWindow> windows(int good, int discarded) {
    return Stream.concat(
            Collections.nCopies(good, window()).stream(),
            Collections.nCopies(discarded, window(Reason.GENERATOR_STALLED)).stream())
        .toList();
  }

  private static MeasuredWindow window(Reason... causes) {
    return MadeWindow.ANY.of(MadeWindow.load(causes));
  }
}
