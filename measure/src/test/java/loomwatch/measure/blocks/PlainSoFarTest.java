package loomwatch.measure.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import loomwatch.results.Arm;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Mode;
import loomwatch.results.RecordJson;
import loomwatch.results.Sample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainSoFarTest {
  private static final Invalid DIED = new Invalid(Invalid.Reason.SERVER_DIED, "for the test");

  private static final Consumer<Integer> AT_LEAST_TEN =
      count -> assertThat(count).isGreaterThan(10);

  private final List<Launch> launches = new ArrayList<>();

  @Test
  void isIn_twiceTheLiveSetInEveryBlock_isPlain() {
    assertThat(PlainSoFar.isIn(launches)).as("no block").isFalse();

    pair(1, Metric.LIVE_SET, 10, 20);
    pair(2, Metric.LIVE_SET, 10, 21);
    assertThat(PlainSoFar.isIn(launches)).isTrue();

    pair(3, Metric.LIVE_SET, 10, 11);
    assertThat(PlainSoFar.isIn(launches)).as("a block that differs").isFalse();
  }

  @Test
  void isIn_blockThatDidNotMeasureIt_isNotPlain() {
    pair(1, Metric.COLLECTOR_CPU_PER_REQUEST, 10, 20);
    pair(2, Metric.LIVE_SET, 10, 10);

    assertThat(PlainSoFar.isIn(launches)).isFalse();
  }

  @Test
  void isIn_betterOrAlittleWorse_isNot() {
    pair(1, Metric.CPU_PER_REQUEST, 20, 10);
    pair(2, Metric.CPU_PER_REQUEST, 20, 28);

    assertThat(PlainSoFar.isIn(launches)).isFalse();
  }

  @Test
  void isIn_whatRepeatsTooLittle_isNot() {
    pair(1, Metric.LATENCY_P99, 1, 8);
    pair(2, Metric.LATENCY_P99, 1, 9);

    assertThat(PlainSoFar.isIn(launches)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "RETAINED_PER_REQUEST, 0, 48, true",
    "RETAINED_PER_REQUEST, -1, 48, true",
    "RETAINED_PER_REQUEST, 0.05, 0.5, false",
    "CPU_AT_REST, 0.001, 0.0016, false",
    "CPU_AT_REST, 0.001, 0.0032, true",
    "LIVE_SET, 0, 8, false"
  })
  void isIn_asMuchMore_isAsItsToleranceSays(
      Metric metric, double base, double head, boolean plain) {
    pair(1, metric, base, head);
    pair(2, metric, base, head);

    assertThat(PlainSoFar.isIn(launches)).isEqualTo(plain);
  }

  @Test
  void isIn_launchThatFailed_isNoPair() {
    launches.add(launch(1, "base", Metric.LIVE_SET, 10, List.of()));
    launches.add(launch(1, "head", Metric.LIVE_SET, 20, List.of(DIED)));

    assertThat(PlainSoFar.isIn(launches)).isFalse();
  }

  /** Of each comparison that docs/campaign keeps; decision 19 tells of it. */
  @Test
  void isIn_campaign_grossFaultsFromTheFirstBlockOn() throws IOException {
    Map<Boolean, Integer> gross = new TreeMap<>();
    Map<Boolean, Integer> same = new TreeMap<>();
    Map<Boolean, Integer> sameInTwo = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of("../docs/campaign"))) {
      for (Path file : files.filter(one -> one.endsWith("record.json.gz")).toList()) {
        MeasurementRecord record = RecordJson.read(file);
        String handicap = Objects.requireNonNull(record.subject(Arm.HEAD)).handicap();
        if (handicap == null) {
          same.merge(PlainSoFar.isIn(firstBlocks(record, 1)), 1, Integer::sum);
          sameInTwo.merge(PlainSoFar.isIn(firstBlocks(record, 2)), 1, Integer::sum);
        } else if (handicap.matches("(tail|leak|retain|gc|background):.*")) {
          gross.merge(PlainSoFar.isIn(firstBlocks(record, 1)), 1, Integer::sum);
        }
      }
    }

    assertThat(gross).containsOnlyKeys(true).hasEntrySatisfying(true, AT_LEAST_TEN);
    assertThat(same.getOrDefault(true, 0) * 20).isLessThan(same.getOrDefault(false, 0));
    assertThat(sameInTwo).containsOnlyKeys(false).hasEntrySatisfying(false, AT_LEAST_TEN);
  }

  private static List<Launch> firstBlocks(MeasurementRecord record, int most) {
    return record.launches().stream().filter(launch -> launch.block() <= most).toList();
  }

  private void pair(int block, Metric metric, double base, double head) {
    launches.add(launch(block, "base", metric, base, List.of()));
    launches.add(launch(block, "head", metric, head, List.of()));
  }

  private static Launch launch(
      int block, String arm, Metric metric, double value, List<Invalid> invalid) {
    return new Launch(
        block,
        0,
        arm,
        Mode.VIRTUAL,
        "hello",
        Instant.EPOCH,
        null,
        null,
        null,
        List.of(),
        List.of(Sample.of(metric, value)),
        invalid);
  }
}
