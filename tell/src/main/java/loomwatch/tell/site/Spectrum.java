package loomwatch.tell.site;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import loomwatch.results.LatencyHistogram;

/**
 * A latency distribution as percentile against value, with percentiles ever closer to 100: ten for
 * each nine, as far as there are samples beyond.
 */
final class Spectrum {
  private static final int STEPS = 10;

  /** Beyond a millionth no test has samples. */
  private static final int MOST_NINES = 6;

  private Spectrum() {}

  /** Puts the pool of them; nothing when it is empty. */
  static void put(ObjectNode node, String name, Collection<LatencyHistogram> parts) {
    LatencyHistogram pool = LatencyHistogram.merged(parts);
    if (pool.count() == 0) {
      return;
    }
    ObjectNode spectrum = node.putObject(name).put("count", pool.count());
    ArrayNode percentiles = spectrum.putArray("percentile");
    ArrayNode values = spectrum.putArray("seconds");
    for (int step = 0; step <= MOST_NINES * STEPS; step++) {
      double percentile = 100 * (1 - Math.pow(10, -(double) step / STEPS));
      if (pool.samplesBeyond(percentile) < 1) {
        break;
      }
      percentiles.add(Math.round(percentile * 1e6) / 1e6);
      values.add(SiteJson.rounded(pool.nanosAt(percentile) * 1e-9));
    }
    spectrum.put("maxSeconds", SiteJson.rounded(pool.maxNanos() * 1e-9));
  }
}
