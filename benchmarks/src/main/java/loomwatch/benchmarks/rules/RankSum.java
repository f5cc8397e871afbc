package loomwatch.benchmarks.rules;

import java.util.Locale;
import loomwatch.judge.statistics.SampleStatistics;
import loomwatch.judge.verdict.DecidingPairs;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The default test of benchstat (golang.org/x/perf, {@code benchmath/anone.go} and {@code
 * sample.go}): the two-sided Mann–Whitney U test of both arms' launches, exact where there are no
 * ties; a difference when p ≤ α, and here an alarm when head's median is the larger one too. What
 * belongs together in a pair is not used, and each metric is tested for itself.
 *
 * @param level α
 */
record RankSum(double level) implements PairRule {

  @Override
  public String name() {
    return String.format(Locale.ROOT, "Mann–Whitney %.2f", level);
  }

  @Override
  public String method() {
    return String.format(
        Locale.ROOT,
        "two-sided Mann–Whitney U test of the launches of both arms, p at most %.2f, as benchstat",
        level);
  }

  @Override
  public Call judge(DecidingPairs pairs, double[] earlier) {
    double p = MannWhitneyUTest.withDefaults().test(pairs.head(), pairs.base()).getPValue();
    return p <= level
            && SampleStatistics.medianOf(pairs.head()) > SampleStatistics.medianOf(pairs.base())
        ? Call.ALARM
        : Call.SILENT;
  }
}
