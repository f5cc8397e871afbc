package loomwatch.measure.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The fixed work of {@link HostControl}, in a JVM of its own: for each line on standard input does
 * it three times and prints how many nanoseconds the quickest took, and all; ends with its input,
 * and so with the harness.
 */
final class ControlWork {
  private static final int WARM_UPS = 20;

  /** About 6 ms on a core of 2020. */
  private static final int ROUNDS = 2;

  /** The quickest of so many: an interrupt is no move of the host. */
  private static final int REPETITIONS = 3;

  /** 2 MiB: more than a core's own caches hold with a server beside it. */
  private static final int[] MEMORY = new int[1 << 19];

  private ControlWork() {}

  public static void main(String[] arguments) throws IOException {
    Locale.setDefault(Locale.ROOT);
    int result = 0;
    for (int i = 0; i < WARM_UPS; i++) {
      result += once();
    }
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    while (lines.readLine() != null) {
      long quickest = Long.MAX_VALUE;
      long begin = System.nanoTime();
      for (int i = 0; i < REPETITIONS; i++) {
        long start = System.nanoTime();
        result += once();
        quickest = Math.min(quickest, System.nanoTime() - start);
      }
      long all = System.nanoTime() - begin;
      // The result is printed so that no compiler may leave the work out.
      System.out.println(quickest + " " + all + " " + result);
    }
  }

  /** A walk through memory whose every step needs the one before. */
  private static int once() {
    int at = 0;
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < MEMORY.length; i++) {
        at = at * 1_664_525 + 1_013_904_223;
        int place = at >>> 13;
        MEMORY[place] += at;
        at ^= MEMORY[(place + 7) & (MEMORY.length - 1)];
      }
    }
    return at;
  }
}
