package loomwatch.reporting.publish;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.judge.thresholds.Accepted;
import loomwatch.reporting.publish.CheckReport.AcceptedTitle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AcceptedTitleTest {
  private static final String COMMIT = "1".repeat(40);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Accepted by ada: worth it|worth it (ada, #7)",
        "Accepted by bot-1_acme[bot]: a: b|a: b (bot-1_acme[bot], #7)",
        "'Accepted by ada: a\nb \u202e\u0007c '|a b ��c (ada, #7)"
      })
  void read_accepted_saysWhyAndWho(String title, String why) {
    assertThat(AcceptedTitle.read(title, COMMIT, 7))
        .contains(new Accepted.Change(COMMIT, null, null, null, why));
  }

  @Test
  void read_longReason_isCut() {
    String title = "Accepted by ada: " + "ä".repeat(5_000);

    assertThat(AcceptedTitle.read(title, COMMIT, 7))
        .hasValueSatisfying(
            change -> assertThat(change.why()).isEqualTo("ä".repeat(199) + "… (ada, #7)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Pass: nothing changed",
        "accepted by ada: worth it",
        "Regressed: Accepted by ada: worth it",
        "Accepted by ada and eve: worth it",
        "Accepted by ada: ",
        ""
      })
  void read_anyOtherTitle_isNothing(String title) {
    assertThat(AcceptedTitle.read(title, COMMIT, 7)).isEmpty();
  }
}
