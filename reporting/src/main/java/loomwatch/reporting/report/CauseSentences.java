package loomwatch.reporting.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.cause.CauseReport.CauseFindings.Total;
import loomwatch.judge.cause.CauseReport.FrameChange;
import loomwatch.judge.verdict.Cause;
import loomwatch.judge.verdict.Interval;
import loomwatch.judge.verdict.Verdict;
import loomwatch.reporting.report.ChangeView.ModeLabel;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Document.Side;
import loomwatch.reporting.text.Markdown;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Text;
import loomwatch.results.Count;
import loomwatch.results.JmhResults;
import loomwatch.results.LaunchStacks.Resource;

/** The causes of regressions, one sentence each. */
public final class CauseSentences {
  private static final int MOST = 3;
  private static final Pattern PACKAGES = Pattern.compile("^(?:[^.$]+\\.)*?(?=[^.]+\\.[^.]+$)");

  private static final String NONE =
      "no method is shown to be the cause; what changed is spread thin, or lies where the profilers"
          + " do not see.";

  private static final int MOST_FRAMES = 15;

  private static final List<Column<Total>> TOTALS =
      List.of(
          Column.left("scenario", Total::scenario),
          Column.left("mode", CauseSentences::mode),
          Column.left("spends", total -> total.resource().label()),
          Column.left("of a", total -> per(total)),
          Column.right("launches", total -> total.baseLaunches() + " + " + total.headLaunches()),
          Column.right("base", total -> amount(total.base(), total.resource())),
          Column.right("head", total -> amount(total.head(), total.resource())),
          Column.right(
              "change",
              total -> change(total.head() - total.base(), total.change(), total.resource())));

  private static final List<Column<FrameChange>> FRAMES =
      List.of(
          new Column<>(
              "method",
              Side.LEFT,
              frame ->
                  Text.of(frame.method())
                      .and(frame.changed() ? " " : "")
                      .and(Text.strong(frame.changed() ? "changed" : ""))),
          Column.right("self, base", frame -> amount(frame.self().base(), frame.resource())),
          Column.right("self, head", frame -> amount(frame.self().head(), frame.resource())),
          Column.right("change", frame -> change(frame.self(), frame.resource())),
          Column.right("total, base", frame -> amount(frame.total().base(), frame.resource())),
          Column.right("total, head", frame -> amount(frame.total().head(), frame.resource())),
          Column.right("change", frame -> change(frame.total(), frame.resource())),
          Column.right("p", CauseSentences::p));

  private CauseSentences() {}

  /** Returns at most three sentences that begin with "Why"; none without a search for causes. */
  public static List<String> of(Verdict verdict) {
    return verdict.causes().map(CauseSentences::whys).orElse(List.of());
  }

  /** Returns at most three sentences that begin with "Why". */
  public static List<String> whys(List<Cause> causes) {
    return of(causes).stream().map(sentence -> "Why: " + sentence).toList();
  }

  /** Returns at most three sentences, or one that reports that no cause is shown. */
  public static List<String> of(List<Cause> causes) {
    if (causes.isEmpty()) {
      return List.of(NONE);
    }
    return causes.stream()
        .collect(
            groupingBy(
                cause ->
                    List.of(
                        cause.scenario(),
                        cause.resource(),
                        cause.metric(),
                        service(cause),
                        Objects.requireNonNullElse(cause.request(), "")),
                LinkedHashMap::new,
                toList()))
        .values()
        .stream()
        .limit(MOST)
        .map(same ->
            switch (same.getFirst().resource()) {
              case LIVE -> onTheHeap(same);
              case COUNTS -> counted(same);
              default -> sentence(same);
            })
        .toList();
  }

  /** Returns what one sentence covers: one method, or all classes that stay on the heap. */
  private static String service(Cause cause) {
    return cause.resource() == Resource.LIVE ? "" : cause.method();
  }

  /** Returns the sentence about classes, in the mode where their growth is clearest. */
  private static String onTheHeap(List<Cause> classes) {
    Cause first = classes.getFirst();
    return "%s (%s, %s): %s."
        .formatted(
            spent(first),
            first.scenario(),
            first.mode().label(),
            classes.stream()
                .filter(cause -> cause.mode() == first.mode())
                .map(cause -> amount(cause) + " of " + simpleName(cause.method()))
                .collect(joining(", ")));
  }

  /**
   * Returns the sentence about what is done more often: {@code +5 SQL statements per request
   * (owners, platform and virtual): /owners: select …, at OwnerController.java:117 in
   * OwnerController.show}.
   */
  private static String counted(List<Cause> modes) {
    Cause first = modes.getFirst();
    return "%s %s (%s, %s): %s%s, by %s%s, at %s."
        .formatted(
            "+" + Count.shown(first.change().low()),
            first.metric().wording().name(),
            first.scenario(),
            modes.stream().map(cause -> cause.mode().label()).collect(joining(" and ")),
            first.request() == null ? "" : Count.shown(first.request()) + ": ",
            Count.shown(Objects.requireNonNull(first.counted())),
            shortly(first.method()),
            first.caller() == null ? "" : " under " + shortly(first.caller()),
            line(first));
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /**
   * Returns the sentence about one method, the clearest mode first: {@code +812 B allocated a
   * request (hello, virtual): MessageBytes.toBytes under Http11OutputBuffer.sendHeader explains 82
   * % [74–90], …}.
   */
  private static String sentence(List<Cause> modes) {
    Cause first = modes.getFirst();
    String others =
        modes.stream()
            .skip(1)
            .map(cause ->
                "; %s: %s%s"
                    .formatted(
                        cause.mode().label(),
                        amount(cause),
                        share(cause).map(share -> ", " + share).orElse("")))
            .collect(joining());
    return "%s %s%s (%s): %s%s %s%s%s%s."
        .formatted(
            amount(first),
            spent(first),
            share(first).isPresent() ? "" : " beside the profilers",
            where(first),
            shortly(first.method()),
            first.caller() == null ? "" : " under " + shortly(first.caller()),
            share(first)
                .map(share -> "explains " + share)
                .orElse("grew, by a share of the change that the profiles do not tell"),
            first.inside() == null ? "" : ", most of it in " + shortly(first.inside()),
            first.file().isEmpty() ? "" : ", at " + line(first),
            others);
  }

  /** Returns the scenario and its mode, which a benchmark has none of. */
  private static String where(Cause cause) {
    String mode = ModeLabel.of(cause.scenario(), cause.mode());
    return mode.isEmpty() ? cause.scenario() : cause.scenario() + ", " + mode;
  }

  private static String spent(Cause cause) {
    boolean operation = JmhResults.isTeams(cause.scenario());
    return switch (cause.resource()) {
      case CPU -> operation ? "an operation" : "of CPU a request";
      case ALLOCATION -> "allocated " + (operation ? "an operation" : "a request");
      case BLOCKING -> "waited a request";
      case PINNING -> "with the carrier pinned a request";
      case PAUSES -> "stood still a request";
      case TAIL -> "in each of the slowest hundredth of requests";
      case LIVE -> "on the heap after the load";
      case COLLECTIONS -> "collections asked for in a launch";
      case THREADS -> "threads that stay in a launch";
      case START -> "until it is ready";
      case COUNTS -> "a request";
    };
  }

  private static String amount(Cause cause) {
    return "+"
        + Quantity.inWords(
            cause.head() - cause.base(), cause.resource().unit().symbol(), cause.change());
  }

  private static Optional<String> share(Cause cause) {
    Double percent = cause.explainedPercent();
    Interval interval = cause.explained();
    return percent == null || interval == null
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "%.0f %% [%.0f–%.0f]", percent, interval.low(), interval.high()));
  }

  private static String line(Cause cause) {
    String file = cause.file().substring(cause.file().lastIndexOf('/') + 1);
    String at = cause.line() == null ? file : file + ":" + cause.line();
    Cause.Versions versions = cause.versions();
    if (versions != null) {
      return "%s, whose class changed between %s and %s"
          .formatted(at, versions.base(), versions.head());
    }
    return at + (cause.changed() ? ", which the change touches" : "");
  }

  /** Returns {@code Http11OutputBuffer.sendHeader}, without package, or a lambda's method. */
  public static String shortly(String method) {
    String name = PACKAGES.matcher(method).replaceFirst("");
    String where = name.replace(".lambda$", ".").replace(".$anonfun$", ".").replace("$lambda", "");
    return where.equals(name) ? name : where + " (a lambda)";
  }

  /** Returns {@code causes.md}: the sentences, the totals, and the frames that changed most. */
  public static String page(CauseReport explanation) {
    Document document = new Document();
    Section why = document.section("why").heading("Why", "");
    of(explanation.causes()).forEach(why::item);
    why.text(
        "Measured in a pass of its own, with profilers ("
            + String.join(", ", explanation.profilers())
            + "): its numbers carry their cost and are not judged. Brackets are 90 % intervals over"
            + " launches; p is of the total's growth: frames that the change touches are tested"
            + " together, and so are all others.");
    document.section("in all").heading("In all", "").table(explanation.totals(), TOTALS);
    for (Total total : explanation.totals()) {
      frames(document, total, explanation.frames());
    }
    if (!explanation.remarks().isEmpty()) {
      Section remarks = document.section("remarks").heading("Remarks", "");
      explanation.remarks().forEach(remarks::item);
    }
    return Markdown.render(document);
  }

  private static String mode(Total total) {
    return ModeLabel.of(total.scenario(), total.mode());
  }

  /** Returns what a total is of: {@code request}, {@code operation} or {@code launch}. */
  static String per(Total total) {
    return switch (total.resource()) {
      case CPU, ALLOCATION, BLOCKING, PINNING, PAUSES, COUNTS ->
          JmhResults.isTeams(total.scenario()) ? "operation" : "request";
      case TAIL -> "slow request";
      case LIVE, COLLECTIONS, THREADS, START -> "launch";
    };
  }

  /** Returns, for example, {@code hello, virtual threads: cpu}. */
  static String title(Total total) {
    String mode = mode(total);
    return "%s%s: %s"
        .formatted(
            total.scenario(),
            mode.isEmpty() ? "" : ", " + mode + " threads",
            total.resource().label());
  }

  private static void frames(Document document, Total total, List<FrameChange> all) {
    List<FrameChange> most =
        all.stream()
            .filter(frame ->
                frame.scenario().equals(total.scenario())
                    && frame.mode() == total.mode()
                    && frame.resource() == total.resource())
            .limit(MOST_FRAMES)
            .toList();
    if (!most.isEmpty()) {
      String title = title(total);
      document.section(title).heading(title, "").table(most, FRAMES);
    }
  }

  private static String p(FrameChange frame) {
    Double p = frame.p();
    return p == null ? "–" : String.format(Locale.ROOT, "%.4f", p);
  }

  private static String change(FrameChange.Moved cost, Resource resource) {
    return change(cost.head() - cost.base(), cost.change(), resource);
  }

  private static String amount(double value, Resource resource) {
    return Quantity.inWords(value, resource.unit().symbol(), null);
  }

  private static String change(double growth, Interval interval, Resource resource) {
    String unit = resource.unit().symbol();
    return "%s%s [%s, %s]"
        .formatted(
            growth > 0 ? "+" : "",
            Quantity.inWords(growth, unit, null),
            Quantity.inWords(interval.low(), unit, null),
            Quantity.inWords(interval.high(), unit, null));
  }
}
