package loomwatch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loomwatch.benchmarks.EDivisive.Settings;
import org.junit.jupiter.api.Test;

final class EDivisiveTest {
  private static final Settings STRICT = new Settings(30, 1e-4, 0.02, 1);

  /**
   * What Apache Otava 0.8.0 (PyPI apache-otava, numpy 2.2.0, scipy 1.16.3) says of {@link #series}:
   * {@code compute_change_points(x, window_len, max_pvalue, min_magnitude)} with 50, .001, 0 and
   * with 30, .0001, .02. A line: seed, points, last value, indices by the one, by the other.
   */
  private static final String ORACLE = "otava-0.8.0.txt";

  @Test
  void changePoints_500SeededSeries_areOtavasInAtLeast95Percent() throws IOException {
    int same = 0;
    int all = 0;
    List<String> different = new ArrayList<>();
    for (String line : oracle()) {
      String[] field = line.split(" ");
      double[] x = series(Long.parseLong(field[0]));
      assertThat(x).hasSize(Integer.parseInt(field[1]));
      assertThat(x[x.length - 1]).isEqualTo(Double.parseDouble(field[2]));
      for (int setting = 0; setting < 2; setting++) {
        String ours = indices(new EDivisive(setting == 0 ? Settings.OF_OTAVA : STRICT), x);
        all++;
        if (ours.equals(field[3 + setting])) {
          same++;
        } else {
          different.add(field[0] + ": Otava " + field[3 + setting] + ", ours " + ours);
        }
      }
    }
    assertThat(all).isEqualTo(1000);
    assertThat(same).as("same of 1,000; different: %s", different).isGreaterThanOrEqualTo(950);
  }

  private static String indices(EDivisive detector, double[] x) {
    String indices =
        detector.changePoints(x).stream()
            .map(change -> String.valueOf(change.index()))
            .collect(Collectors.joining(","));
    return indices.isEmpty() ? "-" : indices;
  }

  /**
   * 60 to 299 points around 100 with 1 to 4 % noise and up to three steps of up to 15 %. Only sums
   * and products of {@link Random#nextDouble}, so that another language gets the same bits.
   */
  private static double[] series(long seed) {
    Random random = new Random(seed);
    int n = 60 + (int) (random.nextDouble() * 240);
    double noise = 0.01 + 0.03 * random.nextDouble();
    int steps = (int) (random.nextDouble() * 4);
    int[] at = new int[steps];
    double[] by = new double[steps];
    for (int i = 0; i < steps; i++) {
      at[i] = (int) (random.nextDouble() * n);
      by[i] = (random.nextDouble() - 0.5) * 0.3;
    }
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      double level = 100;
      for (int k = 0; k < steps; k++) {
        level *= i >= at[k] ? 1 + by[k] : 1;
      }
      double twelve = 0;
      for (int k = 0; k < 12; k++) {
        twelve += random.nextDouble();
      }
      x[i] = level * (1 + noise * (twelve - 6));
    }
    return x;
  }

  private static List<String> oracle() throws IOException {
    try (BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(EDivisiveTest.class.getResourceAsStream(ORACLE)),
                    StandardCharsets.UTF_8));
        Stream<String> lines = reader.lines()) {
      return lines.toList();
    }
  }
}
