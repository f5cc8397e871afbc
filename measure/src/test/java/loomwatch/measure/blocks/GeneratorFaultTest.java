package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import loomwatch.measure.blocks.RunningLaunch.Stopwatch;
import loomwatch.results.Invalid;
import loomwatch.results.Invalid.Reason;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
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
  void spoiltByGenerator_byAllItsCauses(String causes, boolean spoilt) {
    Reason[] reasons =
        Stream.of(causes.split(" "))
            .filter(cause -> !cause.isEmpty())
            .map(Reason::valueOf)
            .toArray(Reason[]::new);

    assertThat(MadeSlice.load(reasons).spoiltByGenerator()).isEqualTo(spoilt);
  }

  @Test
  void counting_oneOfFourSpoilt_leavesItOut() {
    List<MeasuredSlice> slices = slices(3, 1);

    assertThat(MeasuredSlice.counting(slices)).isEqualTo(slices.subList(0, 3));
  }

  @Test
  void counting_twoOfFourSpoilt_keepsAllSoThatTheLaunchIsInvalid() {
    List<MeasuredSlice> slices = slices(2, 2);

    assertThat(MeasuredSlice.counting(slices)).isEqualTo(slices);
  }

  /** To take it again would give a head that does not keep its rate a second chance. */
  @Test
  void spoiltBlock_everyLaunchThatIsLostIsLostToTheGenerator() {
    Launch good = launch();
    Launch stalled = launch(Reason.GENERATOR_STALLED);
    Launch missed = launch(Reason.RATE_NOT_REACHED);

    assertThat(BlockRunner.spoiltByGenerator(List.of(good, stalled))).isTrue();
    assertThat(BlockRunner.spoiltByGenerator(List.of(missed, stalled))).isFalse();
    assertThat(BlockRunner.spoiltByGenerator(List.of(missed))).isFalse();
    assertThat(BlockRunner.spoiltByGenerator(List.of(good, good))).isFalse();
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
            Collections.nCopies(good, slice()).stream(),
            Collections.nCopies(spoilt, slice(Reason.GENERATOR_STALLED)).stream())
        .toList();
  }

  private static MeasuredSlice slice(Reason... causes) {
    return MadeSlice.ANY.of(MadeSlice.load(causes));
  }
}
