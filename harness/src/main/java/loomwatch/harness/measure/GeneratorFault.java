package loomwatch.harness.measure;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import loomwatch.results.Invalid;
import loomwatch.results.LoadResult;

/**
 * Tells a slice that only the load generator spoilt. It says nothing about the server, so it is
 * taken again, and when that does not help it is left out of its launch.
 */
final class GeneratorFault {
  /** Of a launch's slices so many must be good. */
  private static final double GOOD_SHARE = 0.75;

  private static final Set<Invalid.Cause> ITS_OWN =
      EnumSet.of(
          Invalid.Cause.GENERATOR_STALLED,
          Invalid.Cause.GENERATOR_STARTED_LATE,
          Invalid.Cause.GENERATOR_FAILED);

  /** What follows of itself when the generator stood still near the end of a slice. */
  private static final Set<Invalid.Cause> CONSEQUENCES =
      EnumSet.of(Invalid.Cause.RATE_NOT_REACHED, Invalid.Cause.UNFINISHED);

  private GeneratorFault() {}

  /** Whether the generator broke a rule and nobody else did. */
  static boolean alone(LoadResult load) {
    Set<Invalid.Cause> causes = EnumSet.noneOf(Invalid.Cause.class);
    load.invalid().forEach(invalid -> causes.add(invalid.cause()));
    boolean its = causes.removeAll(ITS_OWN);
    causes.removeAll(CONSEQUENCES);
    return its && causes.isEmpty();
  }

  /**
   * The slices that count: without the spoilt ones, or all when too few would be left, so that the
   * launch is invalid for their reasons.
   */
  static List<MeasuredSlice> counting(List<MeasuredSlice> slices) {
    List<MeasuredSlice> good = slices.stream().filter(slice -> !alone(slice.load())).toList();
    return good.size() >= GOOD_SHARE * slices.size() ? good : slices;
  }
}
