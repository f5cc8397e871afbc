package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.measure.blocks.RunningLaunch.Stopwatch;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Invalid;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.LoadResult;
import org.junit.jupiter.api.Test;

class GeneratorFaultTest {
  @Test
  void spoiltByGenerator_generatorStalled_isTrue() {
    assertThat(load(Reason.GENERATOR_STALLED).spoiltByGenerator()).isTrue();
  }

  @Test
  void spoiltByGenerator_stalledAndTheRateMissedForIt_isTrue() {
    assertThat(load(Reason.GENERATOR_STALLED, Reason.RATE_NOT_REACHED).spoiltByGenerator())
        .isTrue();
  }

  @Test
  void spoiltByGenerator_serverDiedToo_isFalse() {
    assertThat(load(Reason.GENERATOR_STALLED, Reason.SERVER_DIED).spoiltByGenerator()).isFalse();
  }

  @Test
  void spoiltByGenerator_rateMissedWithoutAStall_isFalse() {
    assertThat(load(Reason.RATE_NOT_REACHED).spoiltByGenerator()).isFalse();
  }

  @Test
  void spoiltByGenerator_goodLoad_isFalse() {
    assertThat(load().spoiltByGenerator()).isFalse();
  }

  @Test
  void counting_oneOfFourSpoilt_leavesItOut() {
    List<MeasuredSlice> slices = slices(3, 1);

    assertThat(GeneratorFault.counting(slices)).isEqualTo(slices.subList(0, 3));
  }

  @Test
  void counting_twoOfFourSpoilt_keepsAllSoThatTheLaunchIsInvalid() {
    List<MeasuredSlice> slices = slices(2, 2);

    assertThat(GeneratorFault.counting(slices)).isEqualTo(slices);
  }

  @Test
  void spoilt_oneLaunchLostToTheGenerator_isTrue() {
    assertThat(GeneratorFault.spoilt(List.of(launch(), launch(Reason.GENERATOR_STALLED)))).isTrue();
  }

  /** To take it again would give a head that does not keep its rate a second chance. */
  @Test
  void spoilt_anotherLaunchLostToItsServer_isFalse() {
    assertThat(
            GeneratorFault.spoilt(
                List.of(launch(Reason.RATE_NOT_REACHED), launch(Reason.GENERATOR_STALLED))))
        .isFalse();
    assertThat(GeneratorFault.spoilt(List.of(launch(Reason.RATE_NOT_REACHED)))).isFalse();
  }

  @Test
  void spoilt_nothingLost_isFalse() {
    assertThat(GeneratorFault.spoilt(List.of(launch(), launch()))).isFalse();
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

  private static List<MeasuredSlice> slices(int good, int spoilt) {
    return Stream.concat(
            Collections.nCopies(good, slice(load())).stream(),
            Collections.nCopies(spoilt, slice(load(Reason.GENERATOR_STALLED))).stream())
        .toList();
  }

  private static MeasuredSlice slice(LoadResult load) {
    return MadeSlice.ANY.of(load);
  }

  private static LoadResult load(Reason... causes) {
    List<Invalid> reasons =
        Arrays.stream(causes).map(cause -> new Invalid(cause, "for the test")).toList();
    LoadErrors none = LoadErrors.NONE;
    return new LoadResult(
        "embedded", "1", 100, 1, 1, 100, 100, none, 0, 100, null, null, List.of(), 0, reasons);
  }
}
