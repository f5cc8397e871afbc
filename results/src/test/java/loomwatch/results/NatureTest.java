package loomwatch.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NatureTest {
  @Test
  void nature_ofALabelAlone_isCalledByItAndGetsBetterWithLess() {
    Nature plain = Nature.of("queue-length", Unit.COUNT, MetricGroup.OTHER, "waiting requests");

    assertThat(plain.wording().heading()).isEqualTo("queue length");
    assertThat(plain.wording().change().of("3 %", true)).isEqualTo("has 3 % higher queue length");
    assertThat(plain.direction()).isEqualTo(Direction.LOWER_IS_BETTER);
    assertThat(plain.traits()).isEmpty();
  }

  @Test
  void nature_ofWhichMoreIsBetter_keepsAllElse() {
    Nature more =
        Nature.of("throughput", Unit.COUNT, MetricGroup.LATENCY, "requests answered")
            .called(Wording.of("throughput").changing("answers", "more", "fewer", "requests"))
            .with(Nature.Trait.DECIDES)
            .moreIsBetter();

    assertThat(more.direction()).isEqualTo(Direction.HIGHER_IS_BETTER);
    assertThat(more.direction().sign()).isEqualTo(-1);
    assertThat(more.traits()).containsExactly(Nature.Trait.DECIDES);
    assertThat(more.wording().change().of("3 %", false)).isEqualTo("answers 3 % fewer requests");
  }

  @Test
  void percentiles_ofTheMetrics_areWhatTheirNamesSay() {
    assertThat(Stream.of(Metric.values()).filter(metric -> metric.percentile().isPresent()))
        .allSatisfy(metric -> {
          Percentile percentile = metric.percentile().orElseThrow();
          String times = percentile.times().name().toLowerCase(Locale.ROOT);
          String rank = String.valueOf(percentile.rank()).replaceFirst("\\.0$", "");
          assertThat(metric.label())
              .isEqualTo(times.replace('_', '-') + (percentile.isMaximum() ? "-max" : "-p" + rank));
        })
        .hasSize(9);
  }

  @Test
  void labels_areDistinct() {
    assertThat(Metric.labels()).doesNotHaveDuplicates();
  }
}
