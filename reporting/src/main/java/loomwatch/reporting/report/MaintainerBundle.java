package loomwatch.reporting.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.cause.CauseReport.FrameChange;
import loomwatch.judge.cause.CauseReport.FrameChange.Moved;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.HeadRelativeChange;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Quantity;
import loomwatch.results.Host;
import loomwatch.results.JsonFormat;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StrictJson;
import loomwatch.results.Variant;
import org.jspecify.annotations.Nullable;

/**
 * A report of an upgrade that regressed, for the maintainers of the library, server or JDK. It
 * consists of figures and of names of open code, so that nothing of the service is in it: scenarios
 * are numbered.
 *
 * @param upgrade such as {@code tomcat 10.1.46 → 10.1.50}
 * @param causes what is known of causes; empty where none were looked for
 * @param open the code that may be named
 * @param reproduction a command that shows the same without the service; empty if none is known
 */
public record MaintainerBundle(
    String upgrade,
    MeasurementRecord record,
    Verdict verdict,
    Optional<CauseReport> causes,
    OpenCode open,
    Optional<String> reproduction) {

  /**
   * Code whose names may be published.
   *
   * @param packages name prefixes of classes, such as {@code org.apache.}
   */
  public record OpenCode(List<String> packages) {
    private static final List<String> OF_THE_JDK =
        List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private static final List<String> USUAL = List.of("org.apache.", "org.springframework.");

    public OpenCode {
      packages = List.copyOf(packages);
    }

    /**
     * Returns the code of the JDK, Tomcat, Spring and the upgraded libraries, without packages in
     * which the service's repository has files.
     *
     * @param files paths of that repository; where they are not known, only the JDK's code is open
     * @param groups of the upgraded libraries
     */
    public static OpenCode without(List<String> files, List<String> groups) {
      List<String> packages = new ArrayList<>(USUAL);
      groups.forEach(group -> packages.add(group + "."));
      packages.removeIf(each -> {
        String folder = "/" + each.replace('.', '/');
        return files.isEmpty() || files.stream().anyMatch(file -> ("/" + file).contains(folder));
      });
      packages.addAll(OF_THE_JDK);
      return new OpenCode(packages);
    }

    boolean has(@Nullable String method) {
      return method != null && packages.stream().anyMatch(method::startsWith);
    }
  }

  private record Line(
      String scenario,
      String mode,
      String metric,
      String unit,
      Outcome verdict,
      double base,
      double head,
      @Nullable Double percent,
      @Nullable Interval interval) {}

  private record Found(
      int schema,
      String upgrade,
      Outcome verdict,
      Runtime base,
      Runtime head,
      Host host,
      String profile,
      int rounds,
      List<Line> metrics) {}

  private record Runtime(String tomcat, String jdk, String jdkVendor) {
    static Runtime of(@Nullable Variant variant) {
      Variant there = Objects.requireNonNull(variant);
      return new Runtime(there.tomcat(), there.jdk(), there.jdkVendor());
    }
  }

  private record OpenCause(
      String scenario,
      String mode,
      String metric,
      String resource,
      String method,
      @Nullable String caller,
      @Nullable String inside,
      double base,
      double head,
      Interval change,
      @Nullable Double explainedPercent) {}

  private record OpenFrame(
      String scenario, String mode, String resource, String method, Moved self, Moved total) {}

  private record OpenCauses(
      int schema, List<OpenCause> causes, List<OpenFrame> frames, long leftOut) {}

  /** Returns the texts of the files, by name. */
  public Map<String, String> files() {
    Map<String, String> numbered = new LinkedHashMap<>();
    verdict
        .metrics()
        .forEach(
            line -> numbered.putIfAbsent(line.scenario(), "scenario " + (numbered.size() + 1)));
    Map<String, String> files = new LinkedHashMap<>();
    files.put("README.md", readme(numbered));
    files.put("verdict.json", json(found(numbered)));
    causes.ifPresent(all -> files.put("causes.json", json(open(all, numbered))));
    return files;
  }

  private Found found(Map<String, String> numbered) {
    return new Found(
        1,
        upgrade,
        verdict.verdict(),
        Runtime.of(record.variant(Side.BASE)),
        Runtime.of(record.variant(Side.HEAD)),
        record.host(),
        record.profile(),
        rounds(),
        verdict.metrics().stream().flatMap(line -> line(line, numbered).stream()).toList());
  }

  private int rounds() {
    return Optional.ofNullable(verdict.comparison()).map(Verdict.Compared::rounds).orElse(0);
  }

  private static Optional<Line> line(MetricVerdict line, Map<String, String> numbered) {
    Optional<Change> change = line.change();
    return levels(line)
        .flatMap(levels ->
            change
                .flatMap(Change::found)
                .map(found ->
                    new Line(
                        numbered.getOrDefault(line.scenario(), ""),
                        line.mode().label(),
                        line.metric().label(),
                        line.unit(),
                        found.verdict(),
                        levels.base(),
                        levels.head(),
                        change.flatMap(Change::ratio).map(Size.Ratio::percent).orElse(null),
                        change
                            .flatMap(Change::bounded)
                            .map(Size.SeveralPairs::interval)
                            .orElse(null))));
  }

  private static Optional<Size.Levels> levels(MetricVerdict line) {
    return line.change()
        .map(Change::size)
        .filter(Size.Levels.class::isInstance)
        .map(Size.Levels.class::cast);
  }

  private OpenCauses open(CauseReport all, Map<String, String> numbered) {
    List<OpenCause> kept =
        all.causes().stream()
            .filter(this::isOpen)
            .map(cause ->
                new OpenCause(
                    numbered.getOrDefault(cause.scenario(), ""),
                    cause.mode().label(),
                    cause.metric().label(),
                    cause.resource().label(),
                    cause.method(),
                    open.has(cause.caller()) ? cause.caller() : null,
                    open.has(cause.inside()) ? cause.inside() : null,
                    cause.base(),
                    cause.head(),
                    cause.change(),
                    cause.explainedPercent()))
            .toList();
    List<OpenFrame> frames =
        all.frames().stream()
            .filter(frame -> open.has(frame.method()))
            .map((FrameChange frame) ->
                new OpenFrame(
                    numbered.getOrDefault(frame.scenario(), ""),
                    frame.mode().label(),
                    frame.resource().label(),
                    frame.method(),
                    frame.self(),
                    frame.total()))
            .toList();
    return new OpenCauses(1, kept, frames, (long) all.causes().size() - kept.size());
  }

  /** Pauses of the JVM, and requests that met one, have a reason in place of a method. */
  private boolean isOpen(Cause cause) {
    boolean pause = cause.resource() == Resource.PAUSES || cause.resource() == Resource.TAIL;
    return pause && cause.file().isEmpty() || open.has(cause.method());
  }

  private String readme(Map<String, String> numbered) {
    Variant base = Objects.requireNonNull(record.variant(Side.BASE));
    Variant head = Objects.requireNonNull(record.variant(Side.HEAD));
    Host host = record.host();
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # %s regressed

        Loomwatch compared a service with itself, upgraded. Its code, requests and names are left out.

        | | before | after |
        |---|---|---|
        | Tomcat | %s | %s |
        | JDK | %s (%s) | %s (%s) |

        Machine: %s, %d CPUs, %s, Linux %s. Profile %s, %d rounds with fresh servers of both.

        ## What got worse

        """
            .formatted(
                upgrade,
                base.tomcat(),
                head.tomcat(),
                base.jdk(),
                base.jdkVendor(),
                head.jdk(),
                head.jdkVendor(),
                host.cpuModel(),
                host.cores(),
                Quantity.inWords(host.memoryBytes(), "B", null),
                host.kernel(),
                record.profile(),
                rounds()));
    verdict.metrics().stream()
        .filter(MetricVerdict::gotWorse)
        .forEach(line ->
            levels(line)
                .ifPresent(levels ->
                    text.append(
                        "- %s of %s, %s: %s%n"
                            .formatted(
                                line.metric().wording().name(),
                                numbered.getOrDefault(line.scenario(), ""),
                                line.mode().label(),
                                HeadRelativeChange.grew(line.metric(), levels)))));
    causes.ifPresent(all -> text.append("\n## Causes\n\n").append(causes(open(all, numbered))));
    reproduction.ifPresent(command ->
        text.append(
            """

            ## Without the service

            The server that ships with Loomwatch shows the same:

                %s
            """
                .formatted(command)));
    return text.toString();
  }

  private static String causes(OpenCauses all) {
    String kept =
        all.causes().stream()
            .map(cause ->
                "- %s (%s, %s): `%s`%s%n"
                    .formatted(
                        cause.metric(),
                        cause.scenario(),
                        cause.mode(),
                        cause.method(),
                        cause.explainedPercent() == null
                            ? ""
                            : " explains %.0f %%".formatted(cause.explainedPercent())))
            .collect(Collectors.joining());
    return kept
        + (all.leftOut() == 0
            ? kept.isEmpty() ? "None is shown.\n" : ""
            : "- left out, as the code is not open: %d%n".formatted(all.leftOut()));
  }

  private static String json(Object facts) {
    return JsonFormat.write(StrictJson.WITH_NULLS, facts);
  }
}
