package loomwatch.reporting.report;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.ModeLabel;
import loomwatch.reporting.text.Digits;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Document.Side;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Text;
import loomwatch.results.Host;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Phases;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.LoadResult;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Variant;

/** The evidence of a report: host, runtime, and each launch with its warm-up and overhead. */
final class Evidence {
  private static final String NOTHING = "–";

  private static final List<Column<Launch>> LAUNCH =
      List.of(
          Column.right("round", launch -> String.valueOf(launch.round())),
          Column.left("scenario", Launch::scenario),
          Column.left("variant", Launch::variant),
          Column.left("mode", launch -> ModeLabel.of(launch.scenario(), launch.mode())),
          Column.left("valid", Evidence::valid),
          Column.right("offered", launch -> count(launch, LoadResult::offered)),
          Column.right("completed", launch -> count(launch, LoadResult::completed)),
          Column.right("errors", launch -> count(launch, load -> load.errors().total())),
          new Column<>("steady", Side.LEFT, Evidence::steady),
          Column.right(
              "measured",
              launch -> time(launch, it -> Digits.number(it.measureSeconds(), 1) + " s")),
          Column.right(
              "overhead",
              launch -> time(launch, it -> Digits.number(100 * it.overhead(), 0) + " %")),
          Column.left("warm-up", Evidence::warmUp));

  private Evidence() {}

  static void write(Document document, Verdict verdict, MeasurementRecord record) {
    host(document.evidence("Host and runtime"), verdict, record);
    if (!record.launches().isEmpty()) {
      document
          .evidence("Launches, warm-up and overhead")
          .text(
              "In the order started. Overhead is the share of a launch's time that was neither"
                  + " warm-up nor measuring.")
          .table(record.launches(), LAUNCH);
    }
  }

  private static String valid(Launch launch) {
    return launch.valid()
        ? "yes"
        : "no: "
            + launch.invalid().stream()
                .map(Invalid::cause)
                .map(Invalid.Reason::label)
                .distinct()
                .collect(joining(", "));
  }

  private static String count(Launch launch, ToLongFunction<LoadResult> of) {
    LoadResult load = launch.load();
    return load == null ? NOTHING : Digits.number(of.applyAsLong(load), 0);
  }

  private static Text steady(Launch launch) {
    WarmUp warmUp = launch.warmUp();
    return warmUp == null ? Text.of(NOTHING) : warmUp.steady() ? Text.of("yes") : Text.strong("no");
  }

  private static String time(Launch launch, Function<Phases, String> of) {
    Phases phases = launch.phases();
    return phases == null ? NOTHING : of.apply(phases);
  }

  private static String warmUp(Launch launch) {
    WarmUp warmUp = launch.warmUp();
    return warmUp == null
        ? NOTHING
        : (warmUp.cycles().isEmpty() ? "" : Plural.count(warmUp.cycles().size(), "cycle") + ": ")
            + warmUp.why();
  }

  private static void host(Section section, Verdict verdict, MeasurementRecord record) {
    Host host = record.host();
    section
        .item(
            "%s, %s, %s, kernel %s, governor %s, turbo %s, SMT %s, idle states %s"
                .formatted(
                    host.cpuModel(),
                    Plural.count(host.cores(), "CPU"),
                    Quantity.of(host.memoryBytes(), "B", null),
                    host.kernel(),
                    host.governor(),
                    host.turbo(),
                    host.smt(),
                    host.idleStates()))
        .item(Summary.places(record));
    record.variants().forEach((name, variant) -> section.item(name + ": " + variant(variant)));
    section
        .item("fingerprint " + record.fingerprint())
        .item(
            "record %s of %s, rule %s, seed %s"
                .formatted(record.id(), record.createdAt(), verdict.rule(), record.seed()));
  }

  private static String variant(Variant variant) {
    String versions =
        variant.versions().entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(joining(", "));
    return "revision %s%s, Tomcat %s, JDK %s (%s), flags %s%s%s"
        .formatted(
            variant.revision(),
            variant.dirty() ? " with local changes" : "",
            variant.tomcat(),
            variant.jdk(),
            variant.jdkVendor(),
            String.join(" ", variant.jvmFlags()),
            variant.fault() == null ? "" : ", fault " + variant.fault(),
            versions.isEmpty() ? "" : ", with " + versions);
  }
}
