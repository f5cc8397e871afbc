package loomwatch.results;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/**
 * An immutable latency distribution in nanoseconds at three significant digits. Mergeable: the pool
 * of several is as exact as one recorded in one piece.
 *
 * <p>In JSON it is the base64 of HdrHistogram's compressed V2 encoding.
 */
public final class LatencyHistogram {
  /** Relative resolution: three significant decimal digits. */
  public static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram histogram;

  private LatencyHistogram(Histogram histogram) {
    this.histogram = histogram;
  }

  /** A copy of what a recorder holds; values are nanoseconds. */
  public static LatencyHistogram copyOf(Histogram nanoseconds) {
    return new LatencyHistogram(nanoseconds.copy());
  }

  /** All the samples of all the parts. */
  public static LatencyHistogram merged(Collection<LatencyHistogram> parts) {
    Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
    parts.forEach(part -> sum.add(part.histogram));
    return new LatencyHistogram(sum);
  }

  /** Number of samples. */
  public long count() {
    return histogram.getTotalCount();
  }

  /**
   * The value at or below which {@code percentile} percent of the samples lie.
   *
   * @param percentile from 0 to 100
   * @throws IllegalStateException when there is no sample
   */
  public long nanosAt(double percentile) {
    requireSamples();
    return histogram.getValueAtPercentile(percentile);
  }

  /**
   * The largest sample, to the histogram's resolution.
   *
   * @throws IllegalStateException when there is no sample
   */
  public long maxNanos() {
    requireSamples();
    return histogram.getMaxValue();
  }

  /** How many samples lie beyond that percentile (0 to 100): its evidence. */
  public double samplesBeyond(double percentile) {
    return count() * (100 - percentile) / 100;
  }

  private void requireSamples() {
    if (count() == 0) {
      throw new IllegalStateException("the histogram is empty: it has no percentiles");
    }
  }

  /** The stored form. */
  @JsonValue
  public String encoded() {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
    return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(buffer.array(), length));
  }

  /**
   * Reads the stored form.
   *
   * @throws IllegalArgumentException when it is not one
   */
  @JsonCreator
  public static LatencyHistogram decode(String encoded) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
      return new LatencyHistogram(Histogram.decodeFromCompressedByteBuffer(bytes, 0));
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException("not a compressed V2 HdrHistogram: " + e.getMessage(), e);
    }
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
