package loomwatch.harness.job;

import static java.util.stream.Collectors.partitioningBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import loomwatch.judge.verdict.Plural;
import loomwatch.measure.plan.Profile.JmhPlan;
import loomwatch.measure.variants.BuiltVariant;
import loomwatch.measure.variants.BuiltVariant.BuiltVariants;
import loomwatch.measure.variants.JmhSuite;
import loomwatch.measure.variants.JmhSuite.OwnBenchmark;
import loomwatch.measure.variants.JmhSuite.Reach;
import loomwatch.results.JmhResults;

/**
 * Which of a team's own benchmarks a comparison measures: those that may have moved, or as many of
 * them as there is time for.
 *
 * @param methods each with all its parameters
 * @param leftOut a sentence on each kind of those that are not measured
 */
record BenchmarkChoice(BuiltVariants variants, List<JmhPlan> methods, List<String> leftOut) {
  /** The longest that the rounds of benchmarks may take where nobody says how long. */
  static final Duration USUAL_BUDGET = Duration.ofMinutes(15);

  BenchmarkChoice {
    methods = List.copyOf(methods);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Chooses those whose classes differ.
   *
   * @param common with those that both variants have
   * @param all whether those with the same classes are measured too
   */
  static BenchmarkChoice of(BuiltVariants variants, JmhPlan common, boolean all) {
    Map<Boolean, List<JmhPlan>> byMoved =
        common.byMethod().stream()
            .collect(
                partitioningBy(method ->
                    all || !reach(variants.base(), method).equals(reach(variants.head(), method))));
    List<String> leftOut = new ArrayList<>(JmhSuite.alone(variants.base(), variants.head()));
    List<JmhPlan> same = byMoved.getOrDefault(false, List.of());
    if (!same.isEmpty()) {
      leftOut.add(
          "Base and head run the same classes in %d of %s, not measured for that reason: %s."
              .formatted(
                  same.size(), Plural.count(common.byMethod().size(), "benchmark"), names(same)));
    }
    return new BenchmarkChoice(variants, byMoved.getOrDefault(true, List.of()), leftOut);
  }

  /**
   * Leaves out those for which there is no time. Which ones depends on head's commit, so that each
   * has its turn; those whose own package changed come first.
   *
   * @param round the time of a round that forks of both variants may take
   */
  BenchmarkChoice fitting(Duration round) {
    List<JmhPlan> fit = new ArrayList<>();
    Duration taken = Duration.ZERO;
    for (JmhPlan method : inTurn()) {
      Duration more = taken.plus(ofBoth(method));
      if (more.compareTo(round) <= 0) {
        fit.add(method);
        taken = more;
      }
    }
    if (fit.isEmpty()) { // a budget that is too short even for this one is refused by its looks
      methods.stream().min(Comparator.comparing(JmhPlan::expected)).ifPresent(fit::add);
    }
    if (fit.size() == methods.size()) {
      return this;
    }
    List<JmhPlan> others = methods.stream().filter(method -> !fit.contains(method)).toList();
    List<String> more = new ArrayList<>(leftOut);
    more.add(
        "There was time for %d of %d benchmarks, in turn by commit, and not for %s."
            .formatted(fit.size(), methods.size(), names(others)));
    return new BenchmarkChoice(variants, fit, more);
  }

  private List<JmhPlan> inTurn() {
    List<JmhPlan> turned = new ArrayList<>(methods);
    int commit = variants.head().revision().commit().hashCode();
    Collections.rotate(turned, methods.isEmpty() ? 0 : Math.floorMod(commit, methods.size()));
    turned.sort(
        Comparator.comparing(method ->
            reach(variants.base(), method)
                .map(Reach::near)
                .equals(reach(variants.head(), method).map(Reach::near))));
    return turned;
  }

  private static Duration ofBoth(JmhPlan method) {
    return method.expected().multipliedBy(VariantBuilder.NAMES.size());
  }

  /** All parameters of a method run the same. */
  private static Optional<Reach> reach(BuiltVariant variant, JmhPlan method) {
    return Optional.ofNullable(variant.suite().own().get(first(method))).map(OwnBenchmark::reach);
  }

  private static String first(JmhPlan method) {
    return method.benchmarks().keySet().iterator().next();
  }

  private static String names(List<JmhPlan> methods) {
    return JmhSuite.some(
        methods.stream().map(BenchmarkChoice::first).map(JmhResults::method).toList());
  }

  /** Returns both variants with the chosen benchmarks alone. */
  BuiltVariants chosen() {
    Set<String> names =
        methods.stream()
            .flatMap(method -> method.benchmarks().keySet().stream())
            .collect(Collectors.toSet());
    return new BuiltVariants(
        variants.base().withBenchmarks(names), variants.head().withBenchmarks(names));
  }
}
