package loomwatch.trend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import loomwatch.judge.thresholds.Accepted;
import loomwatch.judge.verdict.Outcome;
import loomwatch.results.history.DataJs;
import loomwatch.results.history.History;
import loomwatch.trend.Alert.Change;
import loomwatch.trend.SeriesState.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Histories of other tools, as people bring them. */
final class ImportedHistoryTest {
  private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");
  private static final long DAY = 86_400_000;
  private static final long BEGIN = 1_780_000_000_000L;

  /** Levels as level:count, and how much the last one is worse than the best. */
  @ParameterizedTest
  @CsvSource({
    "us/op, jmh, 310:30 290:8 620:9",
    "us/op, jmh, 310:30 290:12 322:60",
    "bytes, customSmallerIsBetter, 0:30 88:30",
    "errors, customSmallerIsBetter, 0:30 12:30",
    "ops/s, customBiggerIsBetter, 500:30 0:30",
    "misses/s, customSmallerIsBetter, 100:30 151:30",
    "timeouts/minute, customSmallerIsBetter, 100:30 151:30"
  })
  void judge_lastLevelWorse_isWorse(String unit, String tool, String levels) {
    TrendReport report = judged(new File(tool, unit).levels(levels));

    assertThat(report.verdict()).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(report.series()).extracting(SeriesState::state).containsExactly(State.WORSE);
    assertThat(report.alerts().getFirst().actionable()).isTrue();
  }

  /** What began at nothing has no percentage, and is the plainest change there is. */
  @Test
  void judge_allocationThatBegins_isToldInItsUnit() {
    SeriesChange finding =
        judged(new File("customSmallerIsBetter", "bytes").levels("0:30 88:30"))
            .alerts()
            .getFirst()
            .findings()
            .getFirst();

    assertThat(finding.effectPercent()).isNull();
    assertThat(finding.before()).isZero();
    assertThat(finding.after()).isBetween(87.0, 89.0);
  }

  @Test
  void judge_throughputThatEnds_isAWholeLoss() {
    SeriesChange finding =
        judged(new File("customBiggerIsBetter", "ops/s").levels("500:30 0:30"))
            .alerts()
            .getFirst()
            .findings()
            .getFirst();

    assertThat(finding.effectPercent()).isBetween(99.0, 101.0);
    assertThat(finding.after()).isZero();
  }

  @Test
  void judge_prefixThatFlips_isOneSeries() {
    File file = new File("catch2", "us");
    for (int i = 0; i < 50; i++) {
      double micros = (i < 30 ? 1000 : 1100) * (1 + 0.01 * ((i * 7) % 5 - 2));
      file.add(i, "c" + i, i % 2 == 0 ? micros : micros / 1000, i % 2 == 0 ? "us" : "ms");
    }

    TrendReport report = judged(file);

    assertThat(report.alerts()).hasSize(1);
    assertThat(report.alerts().getFirst().firstBad().index()).isEqualTo(30);
    assertThat(report.series()).extracting(SeriesState::unit).containsExactly("s");
  }

  /** Entries of old releases, imported after the others: the climb to today is still one. */
  @Test
  void judge_olderEntriesAddedLate_areJudgedInTheOrderOfCommits() {
    File file = new File("jmh", "us/op");
    Random random = new Random(3);
    for (int i = 10; i < 40; i++) {
      file.add(i, "c" + i, 311 * (1 + 0.01 * random.nextGaussian()), "us/op");
    }
    for (int i = 0; i < 10; i++) {
      file.add(i, "c" + i, 289 * (1 + 0.01 * random.nextGaussian()), "us/op");
    }
    for (int i = 40; i < 50; i++) {
      file.add(i, "c" + i, 345 * (1 + 0.01 * random.nextGaussian()), "us/op");
    }

    TrendReport report = judged(file);

    assertThat(report.alerts())
        .hasSize(2)
        .allSatisfy(alert -> {
          assertThat(alert.direction()).isEqualTo(Change.WORSE);
          assertThat(alert.actionable()).isTrue();
        });
    assertThat(report.alerts())
        .extracting(alert -> alert.firstBad().index())
        .containsExactly(40, 10);
  }

  @Test
  void judge_commitThatGotWorseWhileItStayed_isNotBlamed() {
    File file = new File("jmh", "us/op");
    Random random = new Random(3);
    for (int i = 0; i < 60; i++) {
      String commit = i < 20 || i > 52 ? "c" + i : "stays";
      file.add(i, commit, (i < 36 ? 310 : 340) * (1 + 0.01 * random.nextGaussian()), "us/op");
    }

    TrendReport report = judged(file);

    assertThat(report.alerts()).isEmpty();
    assertThat(report.verdict()).isEqualTo(Outcome.PASS);
    assertThat(report.warnings())
        .singleElement()
        .asString()
        .endsWith("changed while the commit stayed: machine or runtime, no commit is blamed");
  }

  private static TrendReport judged(File file) {
    History read =
        new History(
            DataJs.read(file.text(), "data.js", DataJs.ImportOptions.NOTHING, NOW).entries(),
            "sha256:" + "0".repeat(64));
    return TrendJudge.judge(read.inCommitOrder(), Accepted.NOTHING, NOW);
  }

  /** A data.js of one benchmark. */
  private static final class File {
    private final String tool;
    private final String unit;
    private final Random random = new Random(3);
    private final List<String> entries = new ArrayList<>();

    File(String tool, String unit) {
      this.tool = tool;
      this.unit = unit;
    }

    File levels(String levels) {
      for (String level : levels.split(" ")) {
        String[] parts = level.split(":");
        for (int i = Integer.parseInt(parts[1]); i > 0; i--) {
          double value = Double.parseDouble(parts[0]) * (1 + 0.01 * random.nextGaussian());
          add(entries.size(), "c" + entries.size(), value, unit);
        }
      }
      return this;
    }

    void add(int day, String commit, double value, String in) {
      entries.add(
          String.format(
              Locale.ROOT,
              "{\"commit\":{\"id\":\"%s\"},\"date\":%d,\"tool\":\"%s\","
                  + "\"benches\":[{\"name\":\"b\",\"value\":%f,\"unit\":\"%s\"}]}",
              commit,
              BEGIN + day * DAY,
              tool,
              value,
              in));
    }

    String text() {
      return DataJs.PREFIX + "{\"entries\":{\"S\":[" + String.join(",", entries) + "]}}";
    }
  }
}
