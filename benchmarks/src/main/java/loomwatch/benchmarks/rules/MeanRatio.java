package loomwatch.benchmarks.rules;

import java.util.Locale;
import loomwatch.judge.verdict.DecidingPairs;

/**
 * The rule of github-action-benchmark: an alarm when current ÷ previous is above a threshold (its
 * {@code src/write/findAlerts.ts}, {@code ratio > threshold}; default 200 %). Values are means over
 * launches, as a tool would report them.
 *
 * <p>In use, the previous value is from another run at another time. Here it is base's from the
 * same minutes, which flatters the rule.
 *
 * @param threshold as a ratio, above 1
 */
record MeanRatio(double threshold) implements PairRule {

  @Override
  public String name() {
    return String.format(Locale.ROOT, "github-action-benchmark %.0f %%", 100 * threshold);
  }

  @Override
  public String method() {
    return String.format(
        Locale.ROOT,
        "mean of head's launches above %.0f %% of the mean of base's, measured in the same minutes",
        100 * threshold);
  }

  @Override
  public Call judge(DecidingPairs pairs, double[] earlier) {
    return pairs.meanOfHead() / pairs.meanOfBase() > threshold ? Call.ALARM : Call.SILENT;
  }
}
