package loomwatch.gate.trend;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import loomwatch.gate.trend.Alert.Status;
import loomwatch.results.history.Confirmation;
import loomwatch.results.history.Confirmation.Line;
import loomwatch.results.history.HistoryEntry;
import org.jspecify.annotations.Nullable;

/**
 * What comparisons of last good against first bad said: points of history differ in more than their
 * commit, so a change counts once it was seen again with both commits on one machine.
 */
final class Confirmations {
  /** No comparison was made. */
  static final Said NOTHING = new Said(Status.SUSPECTED, null, null);

  private final RunLog log;
  private final TrendRules rules;
  private final List<HistoryEntry> comparisons;

  Confirmations(RunLog log, List<HistoryEntry> entries, TrendRules rules) {
    this.log = log;
    this.rules = rules;
    comparisons = entries.stream().filter(entry -> entry.confirmation() != null).toList();
  }

  /**
   * What they come to.
   *
   * @param status confirmed, not reproduced, or still suspected
   * @param note what the comparison said, or null without one
   * @param comparison its id, or null without one
   */
  record Said(Status status, @Nullable String note, @Nullable String comparison) {}

  /** Of the changes of one alert; the newest comparison that spans them and can tell counts. */
  Said of(List<Candidate> group) {
    Said said = NOTHING;
    for (HistoryEntry comparison : comparisons) {
      Confirmation confirmation = comparison.confirmation();
      if (confirmation != null) {
        List<Line> lines = lines(confirmation, group);
        if (!lines.isEmpty()) {
          said = said(comparison.id(), lines);
        }
      }
    }
    return said;
  }

  private static Said said(String id, List<Line> lines) {
    for (Line line : lines) {
      if (line.outcome().equals("regressed")) {
        return new Said(
            Status.CONFIRMED,
            "comparison %s found it again: %s %s %s regressed"
                .formatted(id, line.scenario(), line.mode(), line.metric()),
            id);
      }
    }
    boolean none =
        lines.stream()
            .allMatch(line -> line.outcome().equals("pass") || line.outcome().equals("improved"));
    return none
        ? new Said(Status.NOT_REPRODUCED, "comparison %s did not find it again".formatted(id), id)
        : new Said(Status.SUSPECTED, "comparison %s could not tell".formatted(id), id);
  }

  private List<Line> lines(Confirmation confirmation, List<Candidate> group) {
    List<Line> lines = new ArrayList<>();
    for (Candidate candidate : group) {
      if (candidate.gate() && spans(confirmation, candidate)) {
        confirmation.of(candidate.series()).ifPresent(lines::add);
      }
    }
    return lines;
  }

  /** From a little before the last good run to a little after the first bad one. */
  private boolean spans(Confirmation confirmation, Candidate candidate) {
    return near(confirmation.base(), candidate.lastGood(), -rules.together(), 0)
        && near(confirmation.head(), candidate.firstBad(), 0, rules.together());
  }

  private boolean near(String commit, int entry, int least, int most) {
    int[] measured = log.measured(commit).stream().mapToInt(log::ordinal).toArray();
    int at = log.ordinal(entry);
    return IntStream.of(measured).anyMatch(run -> run >= at + least && run <= at + most);
  }
}
