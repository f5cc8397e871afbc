package loomwatch.gate.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loomwatch.gate.thresholds.Limit;
import loomwatch.gate.thresholds.Thresholds;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import loomwatch.results.Mode;

/**
 * Judges a record of one arm against the policy: ceilings on each mode's mean, limits on the
 * contrast of the two. Launches are the unit of analysis, and only valid ones of the arm {@code
 * head} count. Rule {@link Verdict#RULE}.
 *
 * <p>The whole is what the gating lines come to, in this order:
 *
 * <ol>
 *   <li>regressed, if one is: what valid launches have shown, an invalid one elsewhere cannot undo;
 *   <li>invalid, if one is, or nothing valid was measured: more launches would not help before the
 *       measurement is put right;
 *   <li>inconclusive, if one is, or every gate was reduced to informing: more launches help;
 *   <li>pass.
 * </ol>
 */
public final class Judge {
  private Judge() {}

  /** The verdict; the same record and policy give the same verdict, in the same order. */
  public static Verdict judge(MeasurementRecord record, Thresholds thresholds) {
    HeadLaunches launches = new HeadLaunches(record);
    List<MetricVerdict> lines = lines(launches, thresholds);
    List<MetricVerdict> reduced =
        lines.stream().filter(line -> !line.gate() && wasToGate(line, thresholds)).toList();
    List<String> warnings = new ArrayList<>(record.warnings());
    Skipped.warning(launches, thresholds).ifPresent(warnings::add);
    reduced.forEach(line -> warnings.add(name(line) + " was to gate and informs: see its doubts"));
    if (reduced.isEmpty() && lines.stream().noneMatch(MetricVerdict::gate)) {
      warnings.add("no limit gates anything in this run: the verdict protects nothing");
    }
    return new Verdict(
        Verdict.SCHEMA,
        whole(launches, lines, reduced),
        Verdict.RULE,
        record.id(),
        record.fingerprint(),
        launches.invalidLines(),
        warnings,
        lines);
  }

  private static List<MetricVerdict> lines(HeadLaunches launches, Thresholds thresholds) {
    ModeJudge modes = new ModeJudge(launches, thresholds);
    ContrastJudge contrasts = new ContrastJudge(launches, thresholds);
    List<MetricVerdict> lines = new ArrayList<>();
    for (String scenario : launches.scenarios()) {
      for (Metric metric : Metric.values()) {
        for (Mode mode : Mode.values()) {
          modes.judge(scenario, mode, metric).ifPresent(lines::add);
        }
        contrasts.judge(scenario, metric).ifPresent(lines::add);
      }
    }
    return List.copyOf(lines);
  }

  private static Outcome whole(
      HeadLaunches launches, List<MetricVerdict> lines, List<MetricVerdict> reduced) {
    List<Outcome> gating = new ArrayList<>();
    for (MetricVerdict line : lines) {
      if (line.gate() && line.verdict() != null) {
        gating.add(line.verdict());
      }
    }
    if (gating.contains(Outcome.REGRESSED)) {
      return Outcome.REGRESSED;
    }
    if (gating.contains(Outcome.INVALID) || !launches.anyValid()) {
      return Outcome.INVALID;
    }
    if (gating.contains(Outcome.INCONCLUSIVE) || gating.isEmpty() && !reduced.isEmpty()) {
      return Outcome.INCONCLUSIVE;
    }
    return Outcome.PASS;
  }

  private static boolean wasToGate(MetricVerdict line, Thresholds thresholds) {
    Optional<? extends Limit> limit =
        switch (line.mode()) {
          case PLATFORM -> thresholds.ceiling(line.scenario(), Mode.PLATFORM, line.metric());
          case VIRTUAL -> thresholds.ceiling(line.scenario(), Mode.VIRTUAL, line.metric());
          case CONTRAST -> thresholds.contrast(line.scenario(), line.metric());
        };
    return limit.filter(Limit::gates).isPresent();
  }

  private static String name(MetricVerdict line) {
    return line.scenario() + " " + line.mode().label() + " " + line.metric().label();
  }
}
