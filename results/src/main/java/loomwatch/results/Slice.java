package loomwatch.results;

import java.util.List;

/**
 * A short stretch of load on one launch.
 *
 * @param position its place in the block's sequence of slices, from 0
 * @param startedAfterSeconds since the block began
 * @param retakes how often it was taken before and left out, the generator alone being at fault
 * @param load what the generator saw; the histograms are pooled in the launch and left out here
 * @param samples what was observed over this slice alone
 */
public record Slice(
    int position, double startedAfterSeconds, int retakes, LoadResult load, List<Sample> samples) {

  public Slice {
    Require.atLeast("position", 0, position);
    Require.notNegative("startedAfterSeconds", startedAfterSeconds);
    Require.atLeast("retakes", 0, retakes);
    Sample.requireEachMetricOnce(samples);
    samples = List.copyOf(samples);
  }
}
