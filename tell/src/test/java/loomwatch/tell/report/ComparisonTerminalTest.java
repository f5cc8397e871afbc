package loomwatch.tell.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.files.Plain;
import loomwatch.tell.text.Style;
import loomwatch.tell.text.Style.Colour;
import loomwatch.tell.text.Style.Detail;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a comparison looks like at a terminal. */
final class ComparisonTerminalTest {
  private static final String OUR_COLOURS = "\033\\[(?:0|1|31|32|33|35|36)m";

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100, 120})
  void render_regressed_looksAsItDid(int width) {
    golden("regressed-" + width, Comparisons.regressed(), new Style(width, Colour.OFF, Detail.KEY));
  }

  @Test
  void render_inColour_looksAsItDid() {
    golden("regressed-80-colour", Comparisons.regressed(), new Style(80, Colour.ON, Detail.KEY));
  }

  @Test
  void render_regressedOnAHostOfTooManyFalseAlarms_looksAsItDid() {
    MeasurementRecord record = Comparisons.regressed();
    Verdict verdict =
        Comparisons.judged(
            record,
            new NoiseFloors(
                "sha256:1",
                List.of(),
                "3 false positives in 9 comparisons of one subject with itself on this host, of which"
                    + " the chance is 0.0084 at a level of 5 %"));

    Golden.assertSame(
        "comparison-demoted-100.txt",
        new Report(verdict, record).terminal(new Style(100, Colour.OFF, Detail.KEY)));
  }

  @ParameterizedTest
  @EnumSource(Detail.class)
  void render_regressedWithACause_tellsIt(Detail detail) {
    MeasurementRecord record = Comparisons.regressed();
    Verdict verdict =
        Comparisons.judged(record, NoiseFloors.NONE)
            .because(List.of(Explanations.cause("shop.Json.write")));

    assertThat(new Report(verdict, record).terminal(new Style(100, Colour.OFF, detail)))
        .containsPattern("\n  Why: .* Json\\.write");
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 100})
  void render_everyMetric_looksAsItDid(int width) {
    Style style = new Style(width, Colour.OFF, Detail.ALL);

    golden("regressed-" + width + "-all", Comparisons.regressed(), style);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void render_inShort_isAScreenAndSaysWhereTheRestIs(String name, MeasurementRecord record) {
    String report = render(record, new Style(100, Colour.OFF, Detail.KEY));

    assertThat(report.strip().lines().toList()).as(name).hasSizeLessThanOrEqualTo(25);
    assertThat(report.strip().lines().toList().getLast())
        .startsWith("./loomwatch report --all shows");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void render_everyKind_looksAsItDid(String name, MeasurementRecord record) {
    golden(name + "-100", record, new Style(100, Colour.OFF, Detail.KEY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"unchanged", "regressed"})
  void render_threeScenariosInShort_isAScreen(String name) {
    MeasurementRecord record =
        name.equals("regressed") ? Comparisons.regressed() : Comparisons.unchanged();
    Verdict verdict = ofThreeScenarios(Comparisons.judged(record));

    String report = new Report(verdict, record).terminal(new Style(100, Colour.OFF, Detail.KEY));

    Golden.assertSame("comparison-three-" + name + "-100.txt", report);
    assertThat(report.strip().lines().toList()).hasSizeLessThanOrEqualTo(25);
  }

  /** Each as the first was. */
  private static Verdict ofThreeScenarios(Verdict verdict) {
    return new Verdict(
        verdict.schema(),
        verdict.verdict(),
        verdict.rule(),
        verdict.recordId(),
        verdict.fingerprint(),
        verdict.invalid(),
        verdict.warnings(),
        Stream.of("hello", "list-static", "sleep-50")
            .flatMap(name -> verdict.metrics().stream().map(line -> named(name, line)))
            .toList(),
        verdict.inputs(),
        verdict.comparison());
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

  @Test
  void render_colourTakenAway_isTheSameText() {
    String coloured = render(Comparisons.regressed(), new Style(100, Colour.ON, Detail.ALL));

    assertThat(coloured.replaceAll(OUR_COLOURS, ""))
        .isEqualTo(render(Comparisons.regressed(), new Style(100, Colour.OFF, Detail.ALL)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void render_anyWidth_keepsWithinIt(String name, MeasurementRecord record) {
    keepsWithinAnyWidth(Comparisons.judged(record), record);
  }

  @Test
  void render_hostileTextAtAnyWidth_keepsWithinIt() {
    keepsWithinAnyWidth(Hostile.comparison(), Hostile.twoArms());
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 120})
  void render_hostileText_cannotSteerTheTerminal(int width) {
    Style style = new Style(width, Colour.ON, Detail.ALL);

    String report = new Report(Hostile.comparison(), Hostile.twoArms()).terminal(style);

    String text = report.replaceAll(OUR_COLOURS, "");
    assertThat(text.codePoints().filter(c -> c != '\n').mapToObj(Character::getType))
        .doesNotContain(
            (int) Character.CONTROL,
            (int) Character.FORMAT,
            (int) Character.LINE_SEPARATOR,
            (int) Character.SURROGATE);
    assertThat(text.lines()).noneMatch(line -> line.startsWith("# heading"));
  }

  @Test
  void render_recordOfOneArmBesideIt_stillSaysWhatTheVerdictSays() {
    Verdict verdict = Comparisons.judged(Comparisons.regressed());

    String report =
        new Report(verdict, Runs.typical()).terminal(new Style(100, Colour.OFF, Detail.KEY));

    assertThat(report)
        .startsWith("\n✘ REGRESSED: hello with platform threads takes 1")
        .contains("base ref=main,tomcat=10.1.59\nhead ref=.\n");
  }

  private static void keepsWithinAnyWidth(Verdict verdict, MeasurementRecord record) {
    for (Detail detail : Detail.values()) {
      for (int width = 40; width <= 140; width += 3) {
        Style style = new Style(width, Colour.OFF, detail);
        List<String> lines = new Report(verdict, record).terminal(style).lines().toList();
        int most = width;

        assertThat(lines)
            .allSatisfy(line -> assertThat(Plain.width(line)).isLessThanOrEqualTo(most));
      }
    }
  }

  static Stream<Object[]> kinds() {
    return Stream.of(
        new Object[] {"improved", Comparisons.improved()},
        new Object[] {"unchanged", Comparisons.unchanged()},
        new Object[] {"false-alarm", Comparisons.falseAlarm()},
        new Object[] {"several", Comparisons.several()},
        new Object[] {"noisy", Comparisons.noisy()},
        new Object[] {"before-first-look", Comparisons.beforeFirstLook()},
        new Object[] {"one-pair", Comparisons.onePair()},
        new Object[] {"certain", Comparisons.certain()},
        new Object[] {"host-moved", Comparisons.hostMoved()},
        new Object[] {"gaps", Comparisons.gaps()},
        new Object[] {"died-once", Comparisons.dying(1)},
        new Object[] {"died-often", Comparisons.dying(8)},
        new Object[] {"spoilt", Comparisons.spoilt()});
  }

  private static void golden(String name, MeasurementRecord record, Style style) {
    Golden.assertSame("comparison-" + name + ".txt", render(record, style));
  }

  private static String render(MeasurementRecord record, Style style) {
    return new Report(Comparisons.judged(record), record).terminal(style);
  }
}
