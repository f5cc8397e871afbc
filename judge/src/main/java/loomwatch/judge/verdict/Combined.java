package loomwatch.judge.verdict;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
  static MetricVerdict of(MetricVerdict line, Changes.Judged judged) {
    Ruling limit = ofLimit(line);
    Ruling change = judged.ruling();
    Ruling decides = decides(limit, change);
    List<String> doubts =
        Stream.concat(line.doubts().stream(), judged.doubts().stream()).distinct().toList();
    return new MetricVerdict(
        line.scenario(),
        line.mode(),
        line.metric(),
        line.unit(),
        line.direction(),
        decides.gate(),
        line.limit(),
        line.value(),
        line.interval(),
        line.launches(),
        decides.verdict(),
        reason(decides, decides == limit ? change : limit),
        decides.why(),
        doubts,
        limit.found(),
        judged.change());
  }

  private static Ruling ofLimit(MetricVerdict line) {
    Outcome verdict = line.verdict();
    return verdict == null
        ? Ruling.none(line.reason())
        : Ruling.of(new Found(new Finding.AsTold(verdict, line.reason()), line.gate(), line.why()));
  }

  private static Ruling decides(Ruling limit, Ruling change) {
    if (limit.verdict() == null || change.verdict() == null) {
      return limit.verdict() == null ? change : limit;
    }
    if (limit.gate() != change.gate()) {
      return limit.gate() ? limit : change;
    }
    return rank(limit.verdict()) < rank(change.verdict()) ? limit : change;
  }

  private static int rank(@Nullable Outcome outcome) {
    return ORDER.indexOf(outcome);
  }

  private static String reason(Ruling decides, Ruling other) {
    return other.verdict() == null
        ? decides.reason()
        : decides.reason() + "; also " + other.verdict().label() + ": " + other.reason();
  }
}
