package loomwatch.judge.study;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two factors: a kind (one, two) and a size (s, l). */
final class StudyJudgeTest {
  private static final List<StudyCell> CELLS =
      List.of(cell("one", "s"), cell("one", "l"), cell("two", "s"), cell("two", "l"));

  private static final Map<String, Contrast> CONTRASTS =
      Map.of(
          "kind",
          new Contrast(Map.of("kind", "two"), Map.of("kind", "one"), null),
          "upside-down",
          new Contrast(Map.of("kind", "one"), Map.of("kind", "two"), null),
          "small",
          new Contrast(levels("two", "s"), levels("one", "s"), null),
          "large",
          new Contrast(levels("two", "l"), levels("one", "l"), null),
          "large-less-small-of-one",
          new Contrast(levels("two", "l"), levels("two", "s"), levels("one", "s")),
          "large-less-own-small",
          new Contrast(levels("two", "l"), levels("one", "l"), Map.of("size", "s")));

  private static final String TWICE = "1 10 2.0 20; 1.1 11 2.21 22; 0.9 9 1.79 18";

  private static Map<String, String> levels(String kind, String size) {
    return Map.of("kind", kind, "size", size);
  }

  private static StudyCell cell(String kind, String size) {
    return new StudyCell(levels(kind, size), kind, Mode.PLATFORM, size);
  }

  private static Claim claim(
      String quantity, String contrasts, @Nullable Double least, @Nullable Double most) {
    String[] names = contrasts.split(" ÷ ");
    Contrast against = names.length == 1 ? null : contrast(names[1]);
    return new Claim("c", "c", null, quantity, contrast(names[0]), against, least, most, null);
  }

  private static Contrast contrast(String name) {
    return requireNonNull(CONTRASTS.get(name));
  }

  /** Values by round, each of all cells in their order; below 0 is a launch that does not count. */
  private static StudyRecord record(Claim claim, double[]... rounds) {
    List<Launch> launches = new ArrayList<>();
    for (int round = 0; round < rounds.length; round++) {
      for (int at = 0; at < CELLS.size(); at++) {
        launches.add(launch(claim, round + 1, at, rounds[round][at]));
      }
    }
    Host host =
        new Host("CPU", 2, 1L << 30, "6", "none", "off", "off", "off", List.of(0), List.of(1));
    List<Factor> factors =
        List.of(new Factor("kind", List.of("one", "two")), new Factor("size", List.of("s", "l")));
    StudyDesign design =
        new StudyDesign("s", "s", "d", Loop.OPEN, factors, CELLS, List.of(claim), rounds.length);
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
  private static Launch launch(Claim claim, int round, int at, double value) {
    StudyCell cell = CELLS.get(at);
    Metric metric = Metric.named(claim.quantity()).orElseThrow();
    boolean bound = metric == Metric.CAPACITY && cell.variant().equals("two");
    List<String> doubts = bound ? List.of("at least that") : List.of();
    return new Launch(
        round,
        at,
        cell.variant(),
        cell.mode(),
        cell.scenario(),
        Instant.EPOCH,
        null,
        null,
        null,
        List.of(),
        List.of(new Sample(metric, Math.abs(value), doubts)),
        value < 0 ? List.of(new Invalid(Invalid.Reason.ERRORS, "some")) : List.of());
  }

  private static double[][] rounds(String text) {
    return Stream.of(text.replace("TWICE", TWICE).split("; "))
        .map(round -> Stream.of(round.split(" ")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  private static ClaimFinding judge(Claim claim, double[]... rounds) {
    return StudyJudge.judge(record(claim, rounds)).claims().getFirst();
  }

  /**
   * A claim of a quantity's contrast with its bounds, of values by round: kind one's small and
   * large sizes and kind two's.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          latency-p50 | kind | 1.9 | 2.1 | TWICE | HOLDS |
          latency-p50 | kind | 2.5 |     | TWICE | DOES_NOT_HOLD |
          latency-p50 | kind |     | 1.5 | TWICE | DOES_NOT_HOLD |
          # Twice as much, or more, is told by one side alone.
          capacity | kind | 1.9 |     | TWICE | HOLDS |
          capacity | kind |     | 1.5 | TWICE | DOES_NOT_HOLD |
          capacity | kind |     | 2.1 | TWICE | CANNOT_TELL | BOUND
          capacity | kind | 2.5 |     | TWICE | CANNOT_TELL | BOUND
          capacity | upside-down |     | 0.6 | TWICE | HOLDS |
          capacity | upside-down | 0.4 |     | TWICE | CANNOT_TELL | BOUND
          latency-p50 | kind | 2.0 |     | 1 1 1.5 1.5; 1 1 3 3; 1 1 2 2 | CANNOT_TELL | STRADDLES
          # A round that lacks a launch counts nowhere; of few that are left, they may be the fast ones.
          latency-p50 | kind | 1.9 | 2.1 | TWICE; 1 1 9 -9 | HOLDS |
          latency-p50 | kind | 1.9 | 2.1 | 1 10 2 20; 1.1 11 2.21 22; 1 1 9 -9; 1 1 9 -9 | CANNOT_TELL | MOST_LOST
          latency-p50 | kind | 1.0 |     | 1 10 2 20 | CANNOT_TELL | TOO_FEW_ROUNDS
          # 3 ÷ 1 = 3 of what is left when 1 is taken off 4 and 2.
          latency-p50 | large-less-small-of-one | 2.99 | 3.01 | 1 7 2 4; 1 7 2 4 | HOLDS |
          # (8 − 2) ÷ (3 − 1): of each kind, what its own small size takes is taken off.
          latency-p50 | large-less-own-small | 2.99 | 3.01 | 1 3 2 8; 1 3 2 8 | HOLDS |
          latency-p50 | large-less-small-of-one | 1.0 |    | 3 7 2 4; 1 7 2 4 | CANNOT_TELL | NOTHING_LEFT
          # With small sizes it is threefold, with large ones twofold: 1.5 times as much.
          latency-p50 | small ÷ large | 1.49 | 1.51 | 1 10 3 20; 2 20 6 40 | HOLDS |
          """)
  void judge_claim_holdsOrNotOrSaysWhyItCannotTell(
      String quantity,
      String contrasts,
      @Nullable Double least,
      @Nullable Double most,
      String rounds,
      ClaimOutcome outcome,
      @Nullable Unknown why) {
    ClaimFinding finding = judge(claim(quantity, contrasts, least, most), rounds(rounds));

    assertThat(finding.outcome()).isEqualTo(outcome);
    if (outcome == ClaimOutcome.CANNOT_TELL) {
      assertThat(finding.why()).isEqualTo(why);
    }
  }

  @Test
  void judge_value_isTheMeanOfWholeRounds() {
    Claim claim = claim("latency-p50", "kind", 1.9, 2.1);

    ClaimFinding finding = judge(claim, rounds("TWICE; 1 1 9 -9"));
    assertThat(requireNonNull(finding.value()).mean()).isCloseTo(2, within(0.01));
    assertThat(finding.value().rounds()).isEqualTo(3);
    assertThat(requireNonNull(judge(claim, rounds("1 10 2 20")).value()).mean()).isEqualTo(2);
  }

  @Test
  void judge_quantityThatNoLaunchHas_saysSo() {
    Claim measured = claim("latency-p50", "kind", 1.0, null);
    Claim other = claim("throughput", "kind", 1.0, null);

    StudyRecord record = record(measured, rounds("TWICE")).claiming(List.of(other));
    assertThat(StudyJudge.judge(record).claims().getFirst().why()).isEqualTo(Unknown.NOT_MEASURED);
  }

  @Test
  void judge_roundsOfAnySpeed_giveTheSame() {
    Claim claim = claim("latency-p50", "kind", 1.0, null);
    double[][] even = rounds("TWICE");
    double[][] uneven = rounds("TWICE");
    for (int round = 0; round < uneven.length; round++) {
      for (int at = 0; at < CELLS.size(); at++) {
        uneven[round][at] *= 1 + 3 * round;
      }
    }

    assertThat(requireNonNull(judge(claim, uneven).value()).mean())
        .isCloseTo(requireNonNull(judge(claim, even).value()).mean(), within(1e-9));
  }

  @Test
  void judge_ratioAtItsBound_isToldWronglyOneTimeInTwenty() {
    Random random = new Random(21);
    int holds = 0;
    int fails = 0;
    int runs = 4_000;
    for (int run = 0; run < runs; run++) {
      double[][] rounds = new double[4][];
      for (int round = 0; round < rounds.length; round++) {
        double shift = Math.exp(random.nextGaussian());
        rounds[round] = new double[CELLS.size()];
        for (int at = 0; at < CELLS.size(); at++) {
          rounds[round][at] = shift * Math.exp(0.1 * random.nextGaussian());
        }
      }
      ClaimOutcome holding = judge(claim("latency-p50", "kind", 1.0, null), rounds).outcome();
      holds += holding == ClaimOutcome.HOLDS ? 1 : 0;
      fails += holding == ClaimOutcome.DOES_NOT_HOLD ? 1 : 0;
    }
    assertThat(holds / (double) runs).isCloseTo(0.05, within(0.012));
    assertThat(fails / (double) runs).isCloseTo(0.05, within(0.012));
  }
}
