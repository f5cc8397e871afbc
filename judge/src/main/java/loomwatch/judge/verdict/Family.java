package loomwatch.judge.verdict;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import loomwatch.judge.statistics.Holm;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Standing.Tested;
import loomwatch.results.Mode;

/**
 * Changes that are judged together: the chance that even one of them is called worse by mistake is
 * the look's α (Holm 1979), and the same of better. Whether head's launches fail more often than
 * base's, whether more of its requests fail, and whether more of its connections are closed, are
 * three more of them for each mode of a scenario.
 */
final class Family {
  private final Map<ChangeRow, Tested> tested = new HashMap<>();
  private final Map<Load, Double> failing = new HashMap<>();
  private final Map<EventRow, Double> events = new HashMap<>();

  private record Load(String scenario, Mode mode) {
    static Load of(ChangeRow row) {
      return new Load(row.key().scenario(), row.mode());
    }
  }

  /** Of rows without an interval nothing is told. */
  Family(List<ChangeRow> rows, Failures failures, List<EventRow> counted) {
    List<ChangeRow> known = rows.stream().filter(row -> row.interval().isPresent()).toList();
    List<MeanInterval> intervals = known.stream().flatMap(row -> row.interval().stream()).toList();
    List<Load> loads = rows.stream().map(Load::of).distinct().toList();
    double[] worse =
        Holm.adjust(
            Stream.of(
                    intervals.stream().mapToDouble(MeanInterval::pOfMore),
                    loads.stream().mapToDouble(load -> failures.p(load.scenario(), load.mode())),
                    counted.stream().mapToDouble(EventRow::p))
                .flatMapToDouble(p -> p)
                .toArray());
    double[] better = Holm.adjust(intervals.stream().mapToDouble(MeanInterval::pOfLess).toArray());
    for (int i = 0; i < known.size(); i++) {
      tested.put(known.get(i), new Tested(worse[i], better[i]));
    }
    for (int i = 0; i < loads.size(); i++) {
      failing.put(loads.get(i), worse[known.size() + i]);
    }
    for (int i = 0; i < counted.size(); i++) {
      events.put(counted.get(i), worse[known.size() + loads.size() + i]);
    }
  }

  /** Adjusted p that it is worse, and that it is better; nothing where it has no interval. */
  Optional<Tested> tested(ChangeRow row) {
    return Optional.ofNullable(tested.get(row));
  }

  /** Adjusted p that it happens more often in head; of one of the family. */
  double more(EventRow row) {
    return events.getOrDefault(row, 1.0);
  }

  /** Adjusted p that head's launches of that scenario and mode fail more often than base's. */
  OptionalDouble failing(ChangeRow row) {
    Double p = failing.get(Load.of(row));
    return p == null ? OptionalDouble.empty() : OptionalDouble.of(p);
  }
}
