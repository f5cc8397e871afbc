package loomwatch.gate.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import loomwatch.gate.verdict.MetricVerdict;
import loomwatch.gate.verdict.Outcome;
import loomwatch.gate.verdict.Verdict;
import loomwatch.results.MeasurementRecord;

/** Sentences all reports share. */
final class Summary {
  private Summary() {}

  /** What the verdict rests on. */
  static String of(Verdict verdict) {
    List<MetricVerdict> gating =
        verdict.metrics().stream()
            .filter(metric -> metric.gate() && metric.verdict() != null)
            .toList();
    long held = count(gating, Outcome.PASS) + count(gating, Outcome.IMPROVED);
    String rest = "%d of %d gating limits hold".formatted(held, gating.size());
    List<String> others = new ArrayList<>();
    for (Outcome outcome : List.of(Outcome.REGRESSED, Outcome.INCONCLUSIVE, Outcome.INVALID)) {
      long count = count(gating, outcome);
      if (count > 0) {
        others.add(count + " " + outcome.label());
      }
    }
    return others.isEmpty() ? rest : rest + ", " + String.join(", ", others);
  }

  private static long count(List<MetricVerdict> metrics, Outcome outcome) {
    return metrics.stream().filter(metric -> metric.verdict() == outcome).count();
  }

  /** The load of a server scenario; nothing for a benchmark. */
  static String load(MeasurementRecord record, String name) {
    return record.scenarios().stream()
        .filter(scenario -> scenario.name().equals(name))
        .map(scenario ->
            String.format(
                Locale.ROOT,
                "  %s, %,.0f requests/s, %d connections",
                scenario.path(),
                scenario.requestsPerSecond(),
                scenario.connections()))
        .findFirst()
        .orElse("");
  }

  /** Each doubt once, with the scenarios and modes it is about. */
  static List<String> doubts(Verdict verdict) {
    Map<String, Set<String>> about = new LinkedHashMap<>();
    for (MetricVerdict metric : verdict.metrics()) {
      for (String doubt : metric.doubts()) {
        about
            .computeIfAbsent(doubt, key -> new LinkedHashSet<>())
            .add(metric.scenario() + " " + metric.mode().label());
      }
    }
    List<String> lines = new ArrayList<>();
    about.forEach((doubt, where) -> lines.add(doubt + " (" + String.join(", ", where) + ")"));
    return lines;
  }
}
