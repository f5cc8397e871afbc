package loomwatch.benchmarks;

import java.util.Random;

/** The noise of an unchanged metric from run to run. */
enum Noise {
  NORMAL("normal") {
    @Override
    double[] draw(Random random, int n) {
      double[] x = new double[n];
      for (int i = 0; i < n; i++) {
        x[i] = random.nextGaussian();
      }
      return x;
    }
  },
  /** Student's t with 3 degrees of freedom, scaled to a standard deviation of 1: divided by √3. */
  HEAVY_TAILS("heavy tails") {
    @Override
    double[] draw(Random random, int n) {
      double[] x = new double[n];
      for (int i = 0; i < n; i++) {
        double chiSquare = 0;
        for (int k = 0; k < 3; k++) {
          double g = random.nextGaussian();
          chiSquare += g * g;
        }
        x[i] = random.nextGaussian() / Math.sqrt(chiSquare / 3) / Math.sqrt(3);
      }
      return x;
    }
  },
  /** Normal, but 3 of 100 points are 5 to 15 standard deviations too high. */
  OUTLIERS("3 % outliers") {
    @Override
    double[] draw(Random random, int n) {
      double[] x = NORMAL.draw(random, n);
      for (int i = 0; i < n; i++) {
        if (random.nextDouble() < 0.03) {
          x[i] += 5 + 10 * random.nextDouble();
        }
      }
      return x;
    }
  },
  /** AR(1) with a coefficient of .5, scaled to a standard deviation of 1. */
  AUTOCORRELATED("AR(1) .5") {
    @Override
    double[] draw(Random random, int n) {
      return remembering(random, n, 0.5);
    }
  },
  /** AR(1) with a coefficient of .8. */
  REMEMBERING("AR(1) .8") {
    @Override
    double[] draw(Random random, int n) {
      return remembering(random, n, 0.8);
    }
  },
  /** A host whose level changes about every 50 commits, by about a standard deviation. */
  MOVING("moving host") {
    @Override
    double[] draw(Random random, int n) {
      double[] x = NORMAL.draw(random, n);
      double level = 0;
      for (int i = 0; i < n; i++) {
        level = random.nextDouble() < 0.02 ? random.nextGaussian() : level;
        x[i] = 0.8 * x[i] + level;
      }
      return x;
    }
  };

  private static double[] remembering(Random random, int n, double memory) {
    double[] x = NORMAL.draw(random, n);
    for (int i = 1; i < n; i++) {
      x[i] = memory * x[i - 1] + Math.sqrt(1 - memory * memory) * x[i];
    }
    return x;
  }

  private final String words;

  Noise(String words) {
    this.words = words;
  }

  /** Draws points around 0, in standard deviations. */
  abstract double[] draw(Random random, int n);

  @Override
  public String toString() {
    return words;
  }
}
