package loomwatch.loadgen.wrk2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import loomwatch.results.LatencyHistogram;
import org.junit.jupiter.api.Test;

/** On what real runs printed. */
class SpectrumTest {
  @Test
  void corrected_realRun_hasItsCountAndPercentiles() throws Exception {
    LatencyHistogram latency = Spectrum.corrected(sample("ok-latency.txt")).orElseThrow();

    assertThat(latency.count()).isEqualTo(4_970);
    assertThat(latency.nanosAt(80) / 1e6).isBetween(1.406, 1.409);
    assertThat(latency.nanosAt(99.90234375) / 1e6).isBetween(7.66, 7.68);
    assertThat(latency.maxNanos() / 1e6).isBetween(9.69, 9.71);
  }

  @Test
  void uncorrected_notPrinted_isNothing() throws Exception {
    assertThat(Spectrum.uncorrected(sample("ok-latency.txt"))).isEmpty();
  }

  @Test
  void uncorrected_overload_isFarBelowCorrected() throws Exception {
    String text = sample("overload.txt");

    assertThat(Spectrum.uncorrected(text).orElseThrow().nanosAt(50))
        .isLessThan(Spectrum.corrected(text).orElseThrow().nanosAt(50) / 10);
  }

  /** The generator was stopped for a second, and nothing in its percentiles says that it was it. */
  @Test
  void corrected_generatorStopped_looksLikeAServersStall() throws Exception {
    assertThat(Spectrum.corrected(sample("sigstop-1s.txt")).orElseThrow().maxNanos())
        .isGreaterThan(900_000_000);
  }

  @Test
  void corrected_serverKilled_looksBeautiful() throws Exception {
    assertThat(Spectrum.corrected(sample("server-killed.txt")).orElseThrow().nanosAt(99))
        .isLessThan(2_000_000);
  }

  @Test
  void uncorrected_realRun_hasItsCount() throws Exception {
    assertThat(Spectrum.uncorrected(sample("with-503-uncorrected.txt")).orElseThrow().count())
        .isEqualTo(Spectrum.corrected(sample("with-503-uncorrected.txt")).orElseThrow().count());
  }

  @Test
  void corrected_lowRate_hasItsFewSamples() throws Exception {
    LatencyHistogram latency =
        Spectrum.corrected(sample("low-rate-idle-timeouts.txt")).orElseThrow();

    assertThat(latency.count()).isEqualTo(8);
    assertThat(latency.maxNanos() / 1e6).isBetween(5.97, 5.99);
  }

  /** Its Req/Sec is -nan, and its histogram holds the cold start. */
  @Test
  void corrected_shorterThanCalibration_holdsTheWholeRun() throws Exception {
    assertThat(sample("short-8s.txt")).contains("-nan");
    assertThat(Spectrum.corrected(sample("short-8s.txt")).orElseThrow().count())
        .isGreaterThan(3_900);
  }

  private static String sample(String name) throws IOException {
    try (InputStream resource =
        Objects.requireNonNull(SpectrumTest.class.getResourceAsStream(name))) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
