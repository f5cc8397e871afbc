package loomwatch.judge.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Changes.JudgedChange;

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
        line.ruling() instanceof Found limit ? Optional.of(limit) : Optional.empty(),
        Optional.of(judged.change()),
        doubts);
  }

  private static Ruling ruling(Ruling limit, Ruling change) {
    if (limit instanceof Found ofLimit && change instanceof Found ofChange) {
      return limitDecides(ofLimit, ofChange) ? both(ofLimit, ofChange) : both(ofChange, ofLimit);
    }
    return limit instanceof Found ? limit : change;
  }

  private static boolean limitDecides(Found limit, Found change) {
    return limit.gate() == change.gate()
        ? ORDER.indexOf(limit.verdict()) < ORDER.indexOf(change.verdict())
        : limit.gate();
  }

  private static Found both(Found decides, Found other) {
    return new Found(
        new Finding.Both(decides.finding(), other.finding()), decides.gate(), decides.why());
  }
}
