package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.InflaterInputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * An immutable, mergeable latency distribution in nanoseconds, with three significant digits.
 * Merging is exact.
 *
 * <p>Its JSON is the base64 of HdrHistogram's compressed V2 encoding. A histogram that was read
 * keeps its stored form, as zlib implementations compress the same counts differently, and a record
 * must be written as it was read.
 */
public final class LatencyHistogram {
  public static final int SIGNIFICANT_DIGITS = 3;

  /** First bytes of the stored form: HdrHistogram's V2CompressedEncodingCookieBase. */
  private static final int COMPRESSED_V2 = 0x1c849314;

  /** Above the size of all counts of a long's range, and low enough to be harmless. */
  private static final int MAX_PLAIN_BYTES = 1 << 20;

  private final Histogram histogram;
  private final @Nullable String stored;

  private LatencyHistogram(Histogram histogram, @Nullable String stored) {
    this.histogram = histogram;
    this.stored = stored;
  }

  /**
   * Copies a recorder's histogram of nanoseconds.
   *
   * @throws IllegalArgumentException if it has other than {@link #SIGNIFICANT_DIGITS}
   */
  public static LatencyHistogram copyOf(Histogram nanoseconds) {
    requireDigits(nanoseconds);
    return pooled(List.of(nanoseconds));
  }

  public static LatencyHistogram merged(Collection<LatencyHistogram> parts) {
    return pooled(parts.stream().map(part -> part.histogram).toList());
  }

  /** Pools in a range set by the samples only, so that equal counts have equal encodings. */
  private static LatencyHistogram pooled(List<Histogram> parts) {
    long longest = parts.stream().mapToLong(Histogram::getMaxValue).max().orElse(0);
    Histogram sum = new Histogram(Math.max(2, longest), SIGNIFICANT_DIGITS);
    parts.forEach(sum::add);
    return new LatencyHistogram(sum, null);
  }

  public long count() {
    return histogram.getTotalCount();
  }

  /**
   * Returns the value at or below which {@code percentile} percent of the samples lie.
   *
   * @throws IllegalStateException without samples
   */
  public long nanosAt(double percentile) {
    requireSamples();
    return histogram.getValueAtPercentile(percentile);
  }

  /**
   * Returns the mean of the samples above that percentile (0 to below 100), in nanoseconds. It is
   * smoother than the percentile, as it weighs by how much the slow ones are slow.
   *
   * @throws IllegalStateException without samples
   */
  public double meanNanosAbove(double percentile) {
    requireSamples();
    double wanted = Math.max(1, samplesBeyond(percentile));
    double left = count() - wanted;
    double sum = 0;
    for (HistogramIterationValue level : histogram.recordedValues()) {
      double here = level.getCountAddedInThisIterationStep();
      double skipped = Math.min(here, left);
      left -= skipped;
      sum += (here - skipped) * histogram.medianEquivalentValue(level.getValueIteratedTo());
    }
    return sum / wanted;
  }

  public long countAbove(long nanos) {
    return nanos >= histogram.getMaxValue()
        ? 0
        : count() - histogram.getCountBetweenValues(0, nanos);
  }

  public long maxNanos() {
    requireSamples();
    return histogram.getMaxValue();
  }

  /** Returns the number of samples beyond that percentile (0 to 100), which is its evidence. */
  public double samplesBeyond(double percentile) {
    return count() * (100 - percentile) / 100;
  }

  private void requireSamples() {
    if (count() == 0) {
      throw new IllegalStateException("the histogram is empty: it has no percentiles");
    }
  }

  LatencyHistogram lean() {
    if (count() == 0) {
      return this;
    }
    Histogram lean = new Histogram(SIGNIFICANT_DIGITS);
    lean.recordValueWithCount(nanosAt(50), count());
    return copyOf(lean);
  }

  @JsonValue
  public String encoded() {
    if (stored != null) {
      return stored;
    }
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /**
   * Reads the stored form.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  @JsonCreator
  public static LatencyHistogram decode(String encoded) {
    Histogram histogram = decompress(encoded);
    requireDigits(histogram);
    return new LatencyHistogram(histogram, encoded);
  }

  private static Histogram decompress(String encoded) {
    try {
      ByteBuffer header = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
      if (header.getInt() != COMPRESSED_V2 || header.getInt() != header.remaining()) {
        throw new IllegalArgumentException("its header is another's");
      }
      return Histogram.decodeFromByteBuffer(inflate(header), 0);
    } catch (BufferUnderflowException | EOFException e) {
      throw damaged("cut off", e);
    } catch (IOException | RuntimeException e) {
      throw damaged("damaged: " + e.getMessage(), e);
    }
  }

  /** Inflates to the end, to verify the checksum, which HdrHistogram's own decoder skips. */
  private static ByteBuffer inflate(ByteBuffer compressed) throws IOException {
    byte[] bytes = new byte[compressed.remaining()];
    compressed.get(bytes);
    try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
      byte[] plain = in.readNBytes(MAX_PLAIN_BYTES + 1);
      if (plain.length > MAX_PLAIN_BYTES) {
        throw new IllegalArgumentException(
            "it unpacks to more than %d bytes".formatted(MAX_PLAIN_BYTES));
      }
      return ByteBuffer.wrap(plain);
    }
  }

  private static IllegalArgumentException damaged(String how, Exception cause) {
    return new IllegalArgumentException(
        "histogram must be a compressed V2 HdrHistogram in base64, was " + how, cause);
  }

  private static void requireDigits(Histogram histogram) {
    int digits = histogram.getNumberOfSignificantValueDigits();
    Require.check(
        digits == SIGNIFICANT_DIGITS,
        "histogram",
        "of %d significant digits".formatted(SIGNIFICANT_DIGITS),
        digits);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LatencyHistogram that && histogram.equals(that.histogram);
  }

  @Override
  public int hashCode() {
    return histogram.hashCode();
  }

  @Override
  public String toString() {
    return "LatencyHistogram[count=" + count() + "]";
  }
}
