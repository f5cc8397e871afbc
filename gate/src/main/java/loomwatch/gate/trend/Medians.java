package loomwatch.gate.trend;

import loomwatch.gate.statistics.Estimate.Inconclusive;
import loomwatch.gate.statistics.Estimate.Known;
import loomwatch.gate.statistics.Location;

/** Medians of what is known not to be empty. */
final class Medians {
  private Medians() {}

  static double of(double[] x) {
    return switch (Location.median(x)) {
      case Known<Double>(Double median) -> median;
      case Inconclusive<Double> none ->
          throw new IllegalArgumentException("x must not be empty: " + none.whatWouldHelp());
    };
  }
}
