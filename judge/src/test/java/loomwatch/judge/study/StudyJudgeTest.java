package loomwatch.judge.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import loomwatch.judge.study.StudyVerdict.ClaimFinding;
import loomwatch.judge.study.StudyVerdict.ClaimFinding.Unknown;
import loomwatch.judge.study.StudyVerdict.ClaimOutcome;
import loomwatch.results.Host;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.Sample;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyDesign.Claim.Contrast;
import loomwatch.results.study.StudyDesign.Factor;
import loomwatch.results.study.StudyDesign.Loop;
import loomwatch.results.study.StudyDesign.StudyCell;
import loomwatch.results.study.StudyRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two factors: a kind (one, two) and a size (s, l). */
final class StudyJudgeTest {
  private static final Contrast KIND =
      new Contrast(Map.of("kind", "two"), Map.of("kind", "one"), null);

  private static final Contrast LESS =
      new Contrast(
          Map.of("kind", "two", "size", "l"),
          Map.of("kind", "two", "size", "s"),
          Map.of("kind", "one", "size", "s"));

  private static StudyCell cell(String kind, String size) {
    return new StudyCell(Map.of("kind", kind, "size", size), kind, Mode.PLATFORM, size);
  }

  private static final List<StudyCell> CELLS =
      List.of(cell("one", "s"), cell("one", "l"), cell("two", "s"), cell("two", "l"));

  private static Claim claim(
      Contrast contrast,
      @Nullable Contrast against,
      @Nullable Double least,
      @Nullable Double most) {
    return new Claim("c", "c", null, "latency-p50", contrast, against, least, most, null);
  }

  /** Values by block, each of all cells in their order; below 0 is a launch that does not count. */
  private static StudyRecord record(Claim claim, double[]... blocks) {
    List<Launch> launches = new ArrayList<>();
    for (int block = 0; block < blocks.length; block++) {
      for (int at = 0; at < CELLS.size(); at++) {
        StudyCell cell = CELLS.get(at);
        double value = blocks[block][at];
        launches.add(
            new Launch(
                block + 1,
                at,
                cell.arm(),
                cell.mode(),
                cell.scenario(),
                Instant.EPOCH,
                null,
                null,
                null,
                List.of(),
                List.of(sample(claim, cell, Math.abs(value))),
                value < 0 ? List.of(new Invalid(Invalid.Reason.ERRORS, "some")) : List.of()));
      }
    }
    Host host =
        new Host("CPU", 2, 1L << 30, "6", "none", "off", "off", "off", List.of(0), List.of(1));
    StudyDesign design =
        new StudyDesign(
            "s",
            "s",
            "d",
            Loop.OPEN,
            List.of(
                new Factor("kind", List.of("one", "two")), new Factor("size", List.of("s", "l"))),
            CELLS,
            List.of(claim),
            blocks.length);
    return new StudyRecord(
        1,
        "id",
        Instant.EPOCH,
        "study",
        1,
        "embedded",
        host,
        "f",
        Map.of(),
        design,
        List.of(),
        launches,
        List.of());
  }

  /** Of a capacity, those of kind two are what could be shown at least. */
  private static Sample sample(Claim claim, StudyCell cell, double value) {
    Metric metric = Metric.named(claim.quantity()).orElseThrow();
    return metric == Metric.CAPACITY && cell.arm().equals("two")
        ? new Sample(metric, value, List.of("at least that"))
        : Sample.of(metric, value);
  }

  private static ClaimFinding judge(Claim claim, double[]... blocks) {
    return StudyJudge.judge(record(claim, blocks)).claims().getFirst();
  }

  private static final double[][] TWICE = {
    {1, 10, 2.0, 20}, {1.1, 11, 2.21, 22}, {0.9, 9, 1.79, 18}
  };

  @Test
  void judge_ratioWithinBounds_holds() {
    ClaimFinding finding = judge(claim(KIND, null, 1.9, 2.1), TWICE);

    assertThat(finding.outcome()).isEqualTo(ClaimOutcome.HOLDS);
    assertThat(Objects.requireNonNull(finding.value()).mean()).isCloseTo(2, within(0.01));
    assertThat(finding.value().blocks()).isEqualTo(3);
  }

  @Test
  void judge_ratioBeyondBounds_doesNotHold() {
    assertThat(judge(claim(KIND, null, 2.5, null), TWICE).outcome())
        .isEqualTo(ClaimOutcome.DOES_NOT_HOLD);
    assertThat(judge(claim(KIND, null, null, 1.5), TWICE).outcome())
        .isEqualTo(ClaimOutcome.DOES_NOT_HOLD);
  }

  /** Twice as much, or more. */
  @Test
  void judge_valueThatMayBeMore_isToldByOneSideAlone() {
    Contrast upsideDown = new Contrast(KIND.over(), KIND.of(), null);

    assertThat(capacity(KIND, 1.9, null).outcome()).isEqualTo(ClaimOutcome.HOLDS);
    assertThat(capacity(KIND, null, 1.5).outcome()).isEqualTo(ClaimOutcome.DOES_NOT_HOLD);
    assertThat(capacity(KIND, null, 2.1).why()).isEqualTo(Unknown.BOUND);
    assertThat(capacity(KIND, 2.5, null).why()).isEqualTo(Unknown.BOUND);
    assertThat(capacity(upsideDown, null, 0.6).outcome()).isEqualTo(ClaimOutcome.HOLDS);
    assertThat(capacity(upsideDown, 0.4, null).why()).isEqualTo(Unknown.BOUND);
  }

  private static ClaimFinding capacity(
      Contrast contrast, @Nullable Double least, @Nullable Double most) {
    return judge(new Claim("c", "c", null, "capacity", contrast, null, least, most, null), TWICE);
  }

  @Test
  void judge_intervalStraddlesBound_cannotTell() {
    ClaimFinding finding =
        judge(
            claim(KIND, null, 2.0, null),
            new double[] {1, 1, 1.5, 1.5},
            new double[] {1, 1, 3, 3},
            new double[] {1, 1, 2, 2});

    assertThat(finding.outcome()).isEqualTo(ClaimOutcome.CANNOT_TELL);
    assertThat(finding.why()).isEqualTo(Unknown.STRADDLES);
  }

  @Test
  void judge_blockWithoutALaunch_countsNowhere() {
    ClaimFinding finding =
        judge(
            claim(KIND, null, 1.9, 2.1), TWICE[0], TWICE[1], TWICE[2], new double[] {1, 1, 9, -9});

    assertThat(finding.outcome()).isEqualTo(ClaimOutcome.HOLDS);
    assertThat(Objects.requireNonNull(finding.value()).blocks()).isEqualTo(3);
  }

  /** Those two that are left may be the fast ones. */
  @Test
  void judge_halfOfTheBlocksLost_cannotTell() {
    double[] lost = {1, 1, 9, -9};

    ClaimFinding finding = judge(claim(KIND, null, 1.9, 2.1), TWICE[0], TWICE[1], lost, lost);

    assertThat(finding.outcome()).isEqualTo(ClaimOutcome.CANNOT_TELL);
    assertThat(finding.why()).isEqualTo(Unknown.MOST_LOST);
  }

  @Test
  void judge_oneBlock_cannotTellAndSaysWhy() {
    ClaimFinding finding = judge(claim(KIND, null, 1.0, null), TWICE[0]);

    assertThat(finding.why()).isEqualTo(Unknown.TOO_FEW_BLOCKS);
    assertThat(Objects.requireNonNull(finding.value()).mean()).isEqualTo(2);
  }

  /** 3 ÷ 1 = 3 of what is left when 1 is taken off 4 and 2. */
  @Test
  void judge_minus_isTakenOffBoth() {
    ClaimFinding finding =
        judge(claim(LESS, null, 2.99, 3.01), new double[] {1, 7, 2, 4}, new double[] {1, 7, 2, 4});

    assertThat(finding.outcome()).isEqualTo(ClaimOutcome.HOLDS);
  }

  /** (8 − 2) ÷ (3 − 1): of each kind, what its own small size takes is taken off. */
  @Test
  void judge_minusWithoutAFactor_isOfTheSameLevelOfIt() {
    Contrast own =
        new Contrast(
            Map.of("kind", "two", "size", "l"),
            Map.of("kind", "one", "size", "l"),
            Map.of("size", "s"));
    double[] block = {1, 3, 2, 8};

    assertThat(judge(claim(own, null, 2.99, 3.01), block, block).outcome())
        .isEqualTo(ClaimOutcome.HOLDS);
  }

  @Test
  void judge_quantityThatNoLaunchHas_saysSo() {
    Claim other = new Claim("c", "c", null, "throughput", KIND, null, 1.0, null, null);
    StudyRecord record = record(claim(KIND, null, 1.0, null), TWICE).claiming(List.of(other));

    assertThat(StudyJudge.judge(record).claims().getFirst().why()).isEqualTo(Unknown.NOT_MEASURED);
  }

  @Test
  void judge_nothingLeft_cannotTellAndSaysWhy() {
    assertThat(
            judge(
                    claim(LESS, null, 1.0, null),
                    new double[] {3, 7, 2, 4},
                    new double[] {1, 7, 2, 4})
                .why())
        .isEqualTo(Unknown.NOTHING_LEFT);
  }

  /** With small sizes it is threefold, with large ones twofold: 1.5 times as much. */
  @Test
  void judge_against_isARatioOfRatios() {
    Contrast small =
        new Contrast(Map.of("kind", "two", "size", "s"), Map.of("kind", "one", "size", "s"), null);
    Contrast large =
        new Contrast(Map.of("kind", "two", "size", "l"), Map.of("kind", "one", "size", "l"), null);

    ClaimFinding finding =
        judge(
            claim(small, large, 1.49, 1.51),
            new double[] {1, 10, 3, 20},
            new double[] {2, 20, 6, 40});

    assertThat(finding.outcome()).isEqualTo(ClaimOutcome.HOLDS);
  }

  /** A slow hour of the host moves all of a block alike, and no contrast. */
  @Test
  void judge_blocksOfAnySpeed_giveTheSame() {
    ClaimFinding even = judge(claim(KIND, null, 1.0, null), TWICE);
    double[][] uneven = new double[TWICE.length][];
    for (int block = 0; block < TWICE.length; block++) {
      double factor = 1 + 3 * block;
      uneven[block] = Arrays.stream(TWICE[block]).map(v -> v * factor).toArray();
    }

    ClaimFinding finding = judge(claim(KIND, null, 1.0, null), uneven);

    assertThat(Objects.requireNonNull(finding.value()).mean())
        .isCloseTo(Objects.requireNonNull(even.value()).mean(), within(1e-9));
  }

  /** A claim at its very bound is shown false or true one time in twenty each. */
  @Test
  void judge_ratioAtItsBound_isToldWronglyOneTimeInTwenty() {
    Random random = new Random(21);
    int holds = 0;
    int fails = 0;
    int runs = 4_000;
    for (int run = 0; run < runs; run++) {
      double[][] blocks = new double[4][];
      for (int block = 0; block < blocks.length; block++) {
        double shift = Math.exp(random.nextGaussian());
        blocks[block] = new double[CELLS.size()];
        for (int at = 0; at < CELLS.size(); at++) {
          blocks[block][at] = shift * Math.exp(0.1 * random.nextGaussian());
        }
      }
      ClaimOutcome holding = judge(claim(KIND, null, 1.0, null), blocks).outcome();
      holds += holding == ClaimOutcome.HOLDS ? 1 : 0;
      fails += holding == ClaimOutcome.DOES_NOT_HOLD ? 1 : 0;
    }
    assertThat(holds / (double) runs).isCloseTo(0.05, within(0.012));
    assertThat(fails / (double) runs).isCloseTo(0.05, within(0.012));
  }
}
