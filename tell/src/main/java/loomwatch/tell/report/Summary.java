package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Host;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Arm;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.Subject;
import loomwatch.tell.text.CommitName;
import loomwatch.tell.text.SubjectWords;

/** What a verdict comes to and what it rests on, in the words all reports share. */
public final class Summary {
  private static final int MOST_NAMES = 3;

  private Summary() {}

  /** What the limits come to, and what to do about it. */
  public static String of(Verdict verdict) {
    if (verdict.metrics().isEmpty()) {
      return "Nothing was measured.";
    }
    List<MetricVerdict> gating = judged(verdict, true);
    String informing = outcomes(judged(verdict, false));
    return (gating.isEmpty() ? "No blocking limit applies" : "Blocking limits: " + outcomes(gating))
        + (informing.isEmpty() ? "." : ". Informational limits: " + informing + ".")
        + advice(verdict.verdict(), gating);
  }

  private static String advice(Outcome outcome, List<MetricVerdict> gating) {
    return switch (outcome) {
      case PASS, IMPROVED -> "";
      case REGRESSED -> " Broken: " + names(gating, Outcome.REGRESSED) + ".";
      case INCONCLUSIVE -> " More launches decide more: ./loomwatch run --profile full.";
      case INVALID -> " What was discarded, and why, is said below.";
    };
  }

  private static String names(List<MetricVerdict> metrics, Outcome outcome) {
    List<String> names =
        metrics.stream().filter(metric -> metric.verdict() == outcome).map(Summary::name).toList();
    String first = names.stream().limit(MOST_NAMES).collect(Collectors.joining("; "));
    return names.size() > MOST_NAMES
        ? first + "; and " + (names.size() - MOST_NAMES) + " more"
        : first;
  }

  /** What a judged number is of: {@code hello contrast latency-p99}. */
  public static String name(MetricVerdict metric) {
    return metric.scenario() + " " + metric.mode().label() + " " + metric.metric().label();
  }

  private static List<MetricVerdict> judged(Verdict verdict, boolean gate) {
    return verdict.metrics().stream()
        .filter(metric -> metric.verdict() != null && metric.gate() == gate)
        .toList();
  }

  private static String outcomes(List<MetricVerdict> metrics) {
    return Stream.of(
            Outcome.REGRESSED,
            Outcome.INVALID,
            Outcome.INCONCLUSIVE,
            Outcome.IMPROVED,
            Outcome.PASS)
        .map(outcome -> count(metrics, outcome))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String count(List<MetricVerdict> metrics, Outcome outcome) {
    long count = metrics.stream().filter(metric -> metric.verdict() == outcome).count();
    String words =
        switch (outcome) {
          case PASS -> count == 1 ? "holds" : "hold";
          case REGRESSED -> "broken";
          case IMPROVED -> "improved";
          case INCONCLUSIVE -> "inconclusive";
          case INVALID -> "without a valid measurement";
        };
    boolean all = count == metrics.size() && count > 1;
    return count == 0 ? "" : (all ? "all " : "") + count + " " + words;
  }

  /** How many launches the numbers rest on. */
  public static String basis(MeasurementRecord record) {
    Set<String> loaded =
        record.scenarios().stream().map(Scenario::name).collect(Collectors.toSet());
    List<Launch> head = record.launches().stream().filter(launch -> launch.isOf(Arm.HEAD)).toList();
    List<Launch> valid = head.stream().filter(Launch::valid).toList();
    List<Launch> servers =
        head.stream().filter(launch -> loaded.contains(launch.scenario())).toList();
    int running = (int) servers.stream().filter(Launch::valid).count();
    List<String> parts = new ArrayList<>();
    if (running > 0) {
      parts.add(Plural.count(running, "server launch") + each(servers));
    }
    int forks = valid.size() - running;
    if (forks > 0) {
      parts.add(Plural.count(forks, "JMH fork"));
    }
    return "Rests on "
        + (parts.isEmpty() ? "no valid launch" : String.join(" and ", parts))
        + "; "
        + Discards.of(head);
  }

  private static String each(List<Launch> servers) {
    Map<List<Object>, Integer> valid =
        servers.stream()
            .collect(
                Collectors.toMap(
                    launch -> List.of(launch.scenario(), launch.mode()),
                    launch -> launch.valid() ? 1 : 0,
                    Integer::sum));
    int fewest = Collections.min(valid.values());
    int most = Collections.max(valid.values());
    return " ("
        + (fewest == most ? fewest : fewest + " to " + most)
        + " of each scenario and mode)";
  }

  /** What was measured, where and how. */
  public static String setting(MeasurementRecord record) {
    return measured(record) + conditions(record);
  }

  /** What was measured and how; of where, only what speaks against it. */
  static String settingInShort(MeasurementRecord record) {
    return measured(record)
        + record.profile()
        + " profile"
        + (shared(record.host())
            ? "; server and generator share CPUs, so that each disturbs the other."
            : ".");
  }

  private static String measured(MeasurementRecord record) {
    Subject subject = record.subject(Arm.HEAD);
    return subject == null
        ? ""
        : SubjectWords.of(subject)
            + ", "
            + revision(subject)
            + (subject.handicap() == null ? "" : ", handicap " + subject.handicap())
            + "; ";
  }

  /** Where and how it was measured. */
  public static String conditions(MeasurementRecord record) {
    Host host = record.host();
    return record.profile()
        + " profile, "
        + record.engine()
        + " engine; "
        + host.cpuModel()
        + ", server on "
        + cpus(host.serverCores())
        + ", generator on "
        + cpus(host.generatorCores())
        + (shared(host) ? " (shared: each disturbs the other)." : ".");
  }

  /** Whether server and generator run on a CPU that both have. */
  private static boolean shared(Host host) {
    return host.serverCores().stream().anyMatch(host.generatorCores()::contains);
  }

  public static String revision(Subject subject) {
    String revision = subject.revision();
    return "revision "
        + CommitName.shortened(revision)
        + (subject.dirty() ? " with local changes" : "");
  }

  static String cpus(List<Integer> cpus) {
    return (cpus.size() == 1 ? "CPU " : "CPUs ")
        + cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** A verdict shown beside another's record would lie. */
  public static String mismatch(Verdict verdict, MeasurementRecord record) {
    return verdict.recordId().equals(record.id())
        ? ""
        : "This verdict is of record "
            + verdict.recordId()
            + ", the record beside it is "
            + record.id()
            + ": ./loomwatch gate judges it anew.";
  }
}
