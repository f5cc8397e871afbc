package loomwatch.tell.report;

import static loomwatch.tell.text.MarkdownText.escape;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Plural;
import loomwatch.judge.verdict.Verdict;
import loomwatch.results.Host;
import loomwatch.results.Invalid;
import loomwatch.results.Launch;
import loomwatch.results.Launch.Phases;
import loomwatch.results.Launch.WarmUp;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.Subject;
import loomwatch.tell.text.Digits;
import loomwatch.tell.text.MarkdownPage;
import loomwatch.tell.text.Quantity;
import org.jspecify.annotations.Nullable;

/** What a report rests on, folded away: launches, warm-up, overhead, host and toolchain. */
public final class MarkdownEvidence {
  private static final String NOTHING = "–";

  private MarkdownEvidence() {}

  public static void print(MarkdownPage page, Verdict verdict, MeasurementRecord record) {
    launches(page, record);
    machine(page, verdict, record);
  }

  public static void machine(MarkdownPage page, Verdict verdict, MeasurementRecord record) {
    page.details("Host and toolchain", () -> page.list(machine(verdict, record)));
  }

  public static void launches(MarkdownPage page, MeasurementRecord record) {
    if (!record.launches().isEmpty()) {
      page.details("Launches, warm-up and overhead", () -> table(page, record));
    }
  }

  private static void table(MarkdownPage page, MeasurementRecord record) {
    page.paragraph(
        "In the order started. Overhead is the share of a launch's time that was neither warm-up nor"
            + " measuring.");
    page.table(
        List.of(
            "block:",
            "scenario",
            "arm",
            "mode",
            "valid",
            "offered:",
            "completed:",
            "errors:",
            "steady",
            "measured:",
            "overhead:",
            "warm-up"),
        record.launches().stream().map(MarkdownEvidence::launch).toList());
  }

  private static List<String> launch(Launch launch) {
    List<String> cells = new ArrayList<>();
    cells.add(String.valueOf(launch.block()));
    cells.add(escape(launch.scenario()));
    cells.add(launch.arm());
    cells.add(launch.mode().label());
    cells.add(
        launch.valid()
            ? "yes"
            : "no: "
                + launch.invalid().stream()
                    .map(Invalid::cause)
                    .map(Invalid.Reason::label)
                    .distinct()
                    .collect(Collectors.joining(", ")));
    cells.addAll(load(launch));
    WarmUp warmUp = launch.warmUp();
    cells.add(warmUp == null ? NOTHING : warmUp.steady() ? "yes" : "**no**");
    cells.addAll(time(launch.phases()));
    cells.add(
        warmUp == null
            ? NOTHING
            : Plural.count(warmUp.cycles().size(), "cycle") + ": " + escape(warmUp.why()));
    return cells;
  }

  private static List<String> load(Launch launch) {
    var load = launch.load();
    return load == null
        ? List.of(NOTHING, NOTHING, NOTHING)
        : Stream.of(load.offered(), load.completed(), load.errors().total())
            .map(count -> Digits.number(count, 0))
            .toList();
  }

  private static List<String> time(@Nullable Phases phases) {
    return phases == null
        ? List.of(NOTHING, NOTHING)
        : List.of(
            Digits.number(phases.measureSeconds(), 1) + " s",
            Digits.number(100 * phases.overhead(), 0) + " %");
  }

  private static List<String> machine(Verdict verdict, MeasurementRecord record) {
    Host host = record.host();
    List<String> items = new ArrayList<>();
    items.add(
        escape(host.cpuModel())
            + ", "
            + Plural.count(host.cores(), "CPU")
            + ", "
            + Quantity.of(host.memoryBytes(), "B", null)
            + ", kernel "
            + escape(host.kernel())
            + ", governor "
            + escape(host.governor())
            + ", turbo "
            + host.turbo()
            + ", SMT "
            + host.smt()
            + ", idle states "
            + host.idleStates());
    items.add(
        "server on "
            + Summary.cpus(host.serverCores())
            + ", generator on "
            + Summary.cpus(host.generatorCores()));
    record.subjects().forEach((arm, subject) -> items.add(arm + ": " + subject(subject)));
    items.add("fingerprint " + escape(record.fingerprint()));
    items.add(
        escape(
            "record "
                + record.id()
                + " of "
                + record.createdAt()
                + ", rule "
                + verdict.rule()
                + ", seed "
                + record.seed()));
    return items;
  }

  private static String versions(Subject subject) {
    return subject.versions().entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String subject(Subject subject) {
    return escape(
        "revision "
            + subject.revision()
            + (subject.dirty() ? " with local changes" : "")
            + ", Tomcat "
            + subject.tomcat()
            + ", JDK "
            + subject.jdk()
            + " ("
            + subject.jdkVendor()
            + "), flags "
            + String.join(" ", subject.jvmFlags())
            + (subject.handicap() == null ? "" : ", handicap " + subject.handicap())
            + (subject.versions().isEmpty() ? "" : ", with " + versions(subject)));
  }
}
