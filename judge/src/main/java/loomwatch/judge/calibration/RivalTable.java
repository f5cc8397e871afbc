package loomwatch.judge.calibration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import loomwatch.judge.calibration.Calibration.Catch;
import loomwatch.judge.calibration.Calibration.Rival;
import loomwatch.judge.calibration.Calibration.Share;
import loomwatch.judge.calibration.Rule.Call;
import loomwatch.judge.verdict.GatedPairs;

/**
 * The same comparisons judged by ours and by others' rules. Those of one subject with itself that
 * were invalid are left out for all; of those against a handicap none is, so that what could not be
 * measured counts as not caught for us.
 */
final class RivalTable {
  /** Ratios as configured most often, the default last; Bencher's and benchstat's own levels. */
  private static final List<Rule> RULES =
      List.of(
          new MeanRatio(1.1),
          new MeanRatio(1.5),
          new MeanRatio(2.0),
          new HistoryTTest(),
          new RankSum(0.05));

  private final List<JudgedComparison> all;
  private final List<String> handicaps;
  private final Map<String, Map<Place, double[]>> earlier = new HashMap<>();

  /**
   * What a history is of: beside a handicap base carries the filter that injects nothing, whose
   * cost is no part of the others' past.
   */
  private record Past(boolean besideHandicap, Place place) {}

  /**
   * Of these comparisons.
   *
   * @param all in the order measured
   * @param handicaps that were injected
   */
  RivalTable(List<JudgedComparison> all, List<String> handicaps) {
    this.all = List.copyOf(all);
    this.handicaps = List.copyOf(handicaps);
    Map<Past, List<Double>> seen = new HashMap<>();
    for (JudgedComparison comparison : all) {
      Map<Place, double[]> history = new HashMap<>();
      for (GatedPairs pairs : comparison.gated()) {
        Place place = Place.of(pairs);
        List<Double> values =
            seen.computeIfAbsent(
                new Past(!comparison.unchanged(), place), past -> new ArrayList<>());
        history.put(place, values.stream().mapToDouble(Double::doubleValue).toArray());
        values.add(pairs.meanOfBase());
      }
      earlier.put(comparison.record().id(), history);
    }
  }

  /** A row for each, ours first. */
  List<Rival> rows() {
    return Stream.concat(Stream.of(ours()), RULES.stream().map(this::row)).toList();
  }

  private Rival ours() {
    List<JudgedComparison> unchanged = JudgedComparison.validUnchanged(all);
    long alarms = unchanged.stream().filter(one -> !one.regressions().isEmpty()).count();
    return new Rival(
        "Loomwatch",
        "paired sign-flip test of all gating metrics jointly, within looks, and a change of at least"
            + " the tolerance",
        Share.of(alarms, unchanged.size()),
        handicaps.stream()
            .map(handicap -> {
              List<JudgedComparison> against = JudgedComparison.against(handicap, all);
              Expected expected = Expected.of(handicap);
              long caught =
                  against.stream().filter(one -> HandicapTable.caught(one, expected)).count();
              return new Catch(handicap, Share.of(caught, against.size()));
            })
            .toList());
  }

  private Rival row(Rule rule) {
    return new Rival(
        rule.name(),
        rule.method(),
        share(rule, JudgedComparison.validUnchanged(all), place -> true),
        handicaps.stream()
            .map(handicap ->
                new Catch(
                    handicap,
                    share(
                        rule,
                        JudgedComparison.against(handicap, all),
                        Expected.of(handicap)::holds)))
            .toList());
  }

  /** In how many it alarms at such a place, of those it can judge. */
  private Share share(Rule rule, List<JudgedComparison> comparisons, Predicate<Place> where) {
    int alarms = 0;
    int judged = 0;
    for (JudgedComparison comparison : comparisons) {
      List<Call> calls = calls(rule, comparison, where);
      if (!calls.isEmpty()) {
        judged++;
      }
      if (calls.contains(Call.ALARM)) {
        alarms++;
      }
    }
    return Share.of(alarms, judged);
  }

  private List<Call> calls(Rule rule, JudgedComparison comparison, Predicate<Place> where) {
    Map<Place, double[]> history = earlier.getOrDefault(comparison.record().id(), Map.of());
    return comparison.gated().stream()
        .filter(pairs -> where.test(Place.of(pairs)))
        .map(pairs -> rule.judge(pairs, history.getOrDefault(Place.of(pairs), new double[0])))
        .filter(call -> call != Call.CANNOT_TELL)
        .toList();
  }
}
