package loomwatch.results;

import static loomwatch.results.Refusals.assertIllegal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
  private static final String BROKEN =
      "histogram must be a compressed V2 HdrHistogram in base64, was ";
  private static final LatencyHistogram SOME = Examples.latencies(new Random(1), 10_000, 150_000);

  @Test
  void merged_ofManyParts_equalsRecordedInOnePiece() {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      Histogram whole = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
      List<LatencyHistogram> parts = new ArrayList<>();
      for (int part = random.nextInt(1, 6); part > 0; part--) {
        parts.add(recorded(random, whole));
      }

      LatencyHistogram merged = LatencyHistogram.merged(parts);

      assertThat(merged).as("seed %d", seed).isEqualTo(LatencyHistogram.copyOf(whole));
      assertThat(merged.encoded())
          .as("seed %d", seed)
          .isEqualTo(LatencyHistogram.copyOf(whole).encoded());
    }
  }

  @Test
  void merged_inAnyOrder_isTheSameText() {
    List<LatencyHistogram> parts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      parts.add(Examples.latencies(new Random(i), 100, 1e5 * (i + 1)));
    }
    String forwards = LatencyHistogram.merged(parts).encoded();
    Collections.reverse(parts);

    assertThat(LatencyHistogram.merged(parts).encoded()).isEqualTo(forwards);
  }

  @Test
  void countAbove_value_countsWhatIsLater() {
    Histogram histogram = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    histogram.recordValueWithCount(100_000, 980);
    histogram.recordValueWithCount(20_000_000, 20);
    LatencyHistogram latency = LatencyHistogram.copyOf(histogram);

    assertThat(latency.countAbove(50_000)).isEqualTo(1_000);
    assertThat(latency.countAbove(1_000_000)).isEqualTo(20);
    assertThat(latency.countAbove(30_000_000)).isZero();
    assertThat(latency.countAbove(Long.MAX_VALUE)).isZero();
    assertThat(SOME.samplesBeyond(99)).isEqualTo(100);
  }

  @Test
  void copyOf_recorderGoesOn_isUnchanged() {
    Histogram recorder = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    recorder.recordValue(5);
    LatencyHistogram copy = LatencyHistogram.copyOf(recorder);

    recorder.recordValue(6);

    assertThat(copy.count()).isOne();
  }

  @Test
  void nanosAt_aMillionRecorded_isWithinResolution() {
    Histogram recorder = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    for (int i = 1; i <= 1_000_000; i++) {
      recorder.recordValue(i * 1000L);
    }
    LatencyHistogram histogram = LatencyHistogram.copyOf(recorder);

    assertThat((double) histogram.nanosAt(99.9))
        .isBetween(999_000_000 * 0.999, 999_000_000 * 1.001);
    assertThat((double) histogram.maxNanos()).isBetween(1e9 * 0.999, 1e9 * 1.001);
  }

  @Test
  void meanNanosAbove_percentile_isTheMeanOfTheSlowest() {
    Histogram recorded = new Histogram(3);
    recorded.recordValueWithCount(100, 985);
    recorded.recordValueWithCount(200, 10);
    recorded.recordValueWithCount(1_000, 5);
    LatencyHistogram histogram = LatencyHistogram.copyOf(recorded);

    assertThat(histogram.meanNanosAbove(99)).isEqualTo((5 * 200 + 5 * 1_000) / 10.0);
    assertThat(histogram.meanNanosAbove(99.9)).isEqualTo(1_000);
    assertThat(histogram.meanNanosAbove(0)).isEqualTo(recorded.getMean());
    assertThat(histogram.meanNanosAbove(99.9999)).as("one at least").isEqualTo(1_000);
  }

  @Test
  void decode_encoded_isEqual() {
    for (long seed = 0; seed < 200; seed++) {
      LatencyHistogram histogram =
          recorded(new Random(seed), new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS));

      LatencyHistogram decoded = LatencyHistogram.decode(histogram.encoded());

      assertThat(decoded).as("seed %d", seed).isEqualTo(histogram);
      assertThat(decoded.encoded()).as("seed %d", seed).isEqualTo(histogram.encoded());
      assertThat(decoded.nanosAt(99)).as("seed %d", seed).isEqualTo(histogram.nanosAt(99));
    }
  }

  @Test
  void empty_hasNoPercentiles() {
    LatencyHistogram empty = LatencyHistogram.merged(List.of());
    assertThat(empty.count()).isZero();
    assertThat(empty.countAbove(1)).isZero();
    assertThat(LatencyHistogram.decode(empty.encoded())).isEqualTo(empty);
    for (ThrowingCallable asked :
        List.<ThrowingCallable>of(() -> empty.nanosAt(50), empty::maxNanos)) {
      assertThatThrownBy(asked)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the histogram is empty: it has no percentiles");
    }
  }

  /** Another zlib, or the same at another level, gives other bytes: they are kept. */
  @Test
  void encoded_ofOneCompressedElsewhere_isTheTextThatWasRead() {
    Histogram recorder = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    recorder.recordValueWithCount(150_000, 12);
    ByteBuffer buffer = ByteBuffer.allocate(recorder.getNeededByteBufferCapacity());
    int length = recorder.encodeIntoCompressedByteBuffer(buffer, 0);
    String stored = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    assertThat(stored).isNotEqualTo(LatencyHistogram.copyOf(recorder).encoded());

    assertThat(LatencyHistogram.decode(stored).encoded()).isEqualTo(stored);
  }

  /**
   * zlib's checksum, Adler-32, is weak for short data: of 54,823 such changes it let 15 through.
   */
  @Test
  void decode_anyCharacterChanged_isRefusedButForOneInAThousand() {
    String encoded = SOME.encoded();
    int passed = 0;
    for (int i = 0; i < encoded.length() - 4; i++) {
      char other = encoded.charAt(i) == 'A' ? 'B' : 'A';
      String damaged = encoded.substring(0, i) + other + encoded.substring(i + 1);
      try {
        passed += LatencyHistogram.decode(damaged).equals(SOME) ? 0 : 1;
      } catch (IllegalArgumentException e) {
        assertThat(e).as("character %d", i).hasMessageStartingWith(BROKEN);
      }
    }
    assertThat(passed).isLessThanOrEqualTo(encoded.length() / 1000);
  }

  @Test
  void decode_cutAnywhere_isRefused() {
    String encoded = SOME.encoded();
    for (int length = 0; length < encoded.length() - 4; length += 4) {
      String cut = encoded.substring(0, length);
      assertThatThrownBy(() -> LatencyHistogram.decode(cut))
          .as("length %d", length)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith(BROKEN);
    }
  }

  @Test
  void decode_unpacksToMoreThanAnyHistogram_isRefused() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed)) {
      deflater.write(new byte[2 << 20]);
    }
    ByteBuffer stored = ByteBuffer.allocate(8 + packed.size());
    stored.put(ByteBuffer.wrap(Base64.getDecoder().decode(SOME.encoded()), 0, 4));
    stored.putInt(packed.size()).put(packed.toByteArray());
    String bomb = Base64.getEncoder().encodeToString(stored.array());

    assertIllegal(
        () -> LatencyHistogram.decode(bomb),
        BROKEN + "damaged: it unpacks to more than 1048576 bytes");
  }

  @Test
  void decode_noHistogramOfOurs_saysSo() {
    assertIllegal(
        () -> LatencyHistogram.decode("HISTFA*AA"),
        BROKEN + "damaged: Illegal base64 character 2a");
    assertIllegal(() -> LatencyHistogram.decode(""), BROKEN + "cut off");
    String coarse = "histogram must be of 3 significant digits, was 2";
    assertIllegal(() -> LatencyHistogram.copyOf(new Histogram(2)), coarse);
    assertIllegal(() -> LatencyHistogram.decode(compressed(new Histogram(2), -1)), coarse);
  }

  private static String compressed(Histogram histogram, int level) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer, level);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** Latencies from nanoseconds to minutes, recorded in a part and in the whole. */
  private static LatencyHistogram recorded(Random random, Histogram whole) {
    Histogram part = new Histogram(LatencyHistogram.SIGNIFICANT_DIGITS);
    for (int i = random.nextInt(1, 500); i > 0; i--) {
      long nanos = Math.round(StrictMath.pow(10, random.nextDouble() * 11));
      part.recordValue(nanos);
      whole.recordValue(nanos);
    }
    return LatencyHistogram.copyOf(part);
  }
}
