package loomwatch.reporting.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.judge.study.StudyVerdict;
import loomwatch.judge.study.StudyVerdict.CellFinding;
import loomwatch.judge.study.StudyVerdict.ClaimFinding;
import loomwatch.judge.study.StudyVerdict.ClaimFinding.Unknown;
import loomwatch.judge.study.StudyVerdict.ClaimOutcome;
import loomwatch.judge.study.StudyVerdict.Value;
import loomwatch.judge.verdict.Interval;
import loomwatch.reporting.text.Digits;
import loomwatch.reporting.text.Document;
import loomwatch.reporting.text.Document.Column;
import loomwatch.reporting.text.Document.Section;
import loomwatch.reporting.text.Ink;
import loomwatch.reporting.text.Quantity;
import loomwatch.reporting.text.Ratio;
import loomwatch.reporting.text.Style;
import loomwatch.reporting.text.Terminal;
import loomwatch.reporting.text.Text;
import loomwatch.results.Host;
import loomwatch.results.JsonFormat;
import loomwatch.results.StrictJson;
import loomwatch.results.study.StudyDesign;
import loomwatch.results.study.StudyDesign.Claim;
import loomwatch.results.study.StudyMetric;
import loomwatch.results.study.StudyRecord;
import org.jspecify.annotations.Nullable;

/** The terminal report of a study's findings, and their JSON. */
public final class StudyReport {
  private static final String NOTHING = "–";

  private StudyReport() {}

  public static String render(StudyVerdict verdict, Style style) {
    StudyRecord record = verdict.record();
    StudyDesign design = record.design();
    Document document = new Document();
    document
        .section("study")
        .title(Text.strong(design.name()), ": ", design.title())
        .text(
            "%s rounds of %s, one launch of each of %s cells in each. %s"
                .formatted(
                    record.roundsDone(), design.rounds(), design.cells().size(), loop(record)));
    cells(document, verdict);
    claims(document, verdict);
    Section notes = document.section("notes");
    notes(verdict).forEach(note -> notes.text("Note: " + note));
    return Terminal.render(document, style);
  }

  private static void cells(Document document, StudyVerdict verdict) {
    List<Column<CellFinding>> columns = new ArrayList<>();
    for (StudyDesign.Factor factor : verdict.record().design().factors()) {
      columns.add(
          Column.key(
              factor.name(),
              cell -> Objects.requireNonNullElse(cell.cell().levels().get(factor.name()), "")));
    }
    for (String name : quantities(verdict)) {
      columns.add(
          Column.right(
              title(name),
              cell -> {
                Value value = cell.values().get(name);
                return value == null ? NOTHING : value(name, value);
              }));
    }
    document
        .section("cells")
        .heading("Cells", "means of launches with their 90 % intervals")
        .table(verdict.cells(), columns);
  }

  private static void claims(Document document, StudyVerdict verdict) {
    if (verdict.claims().isEmpty()) {
      return;
    }
    Section section = document.section("claims").heading("Claims", inShort(verdict));
    for (ClaimFinding finding : verdict.claims()) {
      Shown shown = Shown.of(finding.outcome());
      String mark = shown.shape() + " " + shown.word().toUpperCase(Locale.ROOT);
      List<Text> below = new ArrayList<>();
      below.add(
          Text.of(
              "%s is %s; claimed is %s%s."
                  .formatted(
                      contrast(finding.claim()),
                      figure(finding),
                      bound(finding.claim()),
                      sourced(finding.claim()))));
      if (finding.why() != null) {
        below.add(Text.of("Not known: " + why(finding.why()) + "."));
      }
      section.item(Text.of(mark, shown.ink()).and(": " + finding.claim().says()), below);
    }
  }

  private static String sourced(Claim claim) {
    return (claim.published() == null ? "" : "; published was " + published(claim))
        + (claim.source() == null ? "" : " (" + claim.source() + ")");
  }

  private record Shown(String shape, String word, Ink ink) {
    static Shown of(ClaimOutcome outcome) {
      return switch (outcome) {
        case HOLDS -> new Shown("✔", "holds", Ink.GOOD);
        case DOES_NOT_HOLD -> new Shown("✘", "does not hold", Ink.BAD);
        case CANNOT_TELL -> new Shown("?", "cannot tell here", Ink.DOUBTFUL);
      };
    }
  }

  /** Returns {@code 1.97 [1.95, 1.99]}, or {@code at least 1.95} where only a bound is known. */
  private static String figure(ClaimFinding finding) {
    Value value = finding.value();
    if (value == null) {
      return NOTHING;
    }
    Interval interval = value.interval();
    if (interval != null && value.mayBeMore() != value.mayBeLess()) {
      return value.mayBeMore()
          ? "at least " + plain(interval.low())
          : "at most " + plain(interval.high());
    }
    return Ratio.withInterval(value.mean(), interval);
  }

  private static String published(Claim claim) {
    return claim.published() == null ? NOTHING : plain(claim.published());
  }

  /** Returns, for example, {@code at least 1.5} or {@code from 0.9 to 1.1}. */
  private static String bound(Claim claim) {
    Double least = claim.atLeast();
    Double most = claim.atMost();
    if (least != null && most != null) {
      return "from " + plain(least) + " to " + plain(most);
    }
    return least != null
        ? "at least " + plain(least)
        : "at most " + plain(Objects.requireNonNull(most));
  }

  private static String plain(double number) {
    return Digits.number(number, Digits.decimals(number, null));
  }

  /** Returns, for example, {@code requests/s: virtual, above over platform, above}. */
  private static String contrast(Claim claim) {
    String one = contrast(claim.contrast());
    String against = claim.against() == null ? "" : ", against " + contrast(claim.against());
    return claim.looksAt().title() + " of " + one + against;
  }

  private static String contrast(Claim.Contrast contrast) {
    List<String> common = new ArrayList<>();
    List<String> of = new ArrayList<>();
    List<String> over = new ArrayList<>();
    contrast
        .of()
        .forEach((factor, level) -> {
          String other = Objects.requireNonNullElse(contrast.over().get(factor), "");
          if (level.equals(other)) {
            common.add(factor + " " + level);
          } else {
            of.add(level);
            over.add(other);
          }
        });
    String minus =
        contrast.minus() == null
            ? ""
            : ", each less " + String.join(", ", contrast.minus().values());
    return String.join(", ", of)
        + " over "
        + String.join(", ", over)
        + (common.isEmpty() ? "" : " at " + String.join(", ", common))
        + minus;
  }

  private static String why(Unknown why) {
    return switch (why) {
      case NOT_MEASURED -> "its metric was not measured in any launch";
      case TOO_FEW_ROUNDS -> "fewer than two rounds have all of its launches";
      case STRADDLES -> "its interval straddles the bound; more rounds narrow it";
      case BOUND -> "a value is only known to be at least so much, which the ratio hangs on";
      case MOST_LOST -> "launches failed in half of the rounds or more, and what is left is chosen";
      case NOTHING_LEFT -> "there is nothing to divide by, or what is taken off leaves nothing";
    };
  }

  private static String value(String name, Value value) {
    StudyMetric quantity = StudyMetric.named(name).orElseThrow();
    return Quantity.withInterval(value.mean(), quantity.unit(), value.interval());
  }

  /** Returns the metrics that any cell has, in order. */
  private static List<String> quantities(StudyVerdict verdict) {
    return verdict.cells().stream()
        .flatMap(cell -> cell.values().keySet().stream())
        .distinct()
        .toList();
  }

  private static String title(String name) {
    return StudyMetric.named(name).orElseThrow().title();
  }

  /** Returns a sentence about the loop; benchmarks have no requests and so no loop. */
  static String loop(StudyRecord record) {
    if (record.scenarios().isEmpty()) {
      return "Measured by JMH, without server and load.";
    }
    return switch (record.design().loop()) {
      case OPEN ->
          "Open loop: a request's latency counts from when it was due, whatever became of those"
              + " before.";
      case CLOSED ->
          "Closed loop: a user asks again only when answered, so whoever stands still is not asked"
              + " meanwhile, and the time others would have waited is in no figure.";
    };
  }

  /** Returns the warnings, doubts and lost launches, one line each. */
  static List<String> notes(StudyVerdict verdict) {
    StudyDesign design = verdict.record().design();
    List<String> notes = new ArrayList<>(verdict.record().warnings());
    Map<String, List<String>> cellsByDoubt = new LinkedHashMap<>();
    List<String> lost = new ArrayList<>();
    for (CellFinding cell : verdict.cells()) {
      String shown = design.shown(cell.cell());
      cell.doubts()
          .forEach(
              doubt -> cellsByDoubt.computeIfAbsent(doubt, none -> new ArrayList<>()).add(shown));
      cell.lost().forEach(reason -> lost.add("not counted: " + shown + ", " + shortly(reason)));
    }
    cellsByDoubt.forEach((doubt, cells) -> {
      boolean every = cells.size() > 1 && cells.size() == verdict.cells().size();
      notes.add((every ? "every cell" : String.join("; ", cells)) + ": " + doubt);
    });
    notes.addAll(lost);
    return notes;
  }

  /** Omits the end of the server's log, which the record has. */
  private static String shortly(String reason) {
    return reason.lines().findFirst().orElse("").replaceFirst("; its last lines:$", "");
  }

  /** Returns, for example, {@code 2 holds, 1 cannot tell here}. */
  private static String inShort(StudyVerdict verdict) {
    if (verdict.claims().isEmpty()) {
      return "nothing was claimed";
    }
    return Stream.of(ClaimOutcome.values())
        .filter(holding -> verdict.count(holding) > 0)
        .map(outcome -> verdict.count(outcome) + " " + Shown.of(outcome).word())
        .collect(Collectors.joining(", "));
  }

  private record StudyJson(
      int schema,
      String study,
      String title,
      String recordId,
      Instant createdAt,
      Machine machine,
      String loop,
      int rounds,
      int planned,
      List<StudyDesign.Factor> factors,
      List<CellJson> cells,
      List<ClaimJson> claims,
      List<String> warnings) {}

  private record Machine(String cpu, int cores) {}

  private record CellJson(Map<String, String> levels, int launches, Map<String, Figure> values) {}

  private record Figure(double value, @Nullable Interval interval, String unit) {}

  /** A claim and its finding; {@code contrast} and {@code why} are in words. */
  private record ClaimJson(
      String name,
      String says,
      @Nullable String source,
      String metric,
      String contrast,
      ClaimOutcome verdict,
      @Nullable String why,
      @Nullable Double value,
      @Nullable Interval interval,
      @Nullable Double published,
      @Nullable Double atLeast,
      @Nullable Double atMost,
      int rounds) {}

  /** Returns the output of {@code study NAME --json}: indented, with a final newline. */
  public static String json(StudyVerdict verdict) {
    Host host = verdict.record().host();
    StudyDesign design = verdict.record().design();
    return JsonFormat.write(
        StrictJson.WITH_NULLS,
        new StudyJson(
            1,
            design.name(),
            design.title(),
            verdict.record().id(),
            verdict.record().createdAt(),
            new Machine(host.cpuModel(), host.cores()),
            design.loop().name().toLowerCase(Locale.ROOT),
            verdict.record().roundsDone(),
            design.rounds(),
            design.factors(),
            verdict.cells().stream().map(StudyReport::cell).toList(),
            verdict.claims().stream().map(StudyReport::claim).toList(),
            notes(verdict)));
  }

  private static CellJson cell(CellFinding cell) {
    Map<String, Figure> values = new LinkedHashMap<>();
    cell.values()
        .forEach((name, value) ->
            values.put(
                name,
                new Figure(
                    value.mean(), value.interval(), StudyMetric.named(name).orElseThrow().unit())));
    return new CellJson(cell.cell().levels(), cell.valid(), values);
  }

  private static ClaimJson claim(ClaimFinding finding) {
    Value value = finding.value();
    return new ClaimJson(
        finding.claim().name(),
        finding.claim().says(),
        finding.claim().source(),
        finding.claim().quantity(),
        contrast(finding.claim()),
        finding.outcome(),
        finding.why() == null ? null : why(finding.why()),
        value == null ? null : value.mean(),
        value == null ? null : value.interval(),
        finding.claim().published(),
        finding.claim().atLeast(),
        finding.claim().atMost(),
        value == null ? 0 : value.rounds());
  }
}
