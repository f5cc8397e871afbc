package loomwatch.judge.verdict;

import static loomwatch.results.Launch.Mode.VIRTUAL;
import static loomwatch.results.Metric.FAILED_REQUESTS;
import static loomwatch.results.Metric.REOPENED_CONNECTIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loomwatch.judge.statistics.ErrorRate;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Side;
import loomwatch.results.LoadResult;
import loomwatch.results.LoadResult.LoadErrors;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.MeasurementRecord.Comparison;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;

/** Requests that fail and connections that are closed, in three rounds of 20,000 requests. */
class EventCountsTest {
  private static final int REQUESTS = 20_000;

  @Test
  void judge_headAnswersWrongOnceIn300_isRegressedByErrors() {
    Verdict verdict = judged(answers(0, 0, 0), answers(66, 67, 66));

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    MetricVerdict line = line(verdict, FAILED_REQUESTS);
    assertThat(line.gate()).isTrue();
    assertThat(line.reason())
        .startsWith(
            "199 of 60,000 requests failed (199 with another answer than expected); of base's"
                + " 60,000 none (adjusted p ");
  }

  @Test
  void judge_headClosesEachConnectionAfter100_isRegressedByConnections() {
    Verdict verdict = judged(reopened(0, 0, 0), reopened(200, 199, 200));

    assertThat(verdict.verdict()).isEqualTo(Outcome.REGRESSED);
    assertThat(line(verdict, REOPENED_CONNECTIONS).reason())
        .startsWith(
            "599 of 60,000 requests found their connection closed by the server; of base's 60,000"
                + " none (adjusted p ");
    assertThat(line(verdict, FAILED_REQUESTS).change()).isEmpty();
  }

  /** Student's t of the roots, by scipy; by numbers alone it would be 2⁻¹³. */
  @Test
  void p_resetOnceIn5000_isThatOfLaunches() {
    MeasurementRecord record = record(answers(0, 0, 0), answers(4, 4, 5));

    EventCounts row = EventCounts.of(variant(record, "base"), variant(record, "head")).getFirst();

    assertThat(row.p()).isCloseTo(0.003511491910, within(1e-9));
  }

  @Test
  void judge_oneLostInAMillion_passes() {
    Verdict verdict = judged(answers(0, 0, 0), answers(0, 1, 0));

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.suspects()).isFalse();
    assertThat(line(verdict, FAILED_REQUESTS).reason())
        .isEqualTo(
            "1 of 60,000 requests failed (1 with another answer than expected); of base's 60,000"
                + " none");
  }

  @Test
  void judge_manyInOneLaunch_isSuspectedAndNotAccused() {
    Verdict verdict = judged(answers(0, 0, 0), answers(0, 900, 0));

    assertThat(verdict.verdict()).isEqualTo(Outcome.PASS);
    assertThat(verdict.decides()).isFalse();
  }

  @Test
  void judge_headFailsAsOftenOrLess_passes() {
    assertThat(judged(answers(66, 70, 60), answers(66, 67, 66)).verdict()).isEqualTo(Outcome.PASS);
    assertThat(judged(answers(66, 70, 60), answers(0, 0, 0)).verdict()).isEqualTo(Outcome.PASS);
  }

  /** One in a thousand in both, whatever the launch: the level of .05 is for all of the family. */
  @Test
  void judge_sameShareInBoth_isHardlyEverRegressed() {
    Random random = new Random(9);
    ErrorRate.assertBetween(
        0.01, 0.05, () -> judged(drawn(random), drawn(random)).verdict() == Outcome.REGRESSED);
  }

  @Test
  void judge_burstsInBoth_isHardlyEverRegressed() {
    Random random = new Random(10);
    ErrorRate.assertBetween(
        0.02, 0.05, () -> judged(bursts(random), bursts(random)).verdict() == Outcome.REGRESSED);
  }

  private static List<LoadResult> bursts(Random random) {
    return Stream.generate(() -> answer(random.nextDouble() < 0.3 ? 100 : 0)).limit(3).toList();
  }

  private static List<LoadResult> drawn(Random random) {
    return Stream.generate(
            () -> {
              int errors = 0;
              for (int i = 0; i < 100; i++) {
                errors += random.nextDouble() < 0.2 ? 1 : 0;
              }
              return answer(errors);
            })
        .limit(3)
        .toList();
  }

  private static List<LoadResult> answers(int first, int second, int third) {
    return List.of(answer(first), answer(second), answer(third));
  }

  private static List<LoadResult> reopened(long... connections) {
    return LongStream.of(connections).mapToObj(each -> load(LoadErrors.NONE, each)).toList();
  }

  private static LoadResult answer(int wrong) {
    return load(new LoadErrors(0, 0, 0, wrong, 0), 0);
  }

  private static LoadResult load(LoadErrors errors, long reopened) {
    return new LoadResult(
        "embedded",
        "1",
        8000,
        50,
        2.5,
        REQUESTS,
        REQUESTS - errors.total(),
        errors,
        0,
        8000,
        null,
        null,
        List.of(),
        0,
        List.of(),
        null,
        reopened,
        null,
        null);
  }

  private static Verdict judged(List<LoadResult> base, List<LoadResult> head) {
    return Judge.judge(record(base, head), TestThresholds.none().thresholds());
  }

  private static MeasurementRecord record(List<LoadResult> base, List<LoadResult> head) {
    Run run = Run.of("hello");
    for (int round = 1; round <= base.size(); round++) {
      run.add(launch("base", round, base.get(round - 1)));
      run.add(launch("head", round, head.get(round - 1)));
    }
    MeasurementRecord record = run.record();
    Comparison looks =
        new Comparison(
            Map.of("base", "ref=main", "head", "ref=."), false, Looks.upTo(5), null, List.of());
    return record.with(record.launches(), looks);
  }

  private static VariantLaunches variant(MeasurementRecord record, String variant) {
    return new VariantLaunches(record, Side.valueOf(variant.toUpperCase(Locale.ROOT)));
  }

  private static Launch launch(String variant, int round, LoadResult load) {
    Long reopened = load.reopened();
    double share = reopened == null ? 0 : reopened / (double) REQUESTS;
    List<Sample> samples =
        List.of(
            Sample.of(FAILED_REQUESTS, load.errors().total() / (double) REQUESTS),
            Sample.of(REOPENED_CONNECTIONS, share));
    return Run.launch(variant, round, VIRTUAL, "hello", load, List.of(), samples, List.of());
  }

  private static MetricVerdict line(Verdict verdict, Metric metric) {
    return Run.line(verdict, metric, JudgedMode.VIRTUAL);
  }
}
