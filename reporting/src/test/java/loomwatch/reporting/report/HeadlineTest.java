package loomwatch.reporting.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import loomwatch.judge.thresholds.ThresholdsReader;
import loomwatch.judge.verdict.Judge;
import loomwatch.judge.verdict.NoiseFloors;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.MeasurementRecord;
import org.junit.jupiter.api.Test;

/** What a comparison is blamed on. */
final class HeadlineTest {
  private static final String CPU =
      "{scenario: hello, metric: cpu-per-request, tolerance: 50 %, gate: true, why: w}";

  private static final NoiseFloors DISTRUSTED =
      new NoiseFloors("sha256:1", List.of(), "3 false positives in 9 comparisons");

  @Test
  void of_headDiesAndWhatIsLeftIsFarOff_blamesBothAndItsFailingFirst() {
    MeasurementRecord record = Comparisons.dyingAndSlower();
    Verdict verdict = Comparisons.judged(record);

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(Headline.of(verdict, record))
        .hasSize(3)
        .first()
        .asString()
        .startsWith("hello with virtual threads: 8 launches failed by themselves: server-died")
        .contains("; base did not in those rounds (adjusted p ");
  }

  /** Base bears 100 % more than head, and head half of base. */
  @Test
  void of_headBearsHalf_saysHowMuchLess() {
    assertThat(
            headline(
                Comparisons.bearingHalf(),
                "{scenario: hello, metric: capacity, tolerance: 5 %, gate: true, why: paid for}"))
        .first()
        .asString()
        .startsWith("hello with virtual threads bears 49.76 % less load (");
  }

  /** From 0.05 to 32 bytes is no percentage that says anything. */
  @Test
  void of_requestsLeaveBytesBehind_saysHowMany() {
    assertThat(
            headline(
                Comparisons.leaking(),
                "{scenario: hello, metric: retained-per-request, tolerance: 50 %,"
                    + " gate: true, why: leaks}"))
        .containsExactly(
            "hello with virtual threads keeps 32.1 B more of each request (0.0500 → 32.2 B; 6"
                + " pairs, p < 0.0001).",
            "In all, 1 of 2 judged changes is worse.");
  }

  /** It does not decide, and is not hidden either. */
  @Test
  void of_limitThatBaseBreaksToo_saysSo() {
    assertThat(
            headline(
                Comparisons.unchanged(),
                "{scenario: hello, metric: cpu-per-request, tolerance: 50 %, gate: true, why: w}"
                    + "\n  - {scenario: hello, metric: cpu-per-request, mode: virtual,"
                    + " ceiling: 1 us, gate: true, why: w}"))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("Informational absolute limit: hello virtual cpu-per-request: mean")
        .contains("above the ceiling of 1 µs/request; base, ")
        .endsWith("is not shown to keep it either.");
  }

  @Test
  void of_headDiesOnAHostOfTooManyFalseAlarms_isStillBlamedForIt() {
    MeasurementRecord record = Comparisons.dyingAndSlower();

    assertThat(Comparisons.judged(record, DISTRUSTED).verdict()).isEqualTo(Outcome.REGRESSED);
  }

  @Test
  void of_countThatGrewAlikeInBothModes_isOneSentence() {
    assertThat(headline(Comparisons.executing(100, 600, 600), CPU))
        .first()
        .isEqualTo(
            "hello: 1 → 6 SQL statements per request: select … from pets p1_0 where p1_0.owner_id"
                + " = ? +5.");
  }

  @Test
  void of_countThatGrewOtherwiseInEachMode_areTwoSentences() {
    assertThat(headline(Comparisons.executing(100, 600, 700), CPU))
        .contains(
            "hello with platform threads: 1 → 6 SQL statements per request: select … from pets p1_0"
                + " where p1_0.owner_id = ? +5.",
            "hello with virtual threads: 1 → 7 SQL statements per request: select … from pets p1_0"
                + " where p1_0.owner_id = ? +6.");
  }

  @Test
  void of_countThatFell_isImproved() {
    assertThat(headline(Comparisons.executing(600, 100, 100), CPU))
        .first()
        .isEqualTo(
            "hello: 6 → 1 SQL statements per request: select … from pets p1_0 where p1_0.owner_id"
                + " = ? −5.");
  }

  private static List<String> headline(MeasurementRecord record, String limit) {
    String thresholds = "schema: 1\nlimits:\n  - " + limit + "\n";
    return Headline.of(
        Judge.judge(record, ThresholdsReader.parse("thresholds.yaml", thresholds, Set.of("hello"))),
        record);
  }
}
