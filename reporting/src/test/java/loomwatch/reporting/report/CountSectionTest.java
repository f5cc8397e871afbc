package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Markdown;
import loomwatch.results.MeasurementRecord;
import org.junit.jupiter.api.Test;

class CountSectionTest {
  @Test
  void write_countedRequests_tellsAllThatTheyDo() {
    assertThat(written(Comparisons.executing(100, 600, 600)))
        .contains("hello: counts")
        .contains(
            "| sql-statements | select … from pets p1\\_0 where p1\\_0.owner\\_id = ? | 1 | 6 |");
  }

  @Test
  void write_modesThatDiffer_tellsBoth() {
    assertThat(written(Comparisons.executing(100, 600, 725))).contains("| 1 | 6 / 7.25 |");
  }

  @Test
  void write_requestsOfAMix_haveAColumn() {
    MeasurementRecord mixed = Comparisons.executing("/show", 100, 600, 600);

    assertThat(written(mixed)).contains("| counted | request | of |").contains("| /show | select");
  }

  @Test
  void write_nothingCounted_isEmpty() {
    assertThat(written(Comparisons.unchanged())).doesNotContain("counts");
  }

  private static String written(MeasurementRecord record) {
    Document document = new Document();
    CountSection.write(document, record, "hello");
    return Markdown.render(document);
  }
}
