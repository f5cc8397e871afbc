package loomwatch.judge.verdict;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import loomwatch.judge.statistics.Holm;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.ChangeAssessment.Tested;
import loomwatch.results.Mode;

/**
 * Changes that are judged together: the chance that even one of them is called worse by mistake is
 * the look's α (Holm 1979), and the same of better. Where launches of a mode of a scenario failed,
 * requests did, or connections were closed, each is one more of them; what happened in neither arm
 * could not be told.
 */
final class Family {
  private final Map<PairedChange, Tested> tested = new HashMap<>();
  private final Map<Load, Double> failing = new HashMap<>();
  private final Map<EventCounts, Double> more = new HashMap<>();
  private final int size;

  private record Load(String scenario, Mode mode) {
    static Load of(PairedChange row) {
      return new Load(row.key().scenario(), row.mode());
    }
  }

  /** Rows without an interval are not tested. */
  Family(List<PairedChange> rows, Failures failures, List<EventCounts> events) {
    List<PairedChange> known = rows.stream().filter(row -> row.interval().isPresent()).toList();
    List<MeanInterval> intervals = known.stream().flatMap(row -> row.interval().stream()).toList();
    List<Load> loads =
        rows.stream()
            .map(Load::of)
            .distinct()
            .filter(load -> failures.any(load.scenario(), load.mode()))
            .toList();
    double[] worse =
        Holm.adjust(
            Stream.of(
                    intervals.stream().mapToDouble(MeanInterval::pOfMore),
                    loads.stream().mapToDouble(load -> failures.p(load.scenario(), load.mode())),
                    events.stream().mapToDouble(EventCounts::p))
                .flatMapToDouble(p -> p)
                .toArray());
    double[] better = Holm.adjust(intervals.stream().mapToDouble(MeanInterval::pOfLess).toArray());
    size = worse.length;
    int at = 0;
    for (PairedChange row : known) {
      tested.put(row, new Tested(worse[at], better[at]));
      at++;
    }
    for (Load load : loads) {
      failing.put(load, worse[at++]);
    }
    for (EventCounts row : events) {
      more.put(row, worse[at++]);
    }
  }

  /** How many are judged together; at least 1. */
  int size() {
    return Math.max(1, size);
  }

  /** Adjusted p that it is worse, and that it is better; nothing where it has no interval. */
  Optional<Tested> tested(PairedChange row) {
    return Optional.ofNullable(tested.get(row));
  }

  /** Adjusted p that it happens more often in head; of one of the family. */
  double more(EventCounts row) {
    return more.getOrDefault(row, 1.0);
  }

  /** Adjusted p that head's launches of that scenario and mode fail more often than base's. */
  double failing(PairedChange row) {
    return failing.getOrDefault(Load.of(row), 1.0);
  }
}
