package loomwatch.tell.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Plain;
import loomwatch.tell.text.Style;
import loomwatch.tell.text.Style.Colour;
import loomwatch.tell.text.Style.Detail;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("it changes the default locale")
final class TerminalReportTest {
  private static final String OUR_COLOURS = "\033\\[(?:0|1|31|32|33|35|36)m";

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void render_typicalRun_looksAsItDid(int width) {
    String report = render(Runs.typical(), width, Colour.OFF, Detail.KEY);

    Golden.assertSame("terminal-" + width + ".txt", report);
  }

  @Test
  void render_inColour_looksAsItDid() {
    String report = render(Runs.typical(), 100, Colour.ON, Detail.KEY);

    Golden.assertSame("terminal-100-colour.txt", report);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 100})
  void render_everyMetric_looksAsItDid(int width) {
    String report = render(Runs.typical(), width, Colour.OFF, Detail.ALL);

    Golden.assertSame("terminal-" + width + "-all.txt", report);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void render_inShort_isAScreenAndSaysWhereTheRestIs(Verdict verdict, MeasurementRecord record) {
    Style style = new Style(100, Colour.OFF, Detail.KEY);

    List<String> lines = new Report(verdict, record).terminal(style).strip().lines().toList();

    int most = verdict.equals(Hostile.verdict()) ? 60 : 25;
    assertThat(lines).hasSizeLessThanOrEqualTo(most);
    assertThat(lines.getLast()).startsWith("./loomwatch report --all shows");
  }

  @Test
  void render_oneBlock_claimsNoDifference() {
    String report = render(Runs.oneBlock(), 100, Colour.OFF, Detail.KEY);

    Golden.assertSame("terminal-100-one-block.txt", report);
    assertThat(report)
        .contains("! one launch: there is no interval, and no difference can be shown")
        .doesNotContain("serve it better", "are faster", "take more", "take less", "▼ ÷", "±  ");
  }

  @Test
  void render_everyLaunchDiscarded_saysWhy() {
    String report = render(Runs.spoilt(), 100, Colour.OFF, Detail.KEY);

    Golden.assertSame("terminal-100-spoilt.txt", report);
  }

  @Test
  void render_nothingMeasured_saysSo() {
    String report = render(Runs.empty(), 100, Colour.OFF, Detail.KEY);

    Golden.assertSame("terminal-100-empty.txt", report);
  }

  @Test
  void render_verdictOfAnotherRecord_saysSo() {
    Verdict other = Hostile.verdict();

    String report =
        new Report(other, Runs.typical()).terminal(new Style(100, Colour.OFF, Detail.KEY));

    assertThat(report).contains("This verdict is of record www.evil.example");
  }

  @Test
  void render_colourTakenAway_isTheSameText() {
    String coloured = render(Runs.typical(), 100, Colour.ON, Detail.ALL);

    assertThat(coloured.replaceAll(OUR_COLOURS, ""))
        .isEqualTo(render(Runs.typical(), 100, Colour.OFF, Detail.ALL));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void render_anyWidth_keepsWithinIt(Verdict verdict, MeasurementRecord record) {
    for (Detail detail : Detail.values()) {
      for (int width = 40; width <= 140; width++) {
        Style style = new Style(width, Colour.OFF, detail);
        List<String> lines = new Report(verdict, record).terminal(style).lines().toList();
        int most = width;

        assertThat(lines)
            .allSatisfy(line -> assertThat(Plain.width(line)).isLessThanOrEqualTo(most));
      }
    }
  }

  @Test
  void render_narrowerThanReadable_isAsAtForty() {
    assertThat(render(Runs.typical(), 0, Colour.OFF, Detail.KEY))
        .isEqualTo(render(Runs.typical(), 40, Colour.OFF, Detail.KEY));
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 120})
  void render_hostileText_cannotSteerTheTerminal(int width) {
    Style style = new Style(width, Colour.ON, Detail.ALL);

    String report = new Report(Hostile.verdict(), Hostile.record()).terminal(style);

    String text = report.replaceAll(OUR_COLOURS, "");
    assertThat(text.codePoints().filter(c -> c != '\n').mapToObj(Character::getType))
        .doesNotContain(
            (int) Character.CONTROL,
            (int) Character.FORMAT,
            (int) Character.LINE_SEPARATOR,
            (int) Character.SURROGATE);
    assertThat(text.lines()).noneMatch(line -> line.startsWith("# heading"));
  }

  @ParameterizedTest
  @CsvSource({"tr-TR", "ar-EG-u-nu-arab", "de-DE", "hi-IN-u-nu-deva"})
  void render_anyDefaultLocale_isTheSameBytes(String tag) {
    String expected = render(Runs.typical(), 100, Colour.ON, Detail.ALL);
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));

      assertThat(render(Runs.typical(), 100, Colour.ON, Detail.ALL)).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  static Stream<Object[]> runs() {
    return Stream.concat(
        Stream.of(Runs.typical(), Runs.oneBlock(), Runs.spoilt(), Runs.empty())
            .map(record -> new Object[] {Runs.judged(record), record}),
        Stream.<Object[]>of(new Object[] {Hostile.verdict(), Hostile.record()}));
  }

  private static String render(MeasurementRecord record, int width, Colour colour, Detail detail) {
    return new Report(Runs.judged(record), record).terminal(new Style(width, colour, detail));
  }
}
