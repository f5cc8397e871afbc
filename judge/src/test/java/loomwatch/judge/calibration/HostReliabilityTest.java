package loomwatch.judge.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loomwatch.judge.calibration.Calibration.InjectedFault;
import loomwatch.judge.calibration.Calibration.Share;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostReliabilityTest {
  private static HostReliability of(Share falseAlarms, Share caught) {
    return new HostReliability(
        new Calibration(
            Calibration.SCHEMA,
            Calibration.RULE,
            "changes/2",
            "sha256:h",
            "quick",
            "embedded",
            "sha256:t",
            List.of(),
            new Calibration.Unchanged(falseAlarms.of(), 0, 0, falseAlarms),
            List.of(),
            List.of(new InjectedFault("cpu:25%", 0, caught, List.of(), 6, 5)),
            List.of(),
            List.of()));
  }

  /** The upper tails of B(n, .05), in R: pbinom(k - 1, n, .05, lower.tail = FALSE). */
  @ParameterizedTest
  @CsvSource({
    "0, 0, false",
    "0, 30, false",
    "1, 1, false",
    "2, 3, true", // .0073
    "2, 4, false", // .0140
    "3, 9, true", // .0084
    "3, 10, false", // .0115
    "5, 30, false", // .0156
    "6, 30, true", // .0033
    "30, 30, true"
  })
  void falseAlarms_areSaidWhenImprobableAtTheNominalLevel(int count, int of, boolean said) {
    assertThat(of(Share.of(count, of), Share.of(0, 0)).falseAlarms().isPresent()).isEqualTo(said);
  }

  @Test
  void faults_improbable_giveTheFigures() {
    assertThat(of(Share.of(4, 9), Share.of(1, 1)).faults())
        .containsExactly(
            "4 false positives in 9 comparisons of one service with itself on this host, of which the"
                + " chance is 0.00064 at a level of 5 %");
    assertThat(
            of(Share.of(4, 9), Share.of(1, 1))
                .calibration()
                .floors("sha256:1", List.of())
                .distrust())
        .startsWith("4 false positives in 9 ");
    assertThat(of(Share.of(0, 10), Share.of(1, 4)).faults())
        .containsExactly(
            "cpu:25% was caught in 1 of 4 comparisons, of which the chance is 0.0037 if 90 % are");
  }

  /** The lower tails of B(n, .9). */
  @ParameterizedTest
  @CsvSource({
    "0, 0, false",
    "0, 1, false", // .1
    "0, 3, true", // .001
    "2, 4, false", // .052
    "1, 4, true", // .0037
    "27, 30, false",
    "21, 30, true" // .0020
  })
  void missed_isSaidWhenImprobableAtTheClaimedPower(int caught, int of, boolean said) {
    assertThat(of(Share.of(0, 0), Share.of(caught, of)).missed()).hasSize(said ? 1 : 0);
  }
}
