package loomwatch.judge.cause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import loomwatch.judge.statistics.MeanInterval;
import loomwatch.judge.verdict.Interval;
import loomwatch.results.Launch.Mode;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;

/**
 * The cost of a scenario's requests in one mode and resource, by stack and launch, those of base
 * first. Immutable.
 */
final class ResourceCosts {
  record Place(String scenario, Mode mode, Resource resource) {}

  /** A stack and its cost per request in each launch. */
  record Row(Stack stack, double[] perRequest) {}

  private final Place place;
  private final List<Integer> roundsOfBase;
  private final List<Integer> roundsOfHead;
  private final List<Row> rows;

  private ResourceCosts(
      Place place, List<Integer> roundsOfBase, List<Integer> roundsOfHead, List<Row> rows) {
    this.place = place;
    this.roundsOfBase = roundsOfBase;
    this.roundsOfHead = roundsOfHead;
    this.rows = rows;
  }

  /** Collects the costs of a place, without launches in which the resource was not recorded. */
  static ResourceCosts of(Place place, List<LaunchStacks> all) {
    List<LaunchStacks> these =
        all.stream()
            .filter(launch ->
                launch.scenario().equals(place.scenario()) && launch.mode() == place.mode())
            .filter(launch -> launch.shares(place.resource()) > 0)
            .sorted(
                Comparator.comparing(LaunchStacks::variant).thenComparingInt(LaunchStacks::round))
            .toList();
    Map<Stack, double[]> rows = new LinkedHashMap<>();
    for (int i = 0; i < these.size(); i++) {
      int launch = i;
      double shares = these.get(i).shares(place.resource());
      these
          .get(i)
          .of(place.resource())
          .forEach((stack, amount) ->
              rows.computeIfAbsent(stack, unused -> new double[these.size()])[launch] +=
                  amount / shares);
    }
    List<Row> list = new ArrayList<>();
    rows.forEach((stack, values) -> list.add(new Row(stack, values)));
    return new ResourceCosts(place, rounds(these, Side.BASE), rounds(these, Side.HEAD), list);
  }

  private static List<Integer> rounds(List<LaunchStacks> launches, Side variant) {
    return launches.stream()
        .filter(one -> one.variant() == variant)
        .map(LaunchStacks::round)
        .toList();
  }

  /** Identifies the launches; quantities of the same launches are relabelled together. */
  List<Object> launches() {
    return List.of(place.scenario(), place.mode(), roundsOfBase, roundsOfHead);
  }

  Place place() {
    return place;
  }

  List<Row> rows() {
    return rows;
  }

  int bases() {
    return roundsOfBase.size();
  }

  int heads() {
    return roundsOfHead.size();
  }

  /** Returns whether both variants have enough launches for an interval of the difference. */
  boolean comparable() {
    return bases() >= 2 && heads() >= 2;
  }

  /** Returns the sum of the selected rows, by launch. */
  double[] sum(IntPredicate which) {
    double[] sum = new double[bases() + heads()];
    for (int i = 0; i < rows.size(); i++) {
      if (which.test(i)) {
        add(rows.get(i).perRequest(), sum);
      }
    }
    return sum;
  }

  double[] total() {
    return sum((IntPredicate) index -> true);
  }

  /** Returns the total without JIT compilation, most of which ends at a random time. */
  double[] totalOfRequests() {
    return sum(row -> !rows.get(row).stack().equals(Stack.JIT_COMPILER));
  }

  /** Returns inclusive costs by frame name; a recursive frame counts once for each stack. */
  Map<String, double[]> inclusive(List<List<String>> names) {
    Map<String, double[]> sums = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      double[] values = rows.get(i).perRequest();
      names.get(i).stream()
          .distinct()
          .forEach(name ->
              add(values, sums.computeIfAbsent(name, none -> new double[bases() + heads()])));
    }
    return sums;
  }

  private static void add(double[] values, double[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += values[i];
    }
  }

  double[] base(double[] values) {
    return Arrays.copyOf(values, bases());
  }

  double[] head(double[] values) {
    return Arrays.copyOfRange(values, bases(), values.length);
  }

  double meanOfBase(double[] values) {
    return mean(base(values));
  }

  double meanOfHead(double[] values) {
    return mean(head(values));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.length == 0 ? 0 : sum / values.length;
  }

  double growth(double[] values) {
    return meanOfHead(values) - meanOfBase(values);
  }

  List<List<String>> frameNames() {
    return rows.stream()
        .map(row -> row.stack().frames().stream().map(Frame::name).toList())
        .toList();
  }

  /** Returns the interval of the growth, or the growth itself with too few launches for one. */
  Interval finiteInterval(double[] values) {
    Interval interval = interval(values);
    double point = growth(values);
    return Double.isFinite(interval.low()) && Double.isFinite(interval.high())
        ? interval
        : new Interval(point, point);
  }

  /** Returns the 90 % interval of the growth. */
  Interval interval(double[] values) {
    MeanInterval.Ends ends = MeanInterval.ofDifference(base(values), head(values));
    return new Interval(ends.low(), ends.high());
  }
}
