package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Style.Colour;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Plain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What runs and comparisons look like at a terminal and in a pull request. */
@Isolated("it changes the default locale")
final class ReportTest {
  private static final String OUR_COLOURS = "\033\\[(?:0|1|31|32|33|35|36)m";

  /**
   * A report to look at.
   *
   * @param file the beginning of its golden files' names
   */
  private record Shown(String file, Verdict verdict, MeasurementRecord record) {
    static Shown run(String file, MeasurementRecord record) {
      return new Shown(file, Runs.judged(record), record);
    }

    static Shown comparison(String name, MeasurementRecord record) {
      return new Shown("comparison-" + name, Comparisons.judged(record), record);
    }

    String terminal(int width, Colour colour, Detail detail) {
      return new Report(verdict, record).terminal(new Style(width, colour, detail));
    }

    String inShort() {
      return terminal(100, Colour.OFF, Detail.KEY);
    }

    String markdown() {
      return new Report(verdict, record).markdown();
    }

    @Override
    public String toString() {
      return file;
    }
  }

  private static final Shown RUN = Shown.run("terminal", Runs.typical());
  private static final Shown REGRESSED = Shown.comparison("regressed", Comparisons.regressed());

  static Stream<Shown> kinds() {
    return Stream.of(
        Shown.run("terminal-100-one-round", Runs.oneRound()),
        Shown.run("terminal-100-discarded", Runs.discarded()),
        Shown.run("terminal-100-empty", Runs.empty()),
        Shown.run("terminal-100-benchmarks", Runs.benchmarks()),
        Shown.comparison("improved-100", Comparisons.improved()),
        Shown.comparison("unchanged-100", Comparisons.unchanged()),
        Shown.comparison("false-alarm-100", Comparisons.falseAlarm()),
        Shown.comparison("several-100", Comparisons.several()),
        Shown.comparison("noisy-100", Comparisons.noisy()),
        Shown.comparison("before-first-look-100", Comparisons.beforeFirstLook()),
        Shown.comparison("one-pair-100", Comparisons.onePair()),
        Shown.comparison("certain-100", Comparisons.certain()),
        Shown.comparison("host-moved-100", Comparisons.hostMoved()),
        Shown.comparison("gaps-100", Comparisons.gaps()),
        Shown.comparison("died-once-100", Comparisons.dying(1)),
        Shown.comparison("died-often-100", Comparisons.dying(8)),
        Shown.comparison("discarded-100", Comparisons.discarded()),
        ofThreeScenarios("unchanged", Comparisons.unchanged()),
        ofThreeScenarios("regressed", Comparisons.regressed()),
        demoted());
  }

  static Stream<Shown> hostile() {
    return Stream.of(
        new Shown("report-hostile", Hostile.verdict(), Hostile.record()),
        new Shown("comparison-hostile", Hostile.comparison(), Hostile.twoVariants()));
  }

  static Stream<Shown> typical() {
    return Stream.of(RUN, REGRESSED);
  }

  static Stream<Shown> all() {
    return Stream.of(typical(), kinds(), hostile()).flatMap(each -> each);
  }

  private static Shown demoted() {
    MeasurementRecord record = Comparisons.regressed();
    return new Shown(
        "comparison-demoted-100",
        Comparisons.judged(
            record,
            new NoiseFloors(
                "sha256:1",
                List.of(),
                "3 false positives in 9 comparisons of one service with itself on this host, of which"
                    + " the chance is 0.0084 at a level of 5 %")),
        record);
  }

  /** Each as the first was. */
  private static Shown ofThreeScenarios(String name, MeasurementRecord record) {
    Verdict verdict = Comparisons.judged(record);
    return new Shown(
        "comparison-three-" + name + "-100",
        new Verdict(
            verdict.schema(),
            verdict.verdict(),
            verdict.rule(),
            verdict.recordId(),
            verdict.fingerprint(),
            verdict.invalid(),
            verdict.warnings(),
            Stream.of("hello", "list-static", "sleep-50")
                .flatMap(other -> verdict.metrics().stream().map(line -> named(other, line)))
                .toList(),
            verdict.inputs(),
            verdict.comparison(),
            verdict.methods(),
            Optional.empty()),
        record);
  }

  private static MetricVerdict named(String scenario, MetricVerdict line) {
    return new MetricVerdict(
        scenario,
        line.mode(),
        line.metric(),
        line.unit(),
        line.direction(),
        line.limit(),
        line.measured(),
        line.launches(),
        line.ruling(),
        line.doubts(),
        line.ofLimit(),
        line.change());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void terminal_everyKind_looksAsItDidAndIsAScreenThatSaysWhereTheRestIs(Shown shown) {
    Golden.assertSame(shown.file() + ".txt", shown.inShort());

    List<String> lines = shown.inShort().strip().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(25);
    assertThat(lines.getLast()).startsWith("./loomwatch report --all shows");
  }

  @ParameterizedTest
  @MethodSource("typical")
  void terminal_eachWidth_looksAsItDid(Shown shown) {
    for (int width : List.of(60, 80, 100, 120)) {
      Golden.assertSame(
          shown.file() + "-" + width + ".txt", shown.terminal(width, Colour.OFF, Detail.KEY));
    }
    for (int width : List.of(60, 100)) {
      Golden.assertSame(
          shown.file() + "-" + width + "-all.txt", shown.terminal(width, Colour.OFF, Detail.ALL));
    }
  }

  @ParameterizedTest
  @MethodSource("typical")
  void terminal_inColour_looksAsItDidAndIsTheSameText(Shown shown) {
    Golden.assertSame(shown.file() + "-80-colour.txt", shown.terminal(80, Colour.ON, Detail.KEY));
    assertThat(shown.terminal(100, Colour.ON, Detail.ALL).replaceAll(OUR_COLOURS, ""))
        .isEqualTo(shown.terminal(100, Colour.OFF, Detail.ALL));
  }

  @ParameterizedTest
  @MethodSource("all")
  void terminal_anyWidth_keepsWithinIt(Shown shown) {
    for (Detail detail : Detail.values()) {
      for (int width = 40; width <= 140; width += 3) {
        int most = width;
        assertThat(shown.terminal(width, Colour.OFF, detail).lines())
            .allSatisfy(line -> assertThat(Plain.width(line)).isLessThanOrEqualTo(most));
      }
    }
  }

  @Test
  void terminal_narrowerThanReadable_isAsAtForty() {
    assertThat(RUN.terminal(0, Colour.OFF, Detail.KEY))
        .isEqualTo(RUN.terminal(40, Colour.OFF, Detail.KEY));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void terminal_hostileText_cannotSteerIt(Shown shown) {
    for (int width : List.of(60, 120)) {
      String text = shown.terminal(width, Colour.ON, Detail.ALL).replaceAll(OUR_COLOURS, "");

      assertThat(text.codePoints().filter(c -> c != '\n').mapToObj(Character::getType))
          .doesNotContain(
              (int) Character.CONTROL,
              (int) Character.FORMAT,
              (int) Character.LINE_SEPARATOR,
              (int) Character.SURROGATE);
      assertThat(text.lines()).noneMatch(line -> line.startsWith("# heading"));
    }
    if (shown.verdict().comparison() == null) {
      assertThat(shown.inShort().lines().count()).isLessThanOrEqualTo(60);
    }
  }

  @Test
  void terminal_oneRound_claimsNoDifference() {
    assertThat(Shown.run("one-round", Runs.oneRound()).inShort())
        .contains("! one launch: there is no interval, and no difference can be shown")
        .doesNotContain("serve it better", "are faster", "take more", "take less", "▼ ÷", "±  ");
  }

  @Test
  void terminal_twoRounds_supposeADifference() {
    assertThat(Shown.run("two-rounds", Runs.twoRounds()).terminal(200, Colour.OFF, Detail.ALL))
        .contains("Virtual threads seem to serve it better: ", "Virtual threads seem to take ")
        .doesNotContain("threads serve it better", "threads take");
  }

  @Test
  void terminal_verdictOfAnotherRecord_saysSo() {
    assertThat(new Shown("other", Hostile.verdict(), Runs.typical()).inShort())
        .contains("This verdict is of record www.evil.example");
  }

  @Test
  void terminal_recordOfOneVariantBesideIt_stillSaysWhatTheVerdictSays() {
    assertThat(new Shown("other", REGRESSED.verdict(), Runs.typical()).inShort())
        .startsWith("\n✘ REGRESSED: hello with platform threads takes 1")
        .contains("base ref=main,tomcat=10.1.59\nhead ref=.\n");
  }

  @ParameterizedTest
  @EnumSource(Detail.class)
  void terminal_regressedWithACause_tellsIt(Detail detail) {
    MeasurementRecord record = Comparisons.regressed();
    Verdict verdict =
        Comparisons.judged(record, NoiseFloors.NONE)
            .because(List.of(Explanations.cause("shop.Json.write")));

    assertThat(new Shown("why", verdict, record).terminal(100, Colour.OFF, detail))
        .containsPattern("\n  Why: .* Json\\.write");
  }

  static Stream<Shown> pages() {
    return Stream.concat(
        Stream.of(
            Shown.run("report", Runs.typical()),
            Shown.run("report-discarded", Runs.discarded()),
            Shown.run("report-empty", Runs.empty()),
            REGRESSED,
            Shown.comparison("several", Comparisons.several()),
            Shown.comparison("noisy", Comparisons.noisy()),
            Shown.comparison("discarded", Comparisons.discarded())),
        hostile());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void markdown_eachKind_looksAsItDidAndIsValid(Shown shown) {
    Golden.assertSame(shown.file() + ".md", shown.markdown());

    String html = Rendered.html(shown.markdown());
    assertThat(Rendered.names(html)).isSubsetOf(Rendered.OURS);
    List<String> rows = shown.markdown().lines().filter(line -> line.startsWith("| ")).toList();
    assertThat(html.split("<tr>", -1).length - 1)
        .as("whole tables")
        .isEqualTo(rows.size() - rows.stream().filter(row -> row.startsWith("| ---")).count());
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void markdown_hostileText_isInert(Shown shown) {
    String html = Rendered.html(shown.markdown());

    assertThat(html).doesNotContain("href=", "<a", "<img", "<script");
    assertThat(Rendered.text(html))
        .doesNotContainPattern("@\\w")
        .doesNotContainPattern("#\\d")
        .doesNotContainPattern("(?i)gh-\\d")
        .doesNotContainPattern("://\\w")
        .doesNotContainPattern("(?i)www\\.\\w");
    assertThat(shown.markdown().lines())
        .noneMatch(line -> line.matches("\\s*(?:# heading|---|> quote|\\| a \\| b \\|).*"));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void markdown_everyComparison_fitsAComment(Shown shown) {
    if (shown.verdict().comparison() != null) {
      assertThat(bytes(shown.markdown())).isLessThanOrEqualTo(Report.ROOM);
    }
  }

  @Test
  void markdown_moreThanFits_leavesOutWholePartsAndSaysWhich() {
    MeasurementRecord record = Hostile.vast(400);

    String report = new Shown("vast", Hostile.comparisonOf(record), record).markdown();

    assertThat(bytes(report)).isLessThanOrEqualTo(Report.ROOM);
    assertThat(report).startsWith("# Loomwatch: ✘ REGRESSED\n\n**s");
    assertThat(report)
        .containsPattern(
            "(?s)\n\nLeft out to fit a comment: changes of s\\d+; .* more\\. The run's");
    assertThat(count(report, "<details>")).isEqualTo(count(report, "</details>"));
    assertThat(count(report, "```") % 2).isZero();
  }

  @ParameterizedTest
  @CsvSource({"tr-TR", "ar-EG-u-nu-arab", "de-DE", "hi-IN-u-nu-deva"})
  void render_anyDefaultLocale_isTheSameBytes(String tag) {
    List<String> expected = typical().map(ReportTest::everything).toList();
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag(tag));

      assertThat(typical().map(ReportTest::everything).toList()).isEqualTo(expected);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static String everything(Shown shown) {
    return shown.terminal(100, Colour.ON, Detail.ALL) + shown.inShort() + shown.markdown();
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
