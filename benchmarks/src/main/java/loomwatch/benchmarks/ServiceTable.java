package loomwatch.benchmarks;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Change;
import loomwatch.judge.verdict.Change.ChangeAssessment.Judged;
import loomwatch.judge.verdict.Change.Size;
import loomwatch.judge.verdict.JudgedMode;
import loomwatch.judge.verdict.MetricVerdict;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.text.Effect;
import loomwatch.reporting.text.Quantity;
import loomwatch.results.JsonFormat;
import loomwatch.results.Launch;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Metric;
import org.jspecify.annotations.Nullable;

/** What comparisons of the services with a fault, and with themselves, came to, as a table. */
record ServiceTable(int schema, List<Row> rows) {
  static final JsonFormat<Row> ROW =
      JsonFormat.withoutNulls(Row.class, "result", Row.SCHEMA, "delete it to measure again");
  static final JsonFormat<ServiceTable> FORMAT =
      JsonFormat.withoutNulls(
          ServiceTable.class, "table", Row.SCHEMA, "./loomwatch bench-services writes it again");

  ServiceTable {
    rows = List.copyOf(rows);
  }

  ServiceTable(List<Row> rows) {
    this(Row.SCHEMA, rows);
  }

  /**
   * A comparison.
   *
   * @param fault its label, or {@code itself}
   * @param metric the metric that decided: of the blocking ones that regressed, the one furthest
   *     beyond its tolerance; null where none regressed
   * @param changes the metric's change in each mode, such as {@code +14.6 %}
   * @param minutes from the record's creation to the end of the last launch, without builds
   * @param named the cause named first; null where none is
   * @param right whether that is the fault; null of a service with itself
   */
  record Row(
      int schema,
      String fault,
      String service,
      String scenario,
      Outcome verdict,
      @Nullable Metric metric,
      List<ModeChange> changes,
      double minutes,
      int rounds,
      @Nullable Named named,
      @Nullable Boolean right) {
    static final int SCHEMA = 1;
    static final String ITSELF = "itself";

    Row {
      changes = List.copyOf(changes);
    }

    record ModeChange(JudgedMode mode, String change) {}

    /** A method, and where in the head's sources it costs most. */
    record Named(String method, String place) {
      static Named of(Cause cause) {
        return new Named(
            cause.method(),
            cause.line() == null ? cause.file() : cause.file() + ":" + cause.line());
      }
    }

    /** Summarises a comparison with a fault; without one, of the service with itself. */
    static Row of(
        Optional<ServiceFault> fault,
        ServiceFault.Service service,
        MeasurementRecord record,
        Verdict verdict) {
      Optional<Metric> decisive = decisive(verdict);
      Optional<Cause> first = verdict.causes().orElse(List.of()).stream().findFirst();
      return new Row(
          SCHEMA,
          fault.map(ServiceFault::label).orElse(ITSELF),
          service.label(),
          record.scenarios().getFirst().name(),
          verdict.verdict(),
          decisive.orElse(null),
          decisive.map(metric -> changes(verdict, metric)).orElse(List.of()),
          minutes(record),
          record.launches().stream().mapToInt(Launch::round).max().orElse(0),
          first.map(Named::of).orElse(null),
          fault.map(one -> first.filter(one::isAt).isPresent()).orElse(null));
    }

    private static Optional<Metric> decisive(Verdict verdict) {
      return verdict.metrics().stream()
          .filter(line -> line.change().flatMap(Change::found).filter(Row::failed).isPresent())
          .max(Comparator.comparingDouble(Row::beyond))
          .map(MetricVerdict::metric);
    }

    private static boolean failed(MetricVerdict.LimitResult found) {
      return found.gate() && found.verdict() == Outcome.REGRESSED;
    }

    /** Returns the change in tolerances; one that has no ratio, as from nothing, is beyond all. */
    private static double beyond(MetricVerdict line) {
      Change change = line.change().orElseThrow();
      double tolerance = change.judged().map(Judged::tolerancePercent).orElse(1.0);
      return change.ratio().map(Size.Ratio::percent).orElse(Double.MAX_VALUE) / tolerance;
    }

    private static List<ModeChange> changes(Verdict verdict, Metric metric) {
      List<ModeChange> changes = new ArrayList<>();
      for (MetricVerdict line : verdict.metrics()) {
        if (line.metric() == metric && line.mode() != JudgedMode.RATIO) {
          changes.add(new ModeChange(line.mode(), change(line)));
        }
      }
      return changes;
    }

    private static String change(MetricVerdict line) {
      Optional<Change> change = line.change();
      if (change.isPresent()
          && change.get().size() instanceof Size.NoRatio(double base, double head)) {
        return Quantity.both(
            Quantity.inWords(base, line.unit(), null),
            " → ",
            Quantity.inWords(head, line.unit(), null));
      }
      return Effect.change(line);
    }

    private static double minutes(MeasurementRecord record) {
      Instant end =
          record.launches().stream()
              .map(Row::end)
              .max(Comparator.naturalOrder())
              .orElse(record.createdAt());
      return Duration.between(record.createdAt(), end).toMillis() / 60_000.0;
    }

    private static Instant end(Launch launch) {
      double seconds = launch.phases() == null ? 0 : launch.phases().totalSeconds();
      return launch.startedAt().plusMillis(Math.round(1000 * seconds));
    }

    private String line() {
      return "| %s | %s | %s | %s | %.1f, %d | %s | %s |"
          .formatted(
              fault,
              service,
              decidedBy(),
              verdict.label(),
              minutes,
              rounds,
              named == null ? "–" : "`" + named.method() + "`, " + named.place(),
              right == null ? "–" : right ? "yes" : "no");
    }

    private String decidedBy() {
      return metric == null
          ? "–"
          : metric.wording().name()
              + " "
              + changes.stream().map(ModeChange::change).collect(joining(" / "));
    }
  }

  String markdown() {
    return """
    | fault | service | decided by, platform / virtual | verdict | minutes, rounds | named first | right |
    |---|---|---|---|---|---|---|
    """
        + rows.stream().map(row -> row.line() + "\n").collect(joining());
  }
}
