package loomwatch.reporting.report;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.summingInt;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.CommitName;
import loomwatch.results.Host;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LoadResult;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Scenario;
import loomwatch.results.Scenario.Protocol;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/** The result and basis of a verdict, in the words that all reports share. */
final class Summary {
  private static final int MOST_NAMES = 3;

  /** The usual reason for a stall, and its remedy. */
  private static final String QUIETEN =
      "Most likely something else ran on the generator's CPU: quieten the machine (./loomwatch"
          + " doctor) and run again.";

  /** A lower share of the planned rate is reported; the drain alone costs some percent. */
  private static final double WORTH_TELLING = 0.95;

  private Summary() {}

  /** Returns the outcomes of the limits, and advice. */
  static String of(Verdict verdict) {
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
        metrics.stream().filter(metric -> metric.verdict() == outcome).map(Limits::name).toList();
    String first = names.stream().limit(MOST_NAMES).collect(joining("; "));
    return names.size() > MOST_NAMES
        ? first + "; and " + (names.size() - MOST_NAMES) + " more"
        : first;
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
        .collect(joining(", "));
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

  static String basis(MeasurementRecord record) {
    Set<String> loaded = record.scenarios().stream().map(Scenario::name).collect(toSet());
    List<Launch> head =
        record.launches().stream().filter(launch -> launch.isOf(Side.HEAD)).toList();
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
        + discarded(head);
  }

  private static String each(List<Launch> servers) {
    IntSummaryStatistics valid =
        servers.stream()
            .collect(
                groupingBy(
                    launch -> List.of(launch.scenario(), launch.mode()),
                    summingInt(launch -> launch.valid() ? 1 : 0)))
            .values()
            .stream()
            .mapToInt(Integer::intValue)
            .summaryStatistics();
    return " ("
        + (valid.getMin() == valid.getMax() ? "" : valid.getMin() + " to ")
        + valid.getMax()
        + " of each scenario and mode)";
  }

  static String setting(MeasurementRecord record) {
    return measured(record) + conditions(record);
  }

  /** Returns what was measured and how; of the host only whether CPUs are shared. */
  static String settingInShort(MeasurementRecord record) {
    return measured(record)
        + record.profile()
        + " profile"
        + (hasServers(record) && shared(record.host())
            ? "; server and generator share CPUs, so that each disturbs the other."
            : ".");
  }

  private static String measured(MeasurementRecord record) {
    Variant variant = record.variant(Side.HEAD);
    return variant == null
        ? ""
        : VariantText.of(variant)
            + ", "
            + revision(variant)
            + (variant.fault() == null ? "" : ", fault " + variant.fault())
            + "; ";
  }

  static String conditions(MeasurementRecord record) {
    Host host = record.host();
    boolean servers = hasServers(record);
    return record.profile()
        + " profile"
        + (servers ? ", " + record.generator() + " generator; " : "; ")
        + host.cpuModel()
        + ", "
        + places(record)
        + (servers && shared(host) ? " (shared: each disturbs the other)." : ".");
  }

  /** Returns on which CPUs what was measured ran, and its load. */
  static String places(MeasurementRecord record) {
    List<Integer> server = record.host().serverCores();
    List<Integer> generator = record.host().generatorCores();
    return hasServers(record)
        ? "server on " + cpus(server) + ", generator on " + cpus(generator)
        : "benchmarks on "
            + cpus(Stream.of(server, generator).flatMap(List::stream).distinct().sorted().toList());
  }

  /** Returns whether any server is in the record, which may be of benchmarks alone. */
  static boolean hasServers(MeasurementRecord record) {
    return !record.scenarios().isEmpty() || record.launches().isEmpty();
  }

  private static boolean shared(Host host) {
    return host.serverCores().stream().anyMatch(host.generatorCores()::contains);
  }

  static String revision(Variant variant) {
    String revision = variant.revision();
    return "revision "
        + CommitName.shortened(revision)
        + (variant.dirty() ? " with local changes" : "");
  }

  private static String cpus(List<Integer> cpus) {
    return (cpus.size() == 1 ? "CPU " : "CPUs ")
        + cpus.stream().map(String::valueOf).collect(joining(","));
  }

  /** Returns a warning if the verdict belongs to another record; otherwise an empty text. */
  static String mismatch(Verdict verdict, MeasurementRecord record) {
    return verdict.recordId().equals(record.id())
        ? ""
        : "This verdict is of record "
            + verdict.recordId()
            + ", the record beside it is "
            + record.id()
            + ": ./loomwatch gate judges it again.";
  }

  /** Returns how many were discarded by which rules; each rule counts once for each launch. */
  static String discarded(List<Launch> launches) {
    List<Launch> discarded = launches.stream().filter(launch -> !launch.valid()).toList();
    if (discarded.isEmpty()) {
      return "none was discarded.";
    }
    Map<Invalid.Reason, Long> causes =
        discarded.stream()
            .flatMap(launch -> launch.invalid().stream().map(Invalid::cause).distinct())
            .collect(groupingBy(c -> c, TreeMap::new, counting()));
    return "%s discarded as invalid: %s.%s"
        .formatted(
            discarded.size(),
            causes.entrySet().stream()
                .map(cause -> cause.getKey().label() + " (" + cause.getValue() + ")")
                .collect(joining(", ")),
            causes.containsKey(Invalid.Reason.GENERATOR_STALLED) ? " " + QUIETEN : "");
  }

  /** Returns the load of a server scenario; empty for a benchmark. */
  static String load(MeasurementRecord record, String name) {
    return record.scenarios().stream()
        .filter(scenario -> scenario.name().equals(name))
        .map(Summary::load)
        .findFirst()
        .orElse("");
  }

  private static String load(Scenario scenario) {
    return String.format(
        Locale.ROOT,
        "%s%s, %,.0f requests/s, %,d connections%s",
        scenario.sent().shown(),
        protocol(scenario.protocol()),
        scenario.requestsPerSecond(),
        scenario.connections(),
        pool(scenario.maxThreads()));
  }

  private static String protocol(@Nullable Protocol protocol) {
    return switch (protocol) {
      case null -> "";
      case HTTP -> " over HTTP/1.1";
      case HTTPS -> " over HTTPS";
      case H2C -> " over HTTP/2 without TLS";
      case H2 -> " over HTTP/2";
    };
  }

  private static String pool(@Nullable Integer threads) {
    return threads == null ? "" : String.format(Locale.ROOT, ", pool of %,d threads", threads);
  }

  /** Returns a sentence for each mode that did not reach its rate; empty when both did. */
  static String shortfall(MeasurementRecord record, String name) {
    List<String> sentences = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      List<LoadResult> loads =
          record.launches().stream()
              .filter(launch -> launch.isOf(Side.HEAD) && launch.valid())
              .filter(launch -> launch.scenario().equals(name) && launch.mode() == mode)
              .map(Launch::load)
              .filter(Objects::nonNull)
              .toList();
      OptionalDouble achieved = loads.stream().mapToDouble(LoadResult::achievedPerSecond).average();
      OptionalDouble asked = loads.stream().mapToDouble(LoadResult::requestsPerSecond).average();
      if (achieved.orElse(0) < WORTH_TELLING * asked.orElse(0)) {
        sentences.add(
            String.format(
                Locale.ROOT,
                " With %s threads the server answered %,.0f of %,.0f requests/s.",
                mode.label(),
                achieved.orElse(0),
                asked.orElse(0)));
      }
    }
    return String.join("", sentences);
  }

  public static final class VariantText {
    /** The record's value for a service without Tomcat or JVM. */
    private static final String NONE = "none";

    private VariantText() {}

    /** Returns {@code shop with Tomcat 10.1.55 on JDK 25}; the demo server has no name. */
    public static String of(Variant variant) {
      String tomcat = variant.tomcat().equals(NONE) ? "" : "Tomcat " + variant.tomcat();
      String service = variant.service() == null ? "" : variant.service().replaceFirst("@.*", "");
      String between = tomcat.isEmpty() || service.isEmpty() ? "" : " with ";
      String jdk = variant.jdk().equals(NONE) ? "" : " on JDK " + variant.jdk();
      return service + between + tomcat + jdk;
    }
  }
}
