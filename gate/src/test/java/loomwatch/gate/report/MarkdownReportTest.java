package loomwatch.gate.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import loomwatch.results.MeasurementRecord;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MarkdownReportTest {
  private static final Pattern TAG = Pattern.compile("</?([a-zA-Z][a-zA-Z0-9]*)[^>]*>");
  private static final Set<String> OURS =
      Set.of(
          "details", "summary", "h1", "h2", "p", "strong", "ul", "li", "table", "thead", "tbody",
          "tr", "th", "td");

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
    String html = html(hostile());

    assertThat(names(html)).isSubsetOf(OURS);
    assertThat(html).doesNotContain("href=", "<a", "<img", "<script");
  }

  @Test
  void render_hostileText_makesNoLineOfItsOwn() {
    assertThat(hostile().lines())
        .noneMatch(line -> line.matches("\\s*(?:# heading|---|> quote|\\| a \\| b \\|).*"));
  }

  @Test
  void render_hostileText_mentionsNobody() {
    String text = html(hostile()).replaceAll(TAG.pattern(), "");

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
    assertThat(html(hostile()).split("<tr>", -1).length - 1)
        .isEqualTo(rows.size() - rows.stream().filter(row -> row.startsWith("| ---")).count());
  }

  @Test
  void render_typicalRun_isValidMarkdown() {
    String html = html(render(Runs.typical()));

    assertThat(names(html)).containsExactlyInAnyOrderElementsOf(OURS);
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
    return MarkdownReport.render(Runs.judged(record), record);
  }

  private static String hostile() {
    return MarkdownReport.render(Hostile.verdict(), Hostile.record());
  }

  /** As an independent implementation of CommonMark with GitHub's tables and bare links sees it. */
  private static String html(String markdown) {
    var extensions = List.of(TablesExtension.create(), AutolinkExtension.create());
    return HtmlRenderer.builder()
        .extensions(extensions)
        .build()
        .render(Parser.builder().extensions(extensions).build().parse(markdown));
  }

  private static Set<String> names(String html) {
    return TAG.matcher(html)
        .results()
        .map(MarkdownReportTest::name)
        .collect(java.util.stream.Collectors.toCollection(TreeSet::new));
  }

  private static String name(MatchResult tag) {
    return tag.group(1).toLowerCase(Locale.ROOT);
  }
}
