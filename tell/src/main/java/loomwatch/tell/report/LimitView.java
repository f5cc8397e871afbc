package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;

/** The absolute limits of a verdict, whatever changes come to. */
public final class LimitView {
  private LimitView() {}

  /** The lines that a limit speaks of, as that limit alone has it. */
  public static List<MetricVerdict> of(Verdict verdict) {
    return verdict.metrics().stream()
        .filter(line -> line.verdict() != null)
        .filter(line -> line.change().isEmpty() || line.ofLimit().isPresent())
        .map(LimitView::alone)
        .toList();
  }

  private static MetricVerdict alone(MetricVerdict line) {
    return line.ofLimit().map(line::alone).orElse(line);
  }

  /** The worst first, and the gating ones first among equals. */
  static List<MetricVerdict> inOrder(Verdict verdict) {
    List<MetricVerdict> limits = of(verdict);
    List<MetricVerdict> ordered = new ArrayList<>();
    for (Outcome outcome :
        List.of(
            Outcome.REGRESSED,
            Outcome.INVALID,
            Outcome.INCONCLUSIVE,
            Outcome.IMPROVED,
            Outcome.PASS)) {
      for (boolean gate : new boolean[] {true, false}) {
        limits.stream()
            .filter(limit -> limit.verdict() == outcome && limit.gate() == gate)
            .forEach(ordered::add);
      }
    }
    return List.copyOf(ordered);
  }
}
