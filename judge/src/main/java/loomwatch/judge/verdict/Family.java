package loomwatch.judge.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import loomwatch.judge.statistics.BlockDifferences;
import loomwatch.judge.statistics.Estimate;
import loomwatch.judge.statistics.Estimate.Known;
import loomwatch.judge.statistics.StepDownMaxT;
import loomwatch.judge.verdict.Changes.Context;
import loomwatch.judge.verdict.Standing.Tested;
import loomwatch.results.Mode;

/**
 * Changes that are tested jointly. Whether head fails more often than base is one more of them for
 * each mode of a scenario, so that it costs the family-wise level nothing.
 */
final class Family {
  private final List<ChangeRow> rows;
  private final List<Load> loads;
  private final Map<ChangeRow, Double> worse = new HashMap<>();
  private final Map<ChangeRow, Double> better = new HashMap<>();
  private final Map<Load, Double> failing = new HashMap<>();

  private record Load(String scenario, Mode mode) {
    static Load of(ChangeRow row) {
      return new Load(row.key().scenario(), row.mode());
    }
  }

  Family(List<ChangeRow> rows, Failures failures, Context context) {
    this.rows = List.copyOf(rows);
    this.loads = rows.stream().map(Load::of).distinct().toList();
    List<ChangeRow> maybeWorse = excluding(ChangeRow::isPlainlyBetter, worse);
    List<BlockDifferences> tested = new ArrayList<>(differences(maybeWorse));
    loads.forEach(load -> tested.add(failures.excess(load.scenario(), load.mode())));
    List<Estimate<StepDownMaxT>> up = tests(tested, maybeWorse, context);
    keep(maybeWorse, up, worse);
    keep(loads, up.subList(maybeWorse.size(), up.size()), failing);
    List<ChangeRow> maybeBetter = excluding(ChangeRow::isPlainlyWorse, better);
    keep(
        maybeBetter,
        tests(
            differences(maybeBetter).stream().map(BlockDifferences::negated).toList(),
            maybeBetter,
            context),
        better);
  }

  /**
   * What is below its tolerance is neither regressed nor improved, however sure it is. So it is no
   * rival of what is not, in no assignment; its own p is that beside all others.
   *
   * @param rows of the first tested; others have no tolerance
   */
  private static List<Estimate<StepDownMaxT>> tests(
      List<BlockDifferences> tested, List<ChangeRow> rows, Context context) {
    double[] least = new double[tested.size()];
    Arrays.fill(least, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < rows.size(); i++) {
      least[i] = rows.get(i).least();
    }
    List<Estimate<StepDownMaxT>> beyond =
        StepDownMaxT.greater(tested, least, new Random(context.seed()));
    List<Estimate<StepDownMaxT>> all = StepDownMaxT.greater(tested, new Random(context.seed()));
    return IntStream.range(0, tested.size())
        .mapToObj(i ->
            beyond.get(i) instanceof Known<StepDownMaxT>(StepDownMaxT known)
                    && known.mean() >= least[i]
                ? beyond.get(i)
                : all.get(i))
        .toList();
  }

  /**
   * Without those that plainly went the other way, whose own p is 1. With them each test would have
   * an assignment, the reverse of what was, in which they are as extreme: of five pairs nothing
   * could be told then.
   */
  private List<ChangeRow> excluding(
      Predicate<ChangeRow> otherWay, Map<ChangeRow, Double> adjusted) {
    rows.stream().filter(otherWay).forEach(row -> adjusted.put(row, 1.0));
    return rows.stream().filter(otherWay.negate()).toList();
  }

  private static List<BlockDifferences> differences(List<ChangeRow> rows) {
    return rows.stream().map(ChangeRow::differences).toList();
  }

  private static <K> void keep(
      List<K> keys, List<Estimate<StepDownMaxT>> tests, Map<K, Double> adjusted) {
    for (int i = 0; i < keys.size(); i++) {
      if (tests.get(i) instanceof Known<StepDownMaxT>(StepDownMaxT known)) {
        adjusted.put(keys.get(i), known.adjusted());
      }
    }
  }

  /** Adjusted p that it is worse, and that it is better; nothing without a pair. */
  Optional<Tested> tested(ChangeRow row) {
    Double up = worse.get(row);
    Double down = better.get(row);
    return up == null || down == null ? Optional.empty() : Optional.of(new Tested(up, down));
  }

  /** Adjusted p that head's launches of that scenario and mode fail more often than base's. */
  OptionalDouble failing(ChangeRow row) {
    Double p = failing.get(Load.of(row));
    return p == null ? OptionalDouble.empty() : OptionalDouble.of(p);
  }
}
