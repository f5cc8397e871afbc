package loomwatch.benchmarks.rules;

import java.util.OptionalDouble;
import loomwatch.judge.verdict.DecidingPairs;

/**
 * The t-test threshold of Bencher 0.6.12 with its defaults: an alarm when the new value is above
 * {@link PredictionLimit#OF_BENCHER} of the earlier ones.
 *
 * <p>A value is the mean over a comparison's launches: base's for what was, head's for what is
 * judged.
 */
record HistoryTTest() implements PairRule {

  @Override
  public String name() {
    return "Bencher 0.6.12 t-test 0.99";
  }

  @Override
  public String method() {
    return "mean of head's launches above what one more mean of base's would exceed with probability"
        + " 0.01, by Student's t over up to 64 earlier comparisons";
  }

  @Override
  public Call judge(DecidingPairs pairs, double[] earlier) {
    OptionalDouble limit = PredictionLimit.OF_BENCHER.after(earlier);
    if (limit.isEmpty()) {
      return Call.CANNOT_TELL;
    }
    return pairs.meanOfHead() > limit.getAsDouble() ? Call.ALARM : Call.SILENT;
  }
}
