package loomwatch.judge.statistics;

import java.util.Random;
import java.util.function.LongConsumer;
import java.util.stream.DoubleStream;

/** Shorthand of these tests. */
final class Seeds {
  private Seeds() {}

  static <T> T known(Estimate<T> estimate) {
    return switch (estimate) {
      case Estimate.Known<T>(T value) -> value;
      case Estimate.Inconclusive<T> few -> throw new AssertionError(few.reason());
    };
  }

  /** Runs a property for 200 seeds; the failing one is in the message. */
  static void forEachSeed(LongConsumer property) {
    for (long seed = 1; seed <= 200; seed++) {
      try {
        property.accept(seed);
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  static double[] normal(Random random, int n) {
    return DoubleStream.generate(random::nextGaussian).limit(n).toArray();
  }
}
