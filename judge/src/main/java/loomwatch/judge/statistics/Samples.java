package loomwatch.judge.statistics;

/** What the caller must hand in. A breach is a fault of the program, not of the measurement. */
final class Samples {
  private Samples() {}

  /**
   * The samples themselves.
   *
   * @throws IllegalArgumentException when one is NaN or infinite
   */
  static double[] finite(String name, double[] samples) {
    for (int i = 0; i < samples.length; i++) {
      if (!Double.isFinite(samples[i])) {
        throw new IllegalArgumentException(
            name + "[" + i + "] must be a finite number, was " + samples[i]);
      }
    }
    return samples;
  }

  /**
   * The samples themselves.
   *
   * @throws IllegalArgumentException when one is not a finite number above 0
   */
  static double[] positive(String name, double[] samples) {
    finite(name, samples);
    for (int i = 0; i < samples.length; i++) {
      if (samples[i] <= 0) {
        throw new IllegalArgumentException(
            name + "[" + i + "] must be above 0 to have a logarithm, was " + samples[i]);
      }
    }
    return samples;
  }
}
