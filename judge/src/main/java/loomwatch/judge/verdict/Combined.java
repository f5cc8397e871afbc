package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.judge.verdict.ChangeJudge.JudgedChange;
import loomwatch.judge.verdict.MetricVerdict.PolicyResult;
import loomwatch.judge.verdict.MetricVerdict.Ruling;

/**
 * A line that two limits speak of: an absolute one of head alone, and the tolerance of its change.
 * What gates goes before what informs; among equals the worse decides.
 */
final class Combined {
  /** The worst first. */
  private static final List<Outcome> ORDER =
      List.of(
          Outcome.REGRESSED, Outcome.INVALID, Outcome.INCONCLUSIVE, Outcome.IMPROVED, Outcome.PASS);

  private Combined() {}

  /** The line with its change. */
  static MetricVerdict of(MetricVerdict line, JudgedChange judged) {
    List<String> doubts =
        Stream.concat(line.doubts().stream(), judged.doubts().stream()).distinct().toList();
    return line.with(
        ruling(line.ruling(), judged.ruling()),
        line.ruling() instanceof PolicyResult limit ? Optional.of(limit) : Optional.empty(),
        Optional.of(judged.change()),
        doubts);
  }

  private static Ruling ruling(Ruling limit, Ruling change) {
    if (limit instanceof PolicyResult ofLimit && change instanceof PolicyResult ofChange) {
      return limitDecides(ofLimit, ofChange) ? both(ofLimit, ofChange) : both(ofChange, ofLimit);
    }
    return limit instanceof PolicyResult ? limit : change;
  }

  private static boolean limitDecides(PolicyResult limit, PolicyResult change) {
    return limit.gate() == change.gate()
        ? ORDER.indexOf(limit.verdict()) < ORDER.indexOf(change.verdict())
        : limit.gate();
  }

  private static PolicyResult both(PolicyResult decides, PolicyResult other) {
    return new PolicyResult(
        new Finding.Both(decides.finding(), other.finding()), decides.gate(), decides.why());
  }
}
