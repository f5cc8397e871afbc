package loomwatch.tell.report;

import java.util.List;
import java.util.stream.Stream;
import loomwatch.judge.verdict.Outcome;
import loomwatch.tell.report.ChangeView.Row;

/**
 * The changes that a reader in haste is shown: those that decide, and those that informed of having
 * moved.
 *
 * @param shown in the verdict's order, those that passed only while there is room for them
 * @param left how many more of the same kind there are
 */
record DecisiveRows(List<Row> shown, int left) {
  private static final int MOST = 8;
  private static final int FEW = 4;

  DecisiveRows {
    shown = List.copyOf(shown);
  }

  static DecisiveRows of(List<ChangeView> views) {
    List<Row> rows =
        views.stream()
            .flatMap(view -> view.judged().stream())
            .filter(row -> row.change().ratio().isPresent())
            .filter(row -> row.gates() || moved(row))
            .toList();
    List<Row> wanted =
        rows.size() <= MOST
            ? rows
            : rows.stream().filter(row -> row.outcome() != Outcome.PASS).toList();
    List<Row> shown =
        wanted.size() <= MOST
            ? wanted
            : Stream.concat(wanted.stream().filter(DecisiveRows::moved), wanted.stream())
                .distinct()
                .limit(MOST)
                .toList();
    return new DecisiveRows(shown, rows.size() - shown.size());
  }

  private static boolean moved(Row row) {
    return row.outcome() == Outcome.REGRESSED || row.outcome() == Outcome.IMPROVED;
  }

  /** The few that count most, the worst first: for below an overview of all. */
  DecisiveRows worst() {
    List<Row> worst =
        Stream.of(Outcome.REGRESSED, Outcome.INCONCLUSIVE, Outcome.IMPROVED)
            .flatMap(outcome -> shown.stream().filter(row -> row.outcome() == outcome))
            .limit(FEW)
            .toList();
    return new DecisiveRows(worst, 0);
  }

  /** Whether they are of one scenario, so that its name need not stand in each line. */
  boolean oneScenario() {
    return shown.stream().map(row -> row.line().scenario()).distinct().count() <= 1;
  }
}
