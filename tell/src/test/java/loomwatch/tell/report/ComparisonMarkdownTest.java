package loomwatch.tell.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a comparison looks like in a pull request. */
@Isolated("it changes the default locale")
final class ComparisonMarkdownTest {
  @ParameterizedTest
  @MethodSource("loomwatch.tell.report.ComparisonTerminalTest#kinds")
  void render_everyKind_fitsAComment(String name, MeasurementRecord record) {
    assertThat(bytes(render(record))).isLessThanOrEqualTo(Report.ROOM);
  }

  @Test
  void render_regressed_looksAsItDid() {
    Golden.assertSame("comparison-regressed.md", render(Comparisons.regressed()));
  }

  @Test
  void render_severalScenarios_looksAsItDid() {
    Golden.assertSame("comparison-several.md", render(Comparisons.several()));
  }

  @Test
  void render_noisy_looksAsItDid() {
    Golden.assertSame("comparison-noisy.md", render(Comparisons.noisy()));
  }

  @Test
  void render_everyLaunchDiscarded_looksAsItDid() {
    Golden.assertSame("comparison-spoilt.md", render(Comparisons.spoilt()));
  }

  @Test
  void render_hostileText_looksAsItDid() {
    Golden.assertSame("comparison-hostile.md", hostile());
  }

  @Test
  void render_hostileText_isInert() {
    String html = Rendered.html(hostile());

    assertThat(Rendered.names(html)).isSubsetOf(Rendered.OURS);
    assertThat(html).doesNotContain("href=", "<a", "<img", "<script");
    assertThat(Rendered.text(html))
        .doesNotContainPattern("@\\w")
        .doesNotContainPattern("#\\d")
        .doesNotContainPattern("(?i)gh-\\d")
        .doesNotContainPattern("://\\w")
        .doesNotContainPattern("(?i)www\\.\\w");
    assertThat(hostile().lines())
        .noneMatch(line -> line.matches("\\s*(?:# heading|---|> quote|\\| a \\| b \\|).*"));
  }

  @Test
  void render_regressed_isValidMarkdown() {
    String html = Rendered.html(render(Comparisons.regressed()));

    assertThat(Rendered.names(html)).isSubsetOf(Rendered.OURS);
    assertThat(html).doesNotContain("| ");
  }

  @Test
  void render_moreThanFits_leavesOutWholePartsAndSaysWhich() {
    MeasurementRecord record = Hostile.vast(400);

    String report = new Report(Hostile.comparisonOf(record), record).markdown();

    assertThat(bytes(report)).isLessThanOrEqualTo(Report.ROOM);
    assertThat(report).startsWith("# Loomwatch: ✘ REGRESSED\n\n**s");
    assertThat(report)
        .containsPattern(
            "(?s)\n\nLeft out to fit a comment: changes of s\\d+; .* more\\. The run's");
    assertThat(count(report, "<details>")).isEqualTo(count(report, "</details>"));
    assertThat(count(report, "```") % 2).isZero();
  }

  @Test
  void render_anyDefaultLocale_isTheSameBytes() {
    String expected = render(Comparisons.regressed());
    Locale before = Locale.getDefault();
    for (String tag : List.of("tr-TR", "ar-EG-u-nu-arab", "de-DE", "hi-IN-u-nu-deva")) {
      try {
        Locale.setDefault(Locale.forLanguageTag(tag));

        assertThat(render(Comparisons.regressed())).as(tag).isEqualTo(expected);
      } finally {
        Locale.setDefault(before);
      }
    }
  }

  private static int count(String text, String part) {
    return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static String render(MeasurementRecord record) {
    return new Report(Comparisons.judged(record), record).markdown();
  }

  private static String hostile() {
    Verdict verdict = Hostile.comparison();
    return new Report(verdict, Hostile.twoArms()).markdown();
  }
}
