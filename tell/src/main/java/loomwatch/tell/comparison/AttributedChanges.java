package loomwatch.tell.comparison;

import java.util.ArrayList;
import java.util.List;
import loomwatch.judge.verdict.Attribution;
import loomwatch.judge.verdict.Attribution.Part;
import loomwatch.judge.verdict.HeadsFigure;
import loomwatch.judge.verdict.Outcome;
import loomwatch.judge.verdict.Standing.Judged;
import loomwatch.judge.verdict.Standing.Tested;
import loomwatch.judge.verdict.Words;
import loomwatch.results.MeasurementRecord;
import loomwatch.tell.comparison.ChangeView.Row;
import loomwatch.tell.text.Effect;
import loomwatch.tell.text.MetricWords;
import loomwatch.tell.text.Table;
import loomwatch.tell.text.Table.Side;
import org.jspecify.annotations.Nullable;

/**
 * Whose change is it: of each judged change that moved, what is the toolchain's and what the
 * code's.
 *
 * @param rows the judged changes that were attributed
 * @param factors what the two are
 * @param alpha of the look reached, or null before the first
 */
record AttributedChanges(List<Attributed> rows, TwoFactors factors, @Nullable Double alpha) {
  static final String TITLE = "Whose change is it?";

  static final String METHOD =
      "Measured in the same blocks: base's code on head's toolchain, and the reverse. It explains,"
          + " and decides nothing.";

  private static final int MOST = 12;
  private static final int FEW = 3;

  /** Of {@link #cells}; those with a colon stand to the right. */
  static final List<String> COLUMNS =
      List.of("scenario", "metric", "mode", "part", "effect:", "90 % interval", "p:");

  private static final String NONE_MOVED =
      "No judged change is shown to have moved, through the toolchain or through the code.";

  AttributedChanges {
    rows = List.copyOf(rows);
  }

  /** A change and whose it is. */
  record Attributed(Row row, Attribution to) {
    private String scenario() {
      return row.line().scenario();
    }

    /** In the terms of the row, whose figure they add up to. */
    private HeadsFigure figure(Part part) {
      return HeadsFigure.of(row.metric(), part);
    }
  }

  static AttributedChanges of(
      List<ChangeView> views, MeasurementRecord record, @Nullable Double alpha) {
    List<Attributed> rows = new ArrayList<>();
    for (ChangeView view : views) {
      for (Row row : view.judged()) {
        row.change()
            .judged()
            .flatMap(Judged::attribution)
            .ifPresent(to -> rows.add(new Attributed(row, to)));
      }
    }
    return new AttributedChanges(rows, TwoFactors.of(record), alpha);
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  /** One for each that moved, the first of many, or one that none did. */
  List<String> sentences() {
    List<Attributed> moved = rows.stream().filter(this::moved).toList();
    if (moved.isEmpty()) {
      return List.of(NONE_MOVED);
    }
    List<String> sentences =
        new ArrayList<>(moved.stream().limit(MOST).map(this::sentence).toList());
    if (moved.size() > MOST) {
      sentences.add(
          Words.count(moved.size() - MOST, "more change")
              + " moved; verdict.json says whose each is.");
    }
    return List.copyOf(sentences);
  }

  /** The same without intervals, of no more than a few. */
  List<String> inShort() {
    List<Attributed> moved = rows.stream().filter(this::moved).toList();
    if (moved.isEmpty()) {
      return List.of(NONE_MOVED);
    }
    return moved.stream().limit(FEW).map(this::inShort).toList();
  }

  private String inShort(Attributed row) {
    Attribution to = row.to();
    boolean several = rows.stream().map(Attributed::scenario).distinct().count() > 1;
    return (several ? row.scenario() + ", " : "")
        + MetricWords.name(row.row().metric())
        + ", "
        + row.row().mode().label()
        + ": "
        + whose(to)
        + " ("
        + factors.toolchainName()
        + " "
        + Effect.change(row.figure(to.toolchain()))
        + ", code "
        + Effect.change(row.figure(to.code()))
        + (shown(to.interaction())
            ? ", together " + Effect.change(row.figure(to.interaction())) + " more"
            : "")
        + ").";
  }

  private boolean moved(Attributed row) {
    Outcome outcome = row.row().outcome();
    return outcome == Outcome.REGRESSED
        || outcome == Outcome.IMPROVED
        || row.row().change().judged().flatMap(Judged::tested).filter(this::shown).isPresent()
        || shown(row.to().toolchain())
        || shown(row.to().code());
  }

  private boolean shown(Tested tested) {
    return reaches(tested.worse()) || reaches(tested.better());
  }

  private boolean shown(Part part) {
    return reaches(part.pAdjusted());
  }

  private boolean reaches(double p) {
    return alpha != null && p <= alpha;
  }

  private String sentence(Attributed row) {
    Attribution to = row.to();
    String both =
        shown(to.interaction())
            ? "; together "
                + Effect.withInterval(row.figure(to.interaction()))
                + " beyond what each does alone, so neither figure holds by itself"
            : "";
    int pairs = row.row().change().pairs();
    String blocks =
        to.blocks() < pairs
            ? " (over " + Words.count(to.blocks(), "block") + " with all four arms)"
            : "";
    return ChangeSentence.subject(row.row())
        + ", "
        + MetricWords.name(row.row().metric())
        + ": "
        + whose(to)
        + "; "
        + factors.toolchainName()
        + " "
        + Effect.withInterval(row.figure(to.toolchain()))
        + ", the code "
        + Effect.withInterval(row.figure(to.code()))
        + both
        + blocks
        + ".";
  }

  private String whose(Attribution to) {
    if (shown(to.toolchain())) {
      return shown(to.code()) ? "both moved it" : "the toolchain's";
    }
    return shown(to.code()) ? "the code's" : "not shown whose";
  }

  /** Everything that was attributed, a line for each part. */
  Table table() {
    Table table =
        new Table(Side.LEFT, Side.LEFT, Side.LEFT, Side.LEFT, Side.RIGHT, Side.LEFT, Side.RIGHT);
    table.row(COLUMNS.stream().map(name -> name.replace(":", "")).toArray(String[]::new));
    cells().forEach(line -> table.row(line.toArray(String[]::new)));
    return table;
  }

  /** A line for each part of each change, in the order of {@link #COLUMNS}. */
  List<List<String>> cells() {
    List<List<String>> lines = new ArrayList<>();
    for (Attributed row : rows) {
      line(lines, row, "toolchain", row.to().toolchain());
      line(lines, row, "code", row.to().code());
      line(lines, row, "interaction", row.to().interaction());
    }
    return lines;
  }

  private static void line(List<List<String>> lines, Attributed row, String name, Part part) {
    lines.add(
        List.of(
            row.row().line().scenario(),
            row.row().metric().label(),
            row.row().mode().label(),
            name,
            Effect.change(row.figure(part)),
            Effect.interval(row.figure(part)),
            Effect.shown(part.pAdjusted())));
  }
}
