package loomwatch.tell.publish;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FittedTest {
  private static final String CUT =
      "\n*Cut here to fit: the run's `report.md` and `record.json` have everything.*\n";

  @Test
  void to_whatFits_isUnchanged() {
    assertThat(Fitted.to(10, "äöü\nxy\n")).isEqualTo("äöü\nxy\n");
  }

  @Test
  void to_tooLong_isCutAtTheEndOfALine() {
    String text = "0123456789\n".repeat(100);

    assertThat(Fitted.to(1_000, text)).isEqualTo("0123456789\n".repeat(72) + CUT);
  }

  @Test
  void to_cutWithinFoldsAndAFence_closesThem() {
    String text =
        "<details><summary>a</summary>\n<details><summary>b</summary>\n```text\n"
            + "x\n".repeat(1_000);

    String fitted = Fitted.to(500, text);

    assertThat(fitted).endsWith("x\n```\n\n</details>\n\n</details>\n" + CUT);
  }

  @Test
  void to_manyByteCharacters_countsBytes() {
    assertThat(Fitted.bytes(Fitted.to(2_000, "漢字\n".repeat(5_000)))).isLessThanOrEqualTo(2_000);
  }
}
