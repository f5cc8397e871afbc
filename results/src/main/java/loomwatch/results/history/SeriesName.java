package loomwatch.results.history;

import java.util.Comparator;

/**
 * What stays the same along one series of history.
 *
 * @param scenario the scenario's or benchmark's name; of an import its suite
 * @param mode {@code platform}, {@code virtual}, {@code contrast} (virtual ÷ platform), or {@code
 *     imported}
 * @param metric a metric's label; of an import the benchmark's name
 */
public record SeriesName(String scenario, String mode, String metric)
    implements Comparable<SeriesName> {
  private static final Comparator<SeriesName> ORDER =
      Comparator.comparing(SeriesName::scenario)
          .thenComparing(SeriesName::metric)
          .thenComparing(SeriesName::mode);

  @Override
  public int compareTo(SeriesName other) {
    return ORDER.compare(this, other);
  }

  /** As people read it: {@code hello virtual latency-p99}. */
  @Override
  public String toString() {
    return scenario + " " + mode + " " + metric;
  }
}
