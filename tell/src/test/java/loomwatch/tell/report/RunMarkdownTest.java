package loomwatch.tell.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import loomwatch.results.MeasurementRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("it changes the default locale")
final class RunMarkdownTest {
  @Test
  void render_typicalRun_looksAsItDid() {
    Golden.assertSame("report.md", render(Runs.typical()));
  }

  @Test
  void render_everyLaunchDiscarded_looksAsItDid() {
    Golden.assertSame("report-spoilt.md", render(Runs.spoilt()));
  }

  @Test
  void render_nothingMeasured_looksAsItDid() {
    Golden.assertSame("report-empty.md", render(Runs.empty()));
  }

  @Test
  void render_hostileText_looksAsItDid() {
    Golden.assertSame("report-hostile.md", hostile());
  }

  @Test
  void render_hostileText_makesNoElementButOurs() {
    String html = Rendered.html(hostile());

    assertThat(Rendered.names(html)).isSubsetOf(Rendered.OURS);
    assertThat(html).doesNotContain("href=", "<a", "<img", "<script");
  }

  @Test
  void render_hostileText_makesNoLineOfItsOwn() {
    assertThat(hostile().lines())
        .noneMatch(line -> line.matches("\\s*(?:# heading|---|> quote|\\| a \\| b \\|).*"));
  }

  @Test
  void render_hostileText_mentionsNobody() {
    String text = Rendered.text(Rendered.html(hostile()));

    assertThat(text)
        .doesNotContainPattern("@\\w")
        .doesNotContainPattern("#\\d")
        .doesNotContainPattern("(?i)gh-\\d")
        .doesNotContainPattern("://\\w")
        .doesNotContainPattern("(?i)www\\.\\w");
  }

  @Test
  void render_hostileText_leavesTablesWhole() {
    List<String> rows = hostile().lines().filter(line -> line.startsWith("| ")).toList();

    assertThat(rows).isNotEmpty();
    assertThat(Rendered.html(hostile()).split("<tr>", -1).length - 1)
        .isEqualTo(rows.size() - rows.stream().filter(row -> row.startsWith("| ---")).count());
  }

  @Test
  void render_typicalRun_isValidMarkdown() {
    String html = Rendered.html(render(Runs.typical()));

    assertThat(Rendered.names(html)).isSubsetOf(Rendered.OURS).contains("table", "details");
    assertThat(html).doesNotContain("| ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tr-TR", "ar-EG-u-nu-arab", "de-DE", "hi-IN-u-nu-deva"})
  void render_anyDefaultLocale_isTheSameBytes(String tag) {
    String expected = render(Runs.typical());
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));

      assertThat(render(Runs.typical())).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String render(MeasurementRecord record) {
    return new Report(Runs.judged(record), record).markdown();
  }

  private static String hostile() {
    return new Report(Hostile.verdict(), Hostile.record()).markdown();
  }
}
