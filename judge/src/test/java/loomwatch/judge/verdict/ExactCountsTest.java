package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.PLATFORM;
import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.CONTENDED_LOCKS;
import static loomwatch.results.Metric.RESPONSE_BYTES;
import static loomwatch.results.Metric.SQL_STATEMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Finding.AsOften;
import loomwatch.judge.verdict.Finding.LessOften;
import loomwatch.judge.verdict.Finding.MoreOften;
import loomwatch.judge.verdict.Finding.TooEarly;
import loomwatch.results.Count;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Counts of 1,000 requests in each launch, such as {@code a=12 /b:c=0.1}: times per request, or per
 * request {@code /b} of a mix.
 */
class ExactCountsTest {
  private static final long REQUESTS = 1_000;

  private final Run run = Run.of("hello");
  private final TestThresholds thresholds = TestThresholds.none();

  @Test
  void judge_grewInBothModesOfOneRound_isRegressed() {
    pair(1, PLATFORM, "a=12", "a=24");
    pair(1, VIRTUAL, "a=12", "a=24");

    Verdict verdict = run.judged(thresholds);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(verdict.decidesByCounts()).isTrue();
    assertThat(line(verdict, VIRTUAL).gate()).isTrue();
    assertThat(line(verdict, VIRTUAL).reason())
        .isEqualTo("12 → 24 SQL statements per request: a +12");
  }

  @Test
  void judge_grewInOneModeOfOneRound_isTooEarly() {
    pair(1, PLATFORM, "a=12", "a=12");
    pair(1, VIRTUAL, "a=12", "a=24");

    assertThat(finding(VIRTUAL)).isInstanceOf(TooEarly.class);
    assertThat(run.judged(thresholds).decidesByCounts()).isFalse();
  }

  /** Two statements that vary a little are no less than one that does. */
  @Test
  void judge_varyingPartIsReplacedAndFew_isNotImproved() {
    pairs(1, VIRTUAL, "a=1 b=0.02", "a=1 c=0.02");
    pair(2, VIRTUAL, "a=1 b=0.02", "a=1 c=0.026");

    assertThat(finding(VIRTUAL)).isNotInstanceOf(LessOften.class);
  }

  @Test
  void judge_grewInOneModeOfTwoRounds_isRegressedInThatMode() {
    pairs(2, PLATFORM, "a=12", "a=12");
    pairs(2, VIRTUAL, "a=12", "a=24");

    assertThat(finding(VIRTUAL)).isInstanceOf(MoreOften.class);
    assertThat(finding(PLATFORM)).isInstanceOf(AsOften.class);
  }

  /** One mode more and the other less is no confirmation. */
  @Test
  void judge_modesDisagreeInOneRound_isTooEarly() {
    pair(1, PLATFORM, "a=12", "a=6");
    pair(1, VIRTUAL, "a=12", "a=24");

    assertThat(finding(VIRTUAL)).isInstanceOf(TooEarly.class);
    assertThat(finding(PLATFORM)).isInstanceOf(TooEarly.class);
  }

  @ParameterizedTest
  @CsvSource({
    "a=12, a=24, MoreOften",
    "a=12, a=12 b=0.1, MoreOften",
    "a=0.1, a=0.2, MoreOften",
    "a=1, a=1 b=0.01, MoreOften",
    // The same work by another statement is none that is more.
    "a=1 b=2, c=1 b=2, AsOften",
    "a=1, a=0.5 b=1.5, MoreOften",
    // One of a thousand is a connection's, or a lazy start's; so are a few.
    "a=1, a=1.001, AsOften",
    "a=1, a=1 b=0.001, AsOften",
    "a=1, a=1 b=0.004, AsOften",
    "a=24, a=12, LessOften",
    "a=1 b=2, a=1, LessOften",
    "a=1, a=1, AsOften"
  })
  void judge_exactInTwoRounds_isFoundWithoutATest(String base, String head, String finding) {
    pairs(2, VIRTUAL, base, head);

    assertThat(finding(VIRTUAL).getClass().getSimpleName()).isEqualTo(finding);
  }

  @Test
  void judge_fewerInBothModes_isImproved() {
    pair(1, PLATFORM, "a=12 b=1", "a=6 b=1");
    pair(1, VIRTUAL, "a=12 b=1", "a=6 b=1");

    Verdict verdict = run.judged(thresholds);

    assertThat(verdict.verdict()).isEqualTo(Outcome.IMPROVED);
    assertThat(finding(VIRTUAL)).isInstanceOf(LessOften.class);
    assertThat(line(verdict, VIRTUAL).reason())
        .isEqualTo("13 → 7 SQL statements per request: a −6");
  }

  /** One launch of a random cache looks exact, and its growth is that of chance. */
  @Test
  void judge_modesGrewFromAndToOtherNumbers_isTooEarly() {
    pair(1, PLATFORM, "a=0.28", "a=0.33");
    pair(1, VIRTUAL, "a=0.25", "a=0.3");

    assertThat(finding(PLATFORM)).isInstanceOf(TooEarly.class);
    assertThat(finding(VIRTUAL)).isInstanceOf(TooEarly.class);
  }

  /** A few of a random cache may agree by accident, to one event. */
  @Test
  void judge_fewEventsAgree_isTooEarlyAndThenLeftToOtherRules() {
    pair(1, PLATFORM, "a=1 b=0.02", "a=1 b=0.034");
    pair(1, VIRTUAL, "a=1 b=0.021", "a=1 b=0.034");
    assertThat(finding(VIRTUAL)).isInstanceOf(TooEarly.class);
    assertThat(run.judged(thresholds).decidesByCounts()).isFalse();

    pair(2, VIRTUAL, "a=1 b=0.02", "a=1 b=0.034");
    pair(3, VIRTUAL, "a=1 b=0.02", "a=1 b=0.034");
    assertThat(finding(VIRTUAL)).isNotInstanceOf(MoreOften.class);
    assertThat(line(run.judged(thresholds), VIRTUAL).gate()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "b=0.2, b=0.3, b=0.25, MoreOften",
    "b=0.2, b=0.3, '', TooEarly",
    "b=0.2, b=0.3, b=0.09, TooEarly",
    "b=0.2, a=1, b=0.25, TooEarly"
  })
  void judge_headAloneDoesItNowAndThen_isRegressedInThreeRounds(
      String first, String second, String third, String finding) {
    pair(1, VIRTUAL, "a=1", "a=1 " + first);
    pair(2, VIRTUAL, "a=1", "a=1 " + second);
    if (!third.isEmpty()) {
      pair(3, VIRTUAL, "a=1", "a=1 " + third);
    }

    assertThat(finding(VIRTUAL).getClass().getSimpleName()).isEqualTo(finding);
  }

  /** A statement that varies has another text in head. */
  @ParameterizedTest
  @CsvSource({
    "b=0.9, b=0.92, c=0.91, c=0.89, false",
    "b=0.9, b=0.93, c=0.91, c=0.91, false",
    "b=0.9, b=0.93, c=1.1, c=1.07, true",
    "b=1.03, b=1.06, c=1, c=1, false"
  })
  void judge_varyingPartIsReplaced_isRegressedByWhatIsMore(
      String base, String baseLater, String head, String headLater, boolean regressed) {
    List<String> before = List.of(base, baseLater, base);
    List<String> after = List.of(head, headLater, head);
    for (int round = 1; round <= 3; round++) {
      pair(round, VIRTUAL, "a=1 " + before.get(round - 1), "a=1 " + after.get(round - 1));
      boolean ended = regressed && round == 3;
      assertThat(run.judged(thresholds).decidesByCounts()).isEqualTo(ended);
    }
  }

  /** What is new agrees by accident, what it replaces does not. */
  @Test
  void judge_modesAgreeOnWhatIsNewAlone_isNotRegressed() {
    pair(1, PLATFORM, "a=1 b=0.9", "a=1 c=0.91");
    pair(1, VIRTUAL, "a=1 b=0.93", "a=1 c=0.91");

    assertThat(run.judged(thresholds).decidesByCounts()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"a=1.2, a=1.3, true", "a=1.09, a=1.3, false"})
  void judge_exactBeforeAndVariesAtMore_isRegressedInThreeRounds(
      String head, String headLater, boolean regressed) {
    pair(1, VIRTUAL, "a=1", head);
    pair(2, VIRTUAL, "a=1", headLater);
    pair(3, VIRTUAL, "a=1", head);

    assertThat(finding(VIRTUAL) instanceof MoreOften).isEqualTo(regressed);
  }

  @ParameterizedTest
  @CsvSource({"b=0.9, true", "b=0.05, false", "a=24, false", "c=20, false"})
  void judge_locksThatHeadAloneWaitsFor_areRegressed(String head, boolean regressed) {
    for (int round = 1; round <= 3; round++) {
      assertThat(run.judged(thresholds).decidesByCounts()).isFalse();
      String known = head.startsWith("c") ? "" : "a=" + (22 - round) + " ";
      run.counted("base", round, PLATFORM, counts(CONTENDED_LOCKS, "a=" + (20 + round)))
          .counted("head", round, PLATFORM, counts(CONTENDED_LOCKS, known + head));
    }

    assertThat(
            Run.line(run.judged(thresholds), CONTENDED_LOCKS, JudgedMode.of(PLATFORM)).verdict()
                == Outcome.REGRESSED)
        .isEqualTo(regressed);
  }

  @ParameterizedTest
  @CsvSource({
    "4772, 5727, 4772 → 5727 bytes per response, REGRESSED",
    "4772, 5100, 4772 → 5100 bytes per response, PASS",
    "4772, 4772, 4772 bytes per response, PASS"
  })
  void judge_responseBytes_mayGrowByATenth(int base, int head, String reason, Outcome outcome) {
    for (Mode mode : Mode.values()) {
      run.counted("base", 1, mode, counts(RESPONSE_BYTES, "all=" + base))
          .counted("head", 1, mode, counts(RESPONSE_BYTES, "all=" + head));
    }

    MetricVerdict line =
        Run.line(run.judged(thresholds), RESPONSE_BYTES, JudgedMode.of(Mode.VIRTUAL));
    assertThat(line.verdict()).isEqualTo(outcome);
    assertThat(line.reason()).isEqualTo(reason);
  }

  /** What a cache or a job decides has chance in it. */
  @Test
  void judge_varies_isLeftToOtherRules() {
    List<String> base = List.of("a=1", "a=1.1", "a=1.05", "a=0.95", "a=1.02", "a=1.08");
    for (int round = 1; round <= base.size(); round++) {
      pair(round, VIRTUAL, base.get(round - 1), "a=2");
    }

    assertThat(finding(VIRTUAL)).isInstanceOf(Finding.Worse.class);
  }

  @Test
  void judge_variesByOneEvent_isExact() {
    pair(1, VIRTUAL, "a=1", "a=2");
    pair(2, VIRTUAL, "a=1.001", "a=2");

    assertThat(finding(VIRTUAL)).isInstanceOf(MoreOften.class);
  }

  /** It runs now and then, whatever is requested. */
  @Test
  void judge_grewBesideAScheduledJob_isRegressedByWhatGrew() {
    pair(1, VIRTUAL, "a=12 job=0.02", "a=24 job=0.05");
    pair(2, VIRTUAL, "a=12 job=0.05", "a=24 job=0.01");

    assertThat(finding(VIRTUAL))
        .isInstanceOfSatisfying(
            MoreOften.class,
            more ->
                assertThat(more.requests().getFirst().changes())
                    .containsExactly(new Finding.CountChange("a", 12, 24)));
  }

  @Test
  void judge_oneRequestOfAMixGrew_isNamed() {
    pairs(2, VIRTUAL, "/a:x=3 /b:x=2 /b:y=1", "/a:x=3 /b:x=2 /b:y=13");

    assertThat(line(run.judged(thresholds), VIRTUAL).reason())
        .isEqualTo("/b: 3 → 15 SQL statements per request: y +12");
  }

  @Test
  void judge_mixAsBefore_hasEachRequest() {
    pairs(2, VIRTUAL, "/a:x=3 /b:x=2", "/a:x=3 /b:x=2");

    assertThat(line(run.judged(thresholds), VIRTUAL).reason())
        .isEqualTo("/a: 3 SQL statements per request; /b: 2 SQL statements per request");
  }

  /** What one request of a mix has by chance does not hide what another has exactly. */
  @ParameterizedTest
  @CsvSource({
    "/a:x=0.1 /b:x=2, /a:x=0.3 /b:x=2, /a:x=0.2 /b:x=3, /a:x=0.1 /b:x=3, MoreOften",
    // What moves from one to the other is no more.
    "/a:x=1 /b:x=2, /a:x=1 /b:x=2, /a:x=2 /b:x=1, /a:x=2 /b:x=1, AsOften"
  })
  void judge_mix_isTheSumOfExactParts(
      String base, String baseLater, String head, String headLater, String finding) {
    pair(1, VIRTUAL, base, head);
    pair(2, VIRTUAL, baseLater, headLater);

    assertThat(finding(VIRTUAL).getClass().getSimpleName()).isEqualTo(finding);
  }

  /** Less of one part says nothing where another is not known exactly. */
  @Test
  void judge_fellBesideAScheduledJob_isLeftToOtherRules() {
    pair(1, VIRTUAL, "a=12 job=0.02", "a=6 job=0.05");
    pair(2, VIRTUAL, "a=12 job=0.05", "a=6 job=0.01");

    assertThat(finding(VIRTUAL)).isInstanceOf(Finding.TooEarly.class);
  }

  @ParameterizedTest
  @CsvSource({"0.5, true, PASS", "0.09, true, REGRESSED", "0.09, false, PASS"})
  void judge_toleranceStated_allowsGrowthAndMayInform(
      double tolerance, boolean gates, Outcome outcome) {
    thresholds
        .tolerance("hello", PLATFORM, SQL_STATEMENTS, tolerance, gates)
        .tolerance("hello", VIRTUAL, SQL_STATEMENTS, tolerance, gates);
    for (Mode mode : Mode.values()) {
      pairs(2, mode, "a=10", "a=11");
    }
    Verdict verdict = run.judged(thresholds);

    assertThat(verdict.decidesByCounts()).isEqualTo(outcome == Outcome.REGRESSED);
    assertThat(finding(VIRTUAL)).isInstanceOf(tolerance > 0.1 ? AsOften.class : MoreOften.class);
    assertThat(line(verdict, VIRTUAL).gate()).isEqualTo(gates);
    if (gates) {
      assertThat(verdict.verdict()).isEqualTo(outcome);
    } else {
      assertThat(verdict.verdict()).isNotEqualTo(Outcome.REGRESSED);
    }
  }

  @ParameterizedTest
  @CsvSource({"11, REGRESSED", "13, PASS"})
  void judge_ceilingOnStatements_isReadFromThresholds(int ceiling, Outcome outcome) {
    for (int round = 1; round <= 4; round++) {
      run.counted("head", round, VIRTUAL, counts("a=12"));
    }
    String text =
        "schema: 1\nlimits:\n  - {scenario: hello, metric: sql-statements, mode: virtual,"
            + " ceiling: "
            + ceiling
            + ", gate: true, why: paid for}\n";

    Verdict verdict =
        Judge.judge(run.record(), ThresholdsReader.parse("thresholds.yaml", text, Set.of("hello")));

    assertThat(line(verdict, VIRTUAL).verdict()).isEqualTo(outcome);
  }

  private void pairs(int rounds, Mode mode, String base, String head) {
    for (int round = 1; round <= rounds; round++) {
      pair(round, mode, base, head);
    }
  }

  private void pair(int round, Mode mode, String base, String head) {
    run.counted("base", round, mode, counts(base)).counted("head", round, mode, counts(head));
  }

  private static List<Count> counts(String text) {
    return counts(SQL_STATEMENTS, text);
  }

  private static List<Count> counts(Metric metric, String text) {
    List<Count> counts = new ArrayList<>();
    for (String part : text.split(" ")) {
      String[] of = part.split("=");
      long times = Math.round(Double.parseDouble(of[1]) * REQUESTS);
      String[] name = of[0].split(":");
      String request = name.length > 1 ? name[0] : null;
      counts.add(new Count(metric, request, name[name.length - 1], times, REQUESTS));
    }
    return counts;
  }

  private Finding finding(Mode mode) {
    return line(run.judged(thresholds), mode)
        .change()
        .flatMap(Change::found)
        .orElseThrow()
        .finding();
  }

  private static MetricVerdict line(Verdict verdict, Mode mode) {
    return Run.line(verdict, SQL_STATEMENTS, JudgedMode.of(mode));
  }
}
