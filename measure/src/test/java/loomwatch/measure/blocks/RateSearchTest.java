package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import loomwatch.measure.blocks.RateSearch.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
  private final List<Double> tried = new ArrayList<>();

  /** A server that bears so much and no more. */
  private RateSearch.Found from(double first, double borne) throws Exception {
    return RateSearch.from(
        first,
        100_000,
        rate -> {
          tried.add(rate);
          return rate <= borne ? new Answer.Kept() : new Answer.NotKept(false, "at " + rate);
        });
  }

  @ParameterizedTest
  @ValueSource(doubles = {8_000, 8_001, 11_999, 12_000, 20_000, 26_999, 31_234, 66_667, 91_000})
  void from_anyServer_findsWhatItBearsWithinFivePercent(double borne) throws Exception {
    double found = Objects.requireNonNull(from(8_000, borne).perSecond());

    assertThat(found).isLessThanOrEqualTo(borne).isGreaterThan(borne / 1.05);
    assertThat(tried).as("each costs half a second").hasSizeLessThanOrEqualTo(11);
  }

  @Test
  void from_firstNotKept_foundNothingAndSaysWhy() throws Exception {
    assertThat(from(8_000, 7_999))
        .isEqualTo(new RateSearch.Found(null, new Answer.NotKept(false, "at 8000.0")));
    assertThat(tried).containsExactly(8_000.0);
  }

  @Test
  void from_allKept_endsAtTheMostWithoutALimit() throws Exception {
    assertThat(from(8_000, 1e9)).isEqualTo(new RateSearch.Found(91_125.0, null));
  }

  @Test
  void from_limit_isThatOfTheLowestRateNotKept() throws Exception {
    RateSearch.Found found =
        RateSearch.from(
            1_000,
            100_000,
            rate ->
                rate > 1_400
                    ? new Answer.NotKept(true, "generator")
                    : rate > 1_100 ? new Answer.NotKept(false, "server") : new Answer.Kept());

    assertThat(found.limit()).isEqualTo(new Answer.NotKept(false, "server"));
  }
}
