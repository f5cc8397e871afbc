package loomwatch.judge.statistics;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import loomwatch.judge.statistics.SignFlip.Method;

/**
 * The sign assignments a test of paired blocks compares the observed one with: all 2ⁿ up to {@link
 * SignFlip#MOST_ENUMERATED} blocks, else {@link SignFlip#DRAWS} random ones and the observed. The
 * observed one, +1 everywhere, is always counted, so that a share of them is a p value that never
 * understates (Phipson &amp; Smyth 2010).
 *
 * @param blocks how many signs there are; at least 0
 * @param random used beyond {@link SignFlip#MOST_ENUMERATED} blocks only
 */
record SignAssignments(int blocks, RandomGenerator random) {

  Method method() {
    return blocks <= SignFlip.MOST_ENUMERATED ? Method.ENUMERATED : Method.DRAWN;
  }

  /** How many {@link #forEach} visits. */
  int count() {
    return method() == Method.ENUMERATED ? 1 << blocks : 1 + SignFlip.DRAWS;
  }

  /**
   * Visits each assignment.
   *
   * @param visit receives one sign, +1 or −1, for each block; the array is used again
   */
  void forEach(Consumer<double[]> visit) {
    double[] signs = new double[blocks];
    Arrays.fill(signs, 1);
    visit.accept(signs);
    for (int assignment = 1; assignment < count(); assignment++) {
      for (int block = 0; block < blocks; block++) {
        signs[block] = flips(assignment, block) ? -1 : 1;
      }
      visit.accept(signs);
    }
  }

  private boolean flips(int assignment, int block) {
    return method() == Method.ENUMERATED ? (assignment >> block & 1) == 1 : random.nextBoolean();
  }
}
