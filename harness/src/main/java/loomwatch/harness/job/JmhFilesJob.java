package loomwatch.harness.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import loomwatch.harness.job.MeasureJob.Presentation;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.statistics.MeanInterval.Ends;
import loomwatch.judge.thresholds.Limit.Tolerance;
import loomwatch.judge.thresholds.Thresholds;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Plural;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Ink.Mark;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Ratio;
import loomwatch.reporting.text.Style.Detail;
import loomwatch.reporting.text.Terminal;
import loomwatch.results.JmhResults;
import loomwatch.results.JmhResults.Scores;
import loomwatch.results.JsonFormat;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Metric;
import loomwatch.results.StrictJson;
import loomwatch.results.files.AtomicFile;
import loomwatch.results.files.RecordException;
import org.jspecify.annotations.Nullable;

/**
 * Compares two result files of JMH without measuring. It is weak evidence: the files are of two
 * different times, so that a busier machine looks like a slower benchmark. So nothing passes.
 */
public record JmhFilesJob(Thresholds thresholds, Presentation presentation) {
  /** Fewer bytes per operation are noise of JMH's own threads. */
  private static final double FEWEST_BYTES = 8;

  private static final int MOST_SHOWN = 20;

  private static final String WEAK =
      "Weak evidence: a machine that was busier, warmer or another one looks the same. Benchmarks in"
          + " loomwatch.yaml are measured in turn, and may pass.";

  /**
   * One benchmark and metric of both files.
   *
   * @param mode JMH's short name
   * @param base mean of the forks; so is {@code head}
   * @param ratio head ÷ base
   * @param interval 90 % interval of the ratio; null with fewer than two forks in a file
   * @param verdict regressed if the whole interval is beyond the tolerance, else inconclusive
   */
  record Row(
      String benchmark,
      String mode,
      Metric metric,
      double base,
      double head,
      double ratio,
      @Nullable Interval interval,
      int baseForks,
      int headForks,
      Outcome verdict) {

    /** Returns how much worse it is at least; of one fork nothing is known. */
    private double least() {
      return interval == null ? 0 : interval.low();
    }
  }

  @JsonInclude(JsonInclude.Include.ALWAYS)
  record Findings(
      int schema,
      Outcome verdict,
      List<Row> benchmarks,
      List<String> onlyBase,
      List<String> onlyHead) {}

  /** Prints the comparison and returns its exit code, which is never that of a pass. */
  public int compare(Path base, Path head) {
    Map<String, Scores> before = read(base);
    Map<String, Scores> after = read(head);
    List<Row> rows =
        before.entrySet().stream()
            .flatMap(each ->
                Stream.ofNullable(after.get(each.getKey()))
                    .flatMap(same -> rows(each.getValue(), same)))
            .sorted(Comparator.comparingDouble(Row::least).reversed())
            .toList();
    if (rows.isEmpty()) {
      throw new RecordException(
          "%s and %s have no benchmark in common that both measured".formatted(base, head));
    }
    boolean worse = rows.stream().anyMatch(row -> row.verdict() == Outcome.REGRESSED);
    Findings findings =
        new Findings(
            1,
            worse ? Outcome.REGRESSED : Outcome.INCONCLUSIVE,
            rows,
            alone(before, after),
            alone(after, before));
    System.out.print(
        presentation.json()
            ? JsonFormat.write(StrictJson.WITH_NULLS, findings)
            : text(findings) + "\n");
    return ExitCode.of(findings.verdict());
  }

  private static Map<String, Scores> read(Path file) {
    try {
      String json = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      if (json.isBlank()) {
        throw new RecordException(
            file + ": JMH results must be there, was empty; JMH writes none if all failed");
      }
      return JmhResults.scores(json, file.toString());
    } catch (IOException e) {
      throw new UsageException(
          "%s cannot be read: %s; name a file that JMH wrote with -rf json"
              .formatted(file, AtomicFile.reason(e)));
    }
  }

  private static List<String> alone(Map<String, Scores> one, Map<String, Scores> other) {
    TreeSet<String> names = new TreeSet<>(one.keySet());
    names.removeAll(other.keySet());
    return List.copyOf(names);
  }

  private Stream<Row> rows(Scores base, Scores head) {
    return Stream.of(
            row(base, Metric.TIME_PER_OPERATION, base.seconds(), head.seconds(), 0),
            row(base, Metric.ALLOCATED_PER_OPERATION, base.bytes(), head.bytes(), FEWEST_BYTES))
        .flatMap(List::stream);
  }

  /** Returns nothing where a file has no fork that finished, or both values are too small. */
  private List<Row> row(
      Scores of, Metric metric, List<Double> base, List<Double> head, double fewest) {
    double[] before = logs(base, fewest);
    double[] after = logs(head, fewest);
    double first = base.stream().mapToDouble(value -> value).average().orElse(0);
    double second = head.stream().mapToDouble(value -> value).average().orElse(0);
    if (before.length == 0 || after.length == 0 || Math.max(first, second) <= fewest) {
      return List.of();
    }
    Interval interval = null;
    if (before.length > 1 && after.length > 1) {
      Ends ends = MeanInterval.ofDifference(before, after);
      interval = new Interval(Math.exp(ends.low()), Math.exp(ends.high()));
    }
    double ratio = Math.max(fewest, second) / Math.max(fewest, first);
    double tolerance =
        thresholds
            .tolerance(JmhResults.ALL, Mode.PLATFORM, metric)
            .map(Tolerance::fraction)
            .orElse(Double.POSITIVE_INFINITY);
    boolean worse = interval != null && interval.low() > 1 + tolerance;
    return List.of(
        new Row(
            of.name(),
            of.mode(),
            metric,
            first,
            second,
            ratio,
            interval,
            before.length,
            after.length,
            worse ? Outcome.REGRESSED : Outcome.INCONCLUSIVE));
  }

  /** Returns logarithms; smaller values count as the fewest. */
  private static double[] logs(List<Double> values, double fewest) {
    return values.stream()
        .mapToDouble(value -> Math.max(fewest, value))
        .filter(value -> value > 0)
        .map(Math::log)
        .toArray();
  }

  private String text(Findings findings) {
    Document document = new Document();
    long worse =
        findings.benchmarks().stream().filter(row -> row.verdict() == Outcome.REGRESSED).count();
    Section section = document.section("findings");
    section.title(
        Mark.named(findings.verdict()),
        ": ",
        worse == 0
            ? "no benchmark is clearly worse, which is no proof that none is."
            : "%s of %d got worse by more than the tolerance."
                .formatted(Plural.count((int) worse, "figure"), findings.benchmarks().size()));
    section.text(WEAK);
    section.text(
        findings.benchmarks().stream().anyMatch(row -> row.interval() == null)
            ? "Of one fork nobody knows how much forks differ: run JMH with -f 5 or more."
            : "");
    List<Row> shown =
        presentation.style().detail() == Detail.ALL
            ? findings.benchmarks()
            : findings.benchmarks().stream().limit(MOST_SHOWN).toList();
    shown.forEach(row -> section.item(Mark.inked(row.verdict()).and(" " + sentence(row))));
    int more = findings.benchmarks().size() - shown.size();
    section.text(more == 0 ? "" : "and %d more, which --all shows".formatted(more));
    section.text(missing("Head lacks", findings.onlyBase()));
    section.text(missing("Base lacks", findings.onlyHead()));
    return Terminal.render(document, presentation.style());
  }

  private static String sentence(Row row) {
    String unit = row.metric().unit().symbol();
    return "%s (%s), %s: %s → %s, %s (%s)"
        .formatted(
            row.benchmark(),
            row.mode(),
            row.metric().wording().name(),
            Quantity.of(row.base(), unit, null),
            Quantity.of(row.head(), unit, null),
            Ratio.change(row.ratio(), row.interval()),
            row.interval() == null ? "one fork" : Ratio.range(row.interval()));
  }

  private static String missing(String what, List<String> names) {
    return names.isEmpty() ? "" : "%s %s.".formatted(what, String.join(", ", names));
  }
}
