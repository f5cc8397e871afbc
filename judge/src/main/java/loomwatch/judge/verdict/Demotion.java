package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.verdict.Finding.Worse;

/**
 * On a host that has raised more false alarms than chance allows, a change that is called regressed
 * informs: the whole is inconclusive, with the figures, or invalid where something else is. What
 * does not rest on comparing sizes goes on to decide: limits on head alone, and head's own
 * failures.
 */
final class Demotion {
  private Demotion() {}

  /**
   * The verdict as it may be given on such a host; the same where false alarms may be chance.
   *
   * @param rest what the whole comes to without what is called regressed
   */
  static Verdict of(Verdict verdict, NoiseFloors floors, Outcome rest) {
    if (floors.distrust() == null
        || verdict.verdict() != Outcome.REGRESSED
        || verdict.comparison() == null
        || !verdict.metrics().stream().filter(Demotion::decided).allMatch(Demotion::bySize)) {
      return verdict;
    }
    List<String> warnings = new ArrayList<>(verdict.warnings());
    warnings.add("what is called regressed informs and does not decide: " + floors.distrust());
    return new Verdict(
        verdict.schema(),
        rest == Outcome.INVALID ? rest : Outcome.INCONCLUSIVE,
        verdict.rule(),
        verdict.recordId(),
        verdict.fingerprint(),
        verdict.invalid(),
        warnings,
        verdict.metrics(),
        verdict.inputs(),
        verdict.comparison());
  }

  private static boolean decided(MetricVerdict line) {
    return line.gate() && line.verdict() == Outcome.REGRESSED;
  }

  /** Whether its change alone was found to be regressed, for its size. */
  private static boolean bySize(MetricVerdict line) {
    return line.ofLimit().filter(Demotion::breaks).isEmpty()
        && line.change()
            .flatMap(Change::found)
            .filter(found -> found.finding() instanceof Worse)
            .isPresent();
  }

  private static boolean breaks(PolicyResult limit) {
    return limit.gate() && limit.verdict() == Outcome.REGRESSED;
  }
}
